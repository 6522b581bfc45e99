internal import InspectQuery
internal import InspectWire

/// One subscription of an observer: what has been told on it, and what is to be told next.
struct ObserverStream {
  let id: UInt64
  /// What was asked for.
  let demanded: Level
  /// How much of it is served.
  private(set) var level: Level
  /// Whether only counts are told for the time being.
  private(set) var isSummary = false
  private let filter: Set<InstanceID>
  /// Which bindings are told; nil where all are.
  let query: Query?
  /// What it asks for in each process, and what of it has been told.
  var selections: [InstanceID: Selection] = [:]
  var phase: Phase
  private var feeds: [InstanceID: Feed] = [:]
  /// Processes of which something has not been told, each once, in the order of their turns.
  var behind = Queue<InstanceID>()
  var isBehind: Set<InstanceID> = []
  /// Those of them that have every second turn, because of a red.
  private var ahead = Queue<InstanceID>()
  private var isAhead: Set<InstanceID> = []
  private var wasAhead = false
  /// Processes whose entries have changed.
  private var changedEntries: Set<InstanceID> = []
  /// What happened, where that was asked for.
  var history = HistoryFeed()
  private var sectionsInRow = 0
  /// Whether the whole list of processes is to be told.
  private var needsList = true
  /// `to` of the last message; 0 until the snapshot is whole.
  private var revision: UInt64

  /// How far it has come.
  enum Phase {
    /// `snapshotBegin` is to come.
    case beginning(why: String)
    /// What was known at the beginning is being told.
    case walking(SnapshotWalk)
    /// The same for what a query asks for: these processes have not been told yet.
    case selecting(Queue<InstanceID>)
    /// All has been told once; what changed up to this stamp meanwhile is to be told, then the end.
    case catchingUp(UInt64)
    /// What changes is told.
    case live
  }

  /// What a hub knows, as streams need it.
  struct View {
    let run: InstanceID
    let now: Instant
    let stamp: UInt64
    let processes: [InstanceID: HubProcess]
    /// Instances in the order of their coming.
    let order: [InstanceID]
    /// Sections that one flush may have.
    let sectionsPerFlush: Int
  }

  // MARK: Beginning

  /// - Parameter query: What the request asks for; nil where it asks for everything.
  init(_ request: Subscribe, _ query: Query?, _ view: View) {
    id = request.id
    self.query = query
    demanded = request.level
    level = request.level
    filter = Set(request.instances)
    revision = 0
    phase = .live
    if request.level >= .history {
      for instance in view.order where covers(instance) {
        if let process = view.processes[instance] { history.note(instance, of: process) }
      }
    }
    guard let cursor = request.cursor else {
      phase = .beginning(why: "subscribed")
      return
    }
    guard cursor.run == view.run else {
      phase = .beginning(why: "restarted")
      return
    }
    // What cannot be read is another query too.
    let left = (try? Query(cursor.query))?.text
    guard query == nil, left == "" else {
      // What was told under a query is known to who was told alone.
      phase = .beginning(why: left == query?.text ? "expired" : "filterChanged")
      return
    }
    let known = view.order.filter { covers($0) }
    for instance in known { feeds[instance] = Feed(toldThrough: cursor.revision) }
    let isLost = known.contains { instance in
      guard let process = view.processes[instance] else { return false }
      return feeds[instance]?.isTooFarBehind(process) ?? true
    }
    guard cursor.revision > 0, cursor.revision <= view.stamp, !isLost else {
      phase = .beginning(why: "expired")
      return
    }
    revision = cursor.revision
    for instance in known { noteChange(of: instance) }
  }

  /// Whether the stream is about a process.
  func covers(_ instance: InstanceID) -> Bool { filter.isEmpty || filter.contains(instance) }

  // MARK: Noting

  /// Notes that something of a process has changed.
  ///
  /// - Parameter becameRed: Whether a binding became red: the process has the next turn.
  mutating func noteChange(of instance: InstanceID, becameRed: Bool = false) {
    guard covers(instance) else { return }
    if level == .counts || isSummary { changedEntries.insert(instance) }
    if level == .counts { return }
    if case .beginning = phase { return }
    if isBehind.insert(instance).inserted { behind.append(instance) }
    if becameRed, isAhead.insert(instance).inserted { ahead.append(instance) }
  }

