internal import InspectLink
private import InspectSystem
internal import InspectWire

/// Makes frames of what has changed, as far as the daemon's credit goes; the rest merges.
///
/// Confined to the reporter's thread. What waits here is bounded: one parcel that was begun, and
/// each slot once.
struct Outlet {
  private(set) var conversation = Conversation()
  private var encoder = MessageEncoder(
    tableTexts: ReporterLimits.tableTexts, tableBytes: ReporterLimits.tableBytes)
  private var places = WritePlaces()
  /// Frames that the link had no room for.
  private var frames: [[UInt8]] = []
  /// What was taken from the registry and not sent yet, the next last.
  private var works: [Work] = []
  /// Slots that were dirty and wait for their turn.
  private var dirty: [UInt32: Probe] = [:]
  private var turn = 0
  /// Whether all that there was at the beginning of the link has been told.
  private var hasToldAll = false
  /// How much that was; nil before the daemon takes reports.
  private var extent: Registry.Extent?

  private enum Work {
    case records([Record])
    case births([Parcel.Declaration])
    case probes(ArraySlice<Probe>)
    case history([HistoryEntry])
    case loss(HistoryRing.Loss)
  }

  /// What is asked for in turn; the dirty slots have a turn as any other.
  private enum Turn: CaseIterable {
    case endings, scopes, nodes, births, redeclared, edges, dirty, loss, history
  }

  /// Whether something waits that was taken from the registry already.
  var isBacklogged: Bool { !works.isEmpty || !dirty.isEmpty || !frames.isEmpty }

  /// Frames that the link had no room for.
  var waitingFrames: Int { frames.count }

  /// Takes a message of the daemon's.
  mutating func received(_ message: Message) -> [Conversation.Action] {
    conversation.received(message)
  }

  /// Takes a frame that could not be read.
  mutating func misread(_ error: WireError) -> [Conversation.Action] { conversation.misread(error) }

  /// Notes how much there is to be told on this link before it can be said that all was.
  mutating func begin(_ extent: Registry.Extent) { self.extent = extent }

  /// Sends a message that needs no credit, behind what waits.
  mutating func say(_ message: Message, send: ([UInt8]) -> SendOutcome) {
    frames += encoder.encode(message)
    flushFrames(send)
  }

  // MARK: Slots

  /// Notes a slot that has to be told.
  mutating func mark(_ probe: Probe) {
    if probe.colour != .grey { dirty[probe.number] = probe }
  }

  /// Takes all slots that became dirty, and says whether there was one.
  mutating func gather(from reporter: Reporter) -> Bool {
    var found = false
    reporter.dirtyList.takeAll {
      found = true
      if $0.colour != .grey { dirty[$0.number] = $0 }
    }
    // What was not told yet is told with its birth, and must not be held for that.
    let told = reporter.registry.withLock { $0.outgoing?.toldBindings ?? 0 }
    if dirty.keys.contains(where: { $0 > told }) { dirty = dirty.filter { $0.key <= told } }
    return found
  }

  // MARK: Sending

  /// Sends what it may, and says whether it sent anything.
  mutating func pump(_ reporter: Reporter, send: ([UInt8]) -> SendOutcome) -> Bool {
    var hasSent = false
    flushFrames(send)
    while frames.isEmpty, conversation.credit > 0 {
      if works.isEmpty {
        // Not only when nothing is left: in a busy program there is always something.
        if let extent, !hasToldAll, reporter.registry.withLock({ $0.hasTold(extent) }) {
          sayThatAllIsTold()
        }
        works = nextWorks(reporter)
      }
      guard let work = works.popLast() else {
        sayThatAllIsTold()
        flushFrames(send)
        break
      }
      hasSent = true
      perform(work, reporter)
      flushFrames(send)
    }
    return hasSent
  }

  /// Says once on a link that there is nothing more to tell: what was not told does not exist.
  private mutating func sayThatAllIsTold() {
    guard !hasToldAll else { return }
    hasToldAll = true
    frames += encoder.encode(.beat)
  }

  private mutating func flushFrames(_ send: ([UInt8]) -> SendOutcome) {
    var done = 0
    sending: for frame in frames {
      switch send(frame) {
      case .full: break sending
      // A link that is closing takes nothing any more; it tells its end by itself.
      case .queued, .tooLarge, .notOpen: done += 1
      }
    }
    frames.removeFirst(done)
  }

