internal import InspectQuery
internal import InspectWire

/// Which bindings of one process a stream with a query is about, and what of them it has been told.
///
/// It follows the process's log by itself, and judges what changed when the stream has its turn: so
/// a change costs nothing while nobody takes frames, and a thing that changed often is judged once.
struct Selection {
  private var live: LiveQuery
  private var meter = RateMeter()
  /// Stamps through which changes were judged, by order of the log.
  private var judged: [UInt64]
  private var judgedForgotten: UInt64
  /// Places of the changes judged last, where reading goes on quickly.
  private var places = [Int](repeating: -1, count: ChangeLog.Order.allCases.count)
  private var hasEnded = false
  /// What the stream knows.
  private var told: Set<Subject> = []
  /// Scopes and nodes that something told lies in, and that the process has not declared yet.
  private var awaited: Set<Subject> = []
  /// What is to be told, and what of it; of a thing that is to be forgotten, nothing.
  private var waiting = Queue<Subject>()
  private var kinds: [Subject: RecordKinds] = [:]
  /// Through which stamp all has been told.
  private var toldThrough: UInt64 = 0
  /// When it is to be judged again though nothing changes; nil where time changes nothing.
  private(set) var due: Moment?
  /// Until when it is not judged again, whatever changes.
  private var rest: Moment?

  /// Judges all, of which nothing has been told.
  init(_ query: Query, _ process: HubProcess, stamp: UInt64, now: Instant) {
    live = LiveQuery(query)
    judged = [UInt64](repeating: stamp, count: ChangeLog.Order.allCases.count)
    judgedForgotten = stamp
    hasEnded = process.hasEnded
    let facts = facts(process, now)
    take(live.judgeAll(process.model, facts), process)
    setDue(facts, now)
  }

  /// How many bindings the query asks for.
  var count: Int { live.matching.count }

  /// Whether the stream knows a binding.
  func tells(_ binding: BindingID) -> Bool { told.contains(.binding(binding)) }

  /// The stamp of the oldest change that may not have been told; nil where all has.
  func oldestUntold(_ process: HubProcess) -> UInt64? {
    let isJudged =
      ChangeLog.Order.allCases.allSatisfy { process.log.newest($0) <= judged[$0.rawValue] }
      && process.forgotten.newest <= judgedForgotten && process.hasEnded == hasEnded
    return isJudged && kinds.isEmpty ? nil : toldThrough + 1
  }

  // MARK: Judging

  /// Whether it has to wait before it is judged again; then it is due when it has waited enough.
  mutating func rests(_ now: Moment) -> Bool {
    guard let rest, rest > now else { return false }
    due = min(due ?? rest, rest)
    return true
  }

  /// Judges what changed up to now.
  ///
  /// - Parameter stamp: The hub's newest stamp.
  mutating func judge(_ process: HubProcess, stamp: UInt64, now: Instant) {
    var changed: Set<BindingID> = []
    var isAnew = process.hasEnded != hasEnded
    hasEnded = process.hasEnded
    for order in ChangeLog.Order.allCases {
      readLog(order, process, &changed, &isAnew)
      judged[order.rawValue] = stamp
    }
    if process.forgotten.unknownThrough > judgedForgotten {
      // What was dropped is not known any more: all is gone that is not there.
      isAnew = true
      for subject in told where process.log.place(of: subject) == nil { drop(subject) }
    }
    for item in process.forgotten.following(judgedForgotten) {
      if case .binding(let id) = item.subject { changed.insert(id) }
      drop(item.subject)
    }
    judgedForgotten = stamp
    if live.query.needs.contains(.rates) {
      changed.formUnion(meter.look(process.model, now.moment))
    }
    let facts = facts(process, now)
    if isAnew {
      take(live.judgeAll(process.model, facts), process)
    } else {
      take(live.tick(process.model, facts), process)
      take(live.update(changed, process.model, facts), process)
    }
    if kinds.isEmpty { toldThrough = stamp }
    setDue(facts, now)
    let length = Int64(live.judgedTogether) * HubLimits.judgingRest
    rest = length >= HubLimits.flush ? now.moment.plus(length) : nil
  }

  private mutating func readLog(
    _ order: ChangeLog.Order, _ process: HubProcess, _ changed: inout Set<BindingID>,
    _ isAnew: inout Bool
  ) {
    var stamp = judged[order.rawValue]
    while let place = process.log.first(after: stamp, order, hint: places[order.rawValue]),
      let entry = process.log[place]
    {
      if case .binding(let id) = entry.subject {
        changed.insert(id)
      } else if live.query.needs.contains(.scopes) {
        isAnew = true
      }
      if told.contains(entry.subject) {
        wait(entry.subject, order == .declared ? .declared : .status)
      } else if awaited.remove(entry.subject) != nil {
        wait(entry.subject, .all)
      }
      stamp = entry.stamp(order)
      places[order.rawValue] = place
    }
  }

  private func facts(_ process: HubProcess, _ now: Instant) -> QueryFacts {
    var facts = process.queryFacts(at: now.wall)
    let meter = meter
    facts.rate = { meter.rates[$0] }
    return facts
  }