  /// Notes that something happened in a process.
  mutating func noteHistory(of instance: InstanceID, _ process: HubProcess) {
    guard demanded >= .history, covers(instance) else { return }
    history.note(instance, of: process)
  }

  /// What it demands of processes: history goes on where values are left out for a while.
  var wanted: Level { demanded >= .history && !isSummary ? demanded : level }

  /// How many entries of a process's history wait; nil where none are told.
  func lag(behind process: HubProcess, _ instance: InstanceID) -> UInt64? {
    guard demanded >= .history, !isSummary, covers(instance) else { return nil }
    return history.lag(behind: process, instance)
  }

  /// Serves as much as the observer's pace lets it.
  ///
  /// - Returns: What is said of it; nil where nothing changes for this stream.
  mutating func keep(_ pace: Pace, after old: Pace.Step) -> Note? {
    guard pace.step != old else { return nil }
    isSummary = pace.step == .summaries && demanded != .counts
    let served = pace.level(demanded)
    if served > level {
      // What was told without values has to be told again with them.
      phase = .beginning(why: "restored")
    }
    level = served
    let note = Pace.note(from: old, to: pace.step)
    return Note(stream: id, kind: note.kind, text: note.text)
  }

  /// Notes that the entry of a process has changed.
  mutating func noteEntry(of instance: InstanceID) {
    guard covers(instance) else { return }
    changedEntries.insert(instance)
    // A process that has ended has other bindings: grey ones.
    if query != nil { noteChange(of: instance) }
  }

  /// Notes that a process was dropped.
  mutating func noteDropped(_ instance: InstanceID) {
    guard covers(instance) else { return }
    feeds[instance] = nil
    history.drop(instance)
    selections[instance] = nil
    changedEntries.remove(instance)
    needsList = true
  }

  /// Whether it goes on from a cursor.
  var isResumed: Bool { revision > 0 }

  /// Whether its list or its snapshot has yet to begin.
  var isStarting: Bool {
    if case .beginning = phase { true } else { needsList }
  }

  /// Whether there is something that the pace of flushes does not concern.
  var isUrgent: Bool {
    if needsList { return true }
    if case .live = phase { return history.isAwaited && !isSummary }
    return true
  }

  /// Whether there is something for the next flush.
  var hasChanges: Bool {
    !changedEntries.isEmpty || !(isSummary || behind.isEmpty && history.isEmpty)
  }

  // MARK: Telling

  /// The next frames that wait for no flush; nil where there are none.
  mutating func urgent(_ encoder: inout MessageEncoder, _ view: View) -> [[UInt8]]? {
    if needsList {
      needsList = false
      changedEntries = []
      let entries = view.order.filter { covers($0) }.compactMap { view.processes[$0]?.entry }
      return encoder.encode(
        .processes(Processes(id: id, isWhole: true, entries: entries)))
    }
    switch phase {
    case .live: return nil
    case .beginning(let why): return begin(why, &encoder, view)
    case .walking(var walk):
      encoder.openRows(byteLimit: Limits.sectionBytes)
      let step = walk.fill(&encoder, from: view.processes, level: level)
      guard case .part(let instance) = step else {
        phase = .catchingUp(view.stamp)
        return urgent(&encoder, view)
      }
      phase = .walking(walk)
      let link = ChainLink(run: view.run, from: 0, to: 0)
      return encoder.closeSection(.snapshotPart, stream: id, link: link, instance: instance)
    case .selecting(let rest):
      if let frames = selected(rest, &encoder, view) { return frames }
      phase = .catchingUp(view.stamp)
      return urgent(&encoder, view)
    case .catchingUp(let stamp):
      if let oldest = oldestUntold(view), oldest <= stamp, let frames = section(&encoder, view) {
        return frames
      }
      phase = .live
      return encoder.encode(.snapshotEnd(SnapshotEnd(stream: id, link: advance(view))))
    }
  }

