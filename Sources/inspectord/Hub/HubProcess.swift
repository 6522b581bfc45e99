internal import InspectWire

/// All that the hub knows of one process.
struct HubProcess {
  var facts: InstanceFacts
  /// The graph, as the process has told it.
  private(set) var model = GraphModel()
  /// What changed in which order.
  private(set) var log = ChangeLog()
  private(set) var history: HubHistory
  /// Whether it gets no credit until they have caught up.
  var isHeld = false
  private(set) var forgotten = ForgottenThings()
  var state = ProcessEntry.State.live
  /// When the entry that people see changed last, apart from its counts.
  var entryStamp: UInt64 = 0

  /// The link by which it reports; nil while there is none.
  var link: PeerID?
  /// When something came of it last.
  var lastHeard: Moment?
  /// Number of its last batch on this link.
  var sequence: UInt64 = 0
  /// What it was told last that is demanded of it.
  var wanted: Level?
  /// Whether somebody asked for it to be attached, so that it is dialled again.
  var isAttached = false
  /// Whether somebody asked why about one of its bindings, so that its history is of interest.
  var isAsked = false
  /// Set until it has told on this link all that there was to tell.
  var settling: Settling?
  /// Whether it tells again what it told on an earlier link.
  private var isRetelling = false
  /// What it told there and has not told again.
  private var unconfirmed: Set<Subject> = []
  /// What has ended, in that order.
  private var ended = Queue<(at: Moment, subject: Subject)>()
  /// When the process itself ended.
  private(set) var endedAt: Moment?

  /// A process that tells what it has.
  struct Settling {
    var began: Moment
    var lastBatch: Moment
    /// Whether `attach` is to be answered, or has been.
    var isAwaited = true
  }

  init(facts: InstanceFacts) {
    self.facts = facts
    history = HubHistory(
      capacity: facts.isComplete ? HubLimits.completeHistory : HubLimits.history,
      isComplete: facts.isComplete)
  }

  // MARK: Links

  /// Takes a new link, on which everything is told anew.
  mutating func begin(_ facts: InstanceFacts, on link: PeerID, now: Moment) {
    self.facts = facts
    self.link = link
    lastHeard = now
    state = .live
    endedAt = nil
    sequence = 0
    isHeld = false
    settling = Settling(began: now, lastBatch: now)
    unconfirmed = Set(model.living)
    isRetelling = !unconfirmed.isEmpty
  }

  /// Gives it the time anew that the daemon was stopped for.
  mutating func excuse(now: Moment) {
    settling?.began = now
    settling?.lastBatch = now
  }

  /// The process has ended, or is not reported on any more.
  mutating func end(how: String, now: Instant) {
    link = nil
    settling = nil
    unconfirmed = []
    guard endedAt == nil else { return }
    endedAt = now.moment
    state = .ended(how: how, atWall: now.wall)
  }

  /// The link is gone; whether the process is, is not known yet.
  ///
  /// What is known of it is as old as its last word; a link that is silent for longer than its sign of
  /// life takes would have been given up before.
  mutating func lose(now: Instant) {
    link = nil
    settling = nil
    let silence = now.moment.microseconds - (lastHeard ?? now.moment).microseconds
    state = .stale(sinceWall: now.wall - min(max(silence, 0), HubLimits.silence))
  }

  var isLive: Bool { link != nil }
  /// Whether it waits for its observers rather than losing history.
  var isComplete: Bool { facts.isComplete }
  var hasEnded: Bool { endedAt != nil }

  /// What people are told of it.
  var entry: ProcessEntry {
    let counts =
      hasEnded ? Counts(grey: model.counts.live &+ model.counts.grey) : model.counts
    return ProcessEntry(
      facts: facts, state: state, counts: counts, lostEntries: history.loss.total,
      lostNumbers: history.loss.range, leftOut: model.refused)
  }

  // MARK: Reports

  /// Takes records of a batch.
  ///
  /// - Parameter stamp: The hub's newest stamp; each change takes the next.
  /// - Returns: Whether a binding became red.
  mutating func take(_ records: [Record], stamp: inout UInt64, now: Moment) -> Bool {
    var becameRed = false
    for record in records { if take(record, &stamp, now) { becameRed = true } }
    return becameRed
  }