  private mutating func setDue(_ facts: QueryFacts, _ now: Instant) {
    let time = live.next.map { next in
      now.moment.plus(next.microseconds - facts.now.microseconds)
    }
    let look = live.query.needs.contains(.rates) ? meter.nextLook(now.moment) : nil
    due = [time, look].compactMap(\.self).min()
  }

  // MARK: What is to be told

  private mutating func take(_ changes: LiveQuery.Changes, _ process: HubProcess) {
    for id in changes.left {
      let subject = Subject.binding(id)
      if told.contains(subject) { drop(subject) } else { kinds[subject] = nil }
    }
    let entered = changes.entered.map { (process.model.colour(of: $0) ?? .yellow, $0) }
    for (_, id) in entered.sorted(by: { $0 < $1 }) { wait(.binding(id), .all) }
  }

  private mutating func wait(_ subject: Subject, _ more: RecordKinds) {
    if kinds[subject] == nil { waiting.append(subject) }
    kinds[subject, default: []].formUnion(more)
  }

  private mutating func drop(_ subject: Subject) {
    guard told.contains(subject) else { return }
    if kinds[subject] == nil { waiting.append(subject) }
    kinds[subject] = []
  }

  /// Takes what has not been told into open rows, as far as it fits; whether all has been told now.
  mutating func fill(
    _ encoder: inout MessageEncoder, from process: HubProcess, level: Level
  ) -> Bool {
    while let subject = waiting.first {
      if var what = kinds[subject] {
        guard tell(&what, of: subject, &encoder, process, level) else {
          kinds[subject] = what
          return false
        }
        kinds[subject] = nil
      }
      waiting.popFirst()
    }
    toldThrough = max(toldThrough, judged[0])
    return true
  }

  private mutating func tell(
    _ what: inout RecordKinds, of subject: Subject, _ encoder: inout MessageEncoder,
    _ process: HubProcess, _ level: Level
  ) -> Bool {
    if what.isEmpty {
      guard encoder.forget(subject) else { return false }
      told.remove(subject)
      return true
    }
    if what.contains(.declaration) {
      for container in containers(of: subject, process.model) {
        var all = RecordKinds.all
        guard encoder.take(&all, of: container, in: process.model, level: level) else {
          return false
        }
        told.insert(container)
      }
      told.insert(subject)
    }
    return encoder.take(&what, of: subject, in: process.model, level: level)
  }

  /// What a thing lies in and has not been told, the outermost first.
  private mutating func containers(of subject: Subject, _ model: GraphModel) -> [Subject] {
    var found: [Subject] = []
    var seen: Set<Subject> = []
    var open = model.references(of: subject)
    while let next = open.popLast() {
      guard !told.contains(next), seen.insert(next).inserted else { continue }
      guard model.isDeclared(next) else {
        awaited.insert(next)
        continue
      }
      found.append(next)
      open += model.references(of: next)
    }
    return found.reversed()
  }
}

extension GraphModel {
  fileprivate func isDeclared(_ subject: Subject) -> Bool {
    switch subject {
    case .scope(let id): scope(id) != nil
    case .node(let id): node(id) != nil
    case .binding(let id): binding(id) != nil
    }
  }

  /// The scope and the node that a thing names, scopes first.
  fileprivate func references(of subject: Subject) -> [Subject] {
    let (scopeID, nodeID): (ScopeID?, NodeID?) =
      switch subject {
      case .scope(let id): (scope(id)?.parent, nil)
      case .node(let id): (node(id)?.scope, node(id)?.parent)
      case .binding(let id): (binding(id)?.scope, binding(id)?.node)
      }
    return (scopeID.map { [.scope($0)] } ?? []) + (nodeID.map { [.node($0)] } ?? [])
  }
}

/// How often bindings carry values: measured between two looks, a second apart at least.
struct RateMeter {
  private var counts: [BindingID: UInt64] = [:]
  private var lastLook: Moment?
  /// Values a second, of bindings whose program counts them.
  private(set) var rates: [BindingID: Double] = [:]

  /// Looks again if it is time; bindings whose rate has changed.
  mutating func look(_ model: GraphModel, _ now: Moment) -> Set<BindingID> {
    guard nextLook(now) <= now else { return [] }
    let passed = lastLook.map { Double(now.microseconds - $0.microseconds) / 1_000_000 } ?? 0
    var new: [BindingID: UInt64] = [:]
    var found: [BindingID: Double] = [:]
    for binding in model.bindings {
      guard let updates = model.status(of: binding.id)?.counters?.updates else { continue }
      new[binding.id] = updates
      // A count that is smaller than before belongs to another time.
      if passed > 0, let old = counts[binding.id], old <= updates {
        found[binding.id] = Double(updates - old) / passed
      }
    }
    let changed = Set(found.keys).union(rates.keys).filter { found[$0] != rates[$0] }
    (counts, rates, lastLook) = (new, found, now)
    return changed
  }

  /// When to look next.
  func nextLook(_ now: Moment) -> Moment { lastLook?.plus(HubLimits.rateLook) ?? now }
}