  private mutating func perform(_ work: Work, _ reporter: Reporter) {
    switch work {
    case .records(let records): sendBatch(records[...])
    case .births(let births):
      // Each declaration is followed by its status as it is then.
      works.append(.probes(births.map(\.probe)[...]))
      sendBatch(births.map { .binding($0.record) }[...])
    case .probes(let probes):
      let part = probes.prefix(ReporterLimits.parcelRecords)
      if part.count < probes.count { works.append(.probes(probes[part.endIndex...])) }
      let drafts = reporter.registry.withLock { $0.drafts(of: part) }
      sendBatch(records(of: drafts)[...])
    case .history(let entries):
      var room = ReporterLimits.batchBytes
      let part = entries.prefix {
        room -= $0.estimatedBytes
        return room >= 0
      }
      let count = max(1, part.count)
      if count < entries.count { works.append(.history(Array(entries[count...]))) }
      let number = conversation.nextNumber()
      frames += encoder.encode(
        .history(History(sequence: number, entries: Array(entries[..<count]))))
    case .loss(let loss):
      frames += encoder.encode(
        .lost(
          Lost(
            from: loss.from, to: loss.to, count: loss.count,
            why: "the history ring of the process was full")))
    }
  }

  private mutating func records(of drafts: [Parcel.Draft]) -> [Record] {
    drafts.map { .status($0.record(&places)) }
  }

  /// Sends one batch of what fits into it; the rest is the next work.
  private mutating func sendBatch(_ records: ArraySlice<Record>) {
    guard !records.isEmpty else { return }
    encoder.openRows(byteLimit: ReporterLimits.batchBytes)
    var next = records.startIndex
    while next < records.endIndex, encoder.append(records[next]) { next += 1 }
    let (made, last) = encoder.closeBatches(after: conversation.sequence)
    frames += made
    conversation.sent(through: last)
    if next < records.endIndex { works.append(.records(Array(records[next...]))) }
  }

  // MARK: Taking

  /// What comes next, the first last; each kind in its turn, so that none waits for ever.
  private mutating func nextWorks(_ reporter: Reporter) -> [Work] {
    let turns = Turn.allCases
    for step in 0..<turns.count {
      let place = (turn + step) % turns.count
      let found = works(turns[place], reporter)
      guard !found.isEmpty else { continue }
      // Scopes and nodes are told to the last before bindings that live in them.
      turn = turns[place] == .scopes || turns[place] == .nodes ? place : place + 1
      return found.reversed()
    }
    return []
  }

  private mutating func works(_ turn: Turn, _ reporter: Reporter) -> [Work] {
    let limit = ReporterLimits.parcelRecords
    switch turn {
    case .dirty:
      let probes = Array(dirty.values)
      dirty = [:]
      return probes.isEmpty ? [] : [.probes(probes[...])]
    case .endings: return unpack(reporter.registry.withLock { $0.takeEndings(atMost: limit) })
    case .scopes: return take(.scopes, reporter)
    case .nodes: return take(.nodes, reporter)
    case .births: return take(.births, reporter)
    case .redeclared: return take(.redeclared, reporter)
    case .edges: return take(.edges, reporter)
    case .loss: return take(.loss, reporter)
    case .history:
      defer { reporter.throttle?.hasRoom() }
      return take(.history, reporter)
    }
  }

  private mutating func take(_ kind: Parcel.Kind, _ reporter: Reporter) -> [Work] {
    let limit = ReporterLimits.parcelRecords
    return unpack(reporter.registry.withLock { $0.take(kind, atMost: limit) }.map { [$0] } ?? [])
  }

  private mutating func unpack(_ parcels: [Parcel]) -> [Work] {
    parcels.map { parcel in
      switch parcel {
      case .records(let records): .records(records)
      case .births(let births): .births(births)
      case .redeclared(let bindings): .records(bindings.map { .binding($0.record) })
      case .statuses(let drafts): .records(records(of: drafts))
      case .history(let entries): .history(entries)
      case .loss(let loss): .loss(loss)
      }
    }
  }
}