  /// The next frames of a flush; nil where all has been told.
  mutating func delta(_ encoder: inout MessageEncoder, _ view: View) -> [[UInt8]]? {
    if !changedEntries.isEmpty {
      let entries = view.order.filter { changedEntries.contains($0) }
        .compactMap { view.processes[$0]?.entry }
      changedEntries = []
      if !entries.isEmpty {
        return encoder.encode(
          .processes(Processes(id: id, isWhole: false, entries: entries)))
      }
    }
    if isSummary { return nil }
    // Bindings are declared before what happened to them, unless that never comes to an end.
    if sectionsInRow < HubLimits.sectionsBeforeEntries, let frames = section(&encoder, view) {
      sectionsInRow += 1
      return frames
    }
    sectionsInRow = 0
    return entries(&encoder, view) ?? section(&encoder, view)
  }

  /// What happened in processes that wait for it: without regard to the pace of flushes.
  mutating func heldEntries(_ encoder: inout MessageEncoder, _ view: View) -> [[UInt8]]? {
    guard !isSummary, history.isAwaited else { return nil }
    return entries(&encoder, view)
  }

  private mutating func begin(
    _ why: String, _ encoder: inout MessageEncoder, _ view: View
  ) -> [[UInt8]] {
    let instances = level == .counts ? [] : view.order.filter { covers($0) }
    var bindings: UInt64 = 0
    feeds = [:]
    behind.removeAll()
    isBehind = []
    ahead.removeAll()
    isAhead = []
    selections = [:]
    for instance in instances {
      guard let process = view.processes[instance] else { continue }
      if let query {
        let selection = Selection(query, process, stamp: view.stamp, now: view.now)
        bindings &+= UInt64(selection.count)
        selections[instance] = selection
        continue
      }
      feeds[instance] = Feed(toldThrough: view.stamp)
      bindings &+= process.model.counts.live &+ process.model.counts.grey
    }
    revision = 0
    phase =
      query == nil
      ? .walking(SnapshotWalk(over: instances)) : .selecting(Queue(instances))
    return encoder.encode(
      .snapshotBegin(SnapshotBegin(stream: id, run: view.run, why: why, bindings: bindings)))
  }

  private mutating func section(
    _ encoder: inout MessageEncoder, _ view: View
  ) -> [[UInt8]]? {
    while let instance = nextTurn() {
      guard let process = view.processes[instance] else { continue }
      if let query {
        guard let frames = section(query, process, &encoder, view) else { continue }
        return frames
      }
      var feed = feeds[instance] ?? Feed(toldThrough: 0)
      if feed.isTooFarBehind(process) {
        phase = .beginning(why: "expired")
        return nil
      }
      encoder.openRows(byteLimit: Limits.sectionBytes)
      let isTold = feed.fill(&encoder, from: process, level: level, stamp: view.stamp)
      feeds[instance] = feed
      // The others have their turns first.
      if !isTold, isBehind.insert(instance).inserted { behind.append(instance) }
      if encoder.isEmpty { continue }
      return encoder.closeSection(.delta, stream: id, link: advance(view), instance: instance)
    }
    return nil
  }

  /// Takes the process whose turn it is; one that was told out of its turn has one for nothing.
  private mutating func nextTurn() -> InstanceID? {
    if !wasAhead, let instance = ahead.popFirst() {
      isAhead.remove(instance)
      wasAhead = true
      return instance
    }
    wasAhead = false
    guard let instance = behind.popFirst() else { return nil }
    isBehind.remove(instance)
    return instance
  }

  // MARK: The chain

  private func oldestUntold(_ view: View) -> UInt64? {
    if query != nil {
      return selections.compactMap { instance, selection in
        view.processes[instance].flatMap { selection.oldestUntold($0) }
      }.min()
    }
    return behind.contents.compactMap { instance in
      view.processes[instance].flatMap { process in
        (feeds[instance] ?? Feed(toldThrough: 0)).oldestUntold(process)
      }
    }.min()
  }

  /// The next link: its `to` says that every change up to it has been told.
  ///
  /// During a snapshot it says 0: a cursor taken there starts anew.
  mutating func advance(_ view: View) -> ChainLink {
    let from = revision
    if case .live = phase {
      // Whatever the order of the processes, nothing older than the oldest untold is missing.
      let to = oldestUntold(view).map { $0 - 1 } ?? view.stamp
      revision = max(revision, to)
    }
    return ChainLink(run: view.run, from: from, to: revision)
  }
}