  private mutating func take(_ record: Record, _ stamp: inout UInt64, _ now: Moment) -> Bool {
    if isRetelling {
      unconfirmed.remove(record.subject)
      if isKnown(record) { return false }
    }
    switch record {
    case .status(let status):
      guard let colours = model.apply(status) else { return false }
      stamp += 1
      log.note(.binding(status.binding), .status, stamp: stamp, colour: colours.after)
      guard let before = colours.before, let after = colours.after, before != after else {
        return false
      }
      history.see(status, from: before)
      return after == .red
    case .binding(let binding):
      guard fold(record) else { return false }
      note(.binding(binding.id), .declared, &stamp)
      return model.colour(of: binding.id) == .red
    case .edges(let edges):
      if fold(record) { note(.binding(edges.binding), .declared, &stamp) }
    case .scope(let scope):
      if fold(record) { note(.scope(scope.id), .declared, &stamp) }
    case .node(let node):
      if fold(record) { note(.node(node.id), .declared, &stamp) }
    case .ended(let end):
      // What was never told, or was dropped, cannot end.
      guard log.place(of: end.subject) != nil, !model.isEnded(end.subject), fold(record) else {
        return false
      }
      note(end.subject, .declared, &stamp)
      ended.append((now, end.subject))
      while ended.count > HubLimits.endedThings, let oldest = ended.popFirst() {
        forget(oldest.subject, &stamp)
      }
    }
    return false
  }

  /// Folds a record; false where the graph has no room for it.
  private mutating func fold(_ record: Record) -> Bool {
    let refused = model.refused
    model.apply(record)
    return model.refused == refused
  }

  private mutating func note(
    _ subject: Subject, _ order: ChangeLog.Order, _ stamp: inout UInt64
  ) {
    stamp += 1
    var colour: Colour?
    if case .binding(let id) = subject { colour = model.colour(of: id) }
    log.note(subject, order, stamp: stamp, colour: colour)
  }

  private func isKnown(_ record: Record) -> Bool {
    switch record {
    case .status(let status): model.statusAsTold(of: status.binding) == status
    case .binding(let binding): model.binding(binding.id) == binding
    case .edges(let edges): model.edges(of: edges.binding) == edges
    case .scope(let scope): model.scope(scope.id) == scope
    case .node(let node): model.node(node.id) == node
    case .ended: false
    }
  }

  /// It has told all that there is: what it did not tell again has ended.
  ///
  /// - Returns: Whether anything had.
  mutating func confirm(stamp: inout UInt64, now: Moment) -> Bool {
    settling = nil
    let gone = unconfirmed.sorted { $0.order < $1.order }
    unconfirmed = []
    isRetelling = false
    let ends = gone.map { Record.ended(EndedRecord(subject: $0, at: facts.clock.moment)) }
    _ = take(ends, stamp: &stamp, now: now)
    return !gone.isEmpty
  }

  /// Takes a part of the history; whether more of it is lost than before.
  mutating func tell(_ entries: [HistoryEntry]) -> Bool {
    let before = history.loss
    history.tell(entries)
    return history.loss != before
  }

  /// Takes what the process says that it lost of its history.
  mutating func lose(_ lost: Lost) { history.lose(lost) }

  // MARK: Dropping

  /// Drops what ended before a moment.
  ///
  /// - Returns: Whether anything did.
  mutating func forget(endedBefore moment: Moment, stamp: inout UInt64) -> Bool {
    var hasForgotten = false
    while let oldest = ended.first, oldest.at < moment {
      ended.popFirst()
      forget(oldest.subject, &stamp)
      hasForgotten = true
    }
    return hasForgotten
  }

  var hasEndedThings: Bool { !ended.isEmpty }

  private mutating func forget(_ subject: Subject, _ stamp: inout UInt64) {
    var binding: BindingRecord?
    if case .binding(let id) = subject { binding = model.binding(id) }
    stamp += 1
    model.forget(subject)
    log.remove(subject)
    forgotten.note(subject, binding, stamp: stamp)
  }
}

extension Record {
  /// What the record is about.
  var subject: Subject {
    switch self {
    case .scope(let scope): .scope(scope.id)
    case .node(let node): .node(node.id)
    case .binding(let binding): .binding(binding.id)
    case .status(let status): .binding(status.binding)
    case .edges(let edges): .binding(edges.binding)
    case .ended(let end): end.subject
    }
  }
}

extension Subject {
  /// Bindings first: a binding ends before the node and the scope that it lives in.
  fileprivate var order: (Int, UInt64) {
    switch self {
    case .binding(let id): (0, id.rawValue)
    case .node(let id): (1, id.rawValue)
    case .scope(let id): (2, id.rawValue)
    }
  }
}
