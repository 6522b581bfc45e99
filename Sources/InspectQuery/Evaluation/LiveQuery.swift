package import InspectWire

/// The answer to a query, kept true while a model changes.
///
/// A change costs what it touches: without graph terms the bindings that changed are judged anew, with
/// them everything that hangs together with these. The result is always that of judging all anew.
package struct LiveQuery {
  /// What is asked.
  package let query: Query
  /// The bindings that the query asks for now.
  package private(set) var matching: Set<BindingID> = []

  /// How many bindings had to be judged together when something changed last.
  package private(set) var judgedTogether = 0

  private let ages: [Int64]
  private var links = BindingLinks()
  private var alarms = Alarms()

  /// How an answer changed.
  package struct Changes: Hashable, Sendable {
    /// Bindings that came to it, in ascending order.
    package var entered: [BindingID] = []
    /// Bindings that left it, in ascending order.
    package var left: [BindingID] = []

    /// Whether nothing changed.
    package var isEmpty: Bool { entered.isEmpty && left.isEmpty }
  }

  /// Starts with an answer from nothing: `judgeAll` comes next.
  package init(_ query: Query) {
    self.query = query
    ages = query.ages
  }

  /// When some answer may change though nothing happens, in the process's time; nil where never.
  package var next: Moment? { alarms.first }

  /// Judges every binding anew.
  @discardableResult
  package mutating func judgeAll(_ model: GraphModel, _ facts: QueryFacts) -> Changes {
    let ids = model.bindings.map(\.id)
    links = BindingLinks()
    alarms = Alarms()
    if query.needs.contains(.graph) { for id in ids { note(id, model) } }
    for id in ids { setAlarm(id, model, facts) }
    return replace(matching, with: Set(query.matching(in: model, facts)))
  }

  /// Judges what changed, and what hangs together with it.
  ///
  /// - Parameter changed: Bindings of which anything was told or dropped. After a change of a scope
  ///   or node a query that needs scopes is judged anew as a whole.
  package mutating func update(
    _ changed: Set<BindingID>, _ model: GraphModel, _ facts: QueryFacts
  ) -> Changes {
    for id in changed { setAlarm(id, model, facts) }
    guard query.needs.contains(.graph) else {
      let judge = TermJudge(model: model, facts: facts)
      let meeting = changed.filter { id in
        model.binding(id).map { judge.meets(query.root, $0) } ?? false
      }
      return replace(matching.intersection(changed), with: meeting)
    }
    // What it hung together with before counts too.
    var touched = links.connected(to: changed)
    let hasMoved = changed.reduce(false) { note($1, model) || $0 }
    if hasMoved { touched.formUnion(links.connected(to: changed)) }
    judgedTogether = touched.count
    let graph = DependencyGraph(touched.filter { model.binding($0) != nil }) {
      links.precedents(of: $0)
    }
    return replace(
      matching.intersection(touched), with: Set(query.matching(in: graph, model, facts)))
  }

  /// Judges what may have changed by the passing of time alone.
  package mutating func tick(_ model: GraphModel, _ facts: QueryFacts) -> Changes {
    let due = alarms.take(through: facts.now)
    return due.isEmpty ? Changes() : update(due, model, facts)
  }

  // MARK: Parts

  private mutating func replace(_ old: Set<BindingID>, with new: Set<BindingID>) -> Changes {
    let changes = Changes(
      entered: new.subtracting(old).sorted(), left: old.subtracting(new).sorted())
    matching.subtract(changes.left)
    matching.formUnion(changes.entered)
    return changes
  }

  /// Whether it hangs together with others than before.
  @discardableResult
  private mutating func note(_ id: BindingID, _ model: GraphModel) -> Bool {
    let isKnown = model.binding(id) != nil
    let origin =
      isKnown && query.needs.contains(.origins) ? model.status(of: id)?.origin : nil
    return links.set(
      id, precedents: isKnown ? model.edges(of: id)?.precedents ?? [] : [], origin: origin)
  }

  private mutating func setAlarm(_ id: BindingID, _ model: GraphModel, _ facts: QueryFacts) {
    guard !ages.isEmpty else { return }
    let since = model.status(of: id)?.since.microseconds
    let next = since.flatMap { since in
      ages.lazy.map { since.addingReportingOverflow($0) }
        .first { !$0.overflow && $0.partialValue > facts.now.microseconds }
    }
    alarms.set(id, next.map { Moment(microseconds: $0.partialValue) })
  }
}

/// Which bindings hang together, by edges and by origins, kept while they change.
private struct BindingLinks {
  private var up: [BindingID: [BindingID]] = [:]
  private var down: [BindingID: Set<BindingID>] = [:]
  private var originOf: [BindingID: UInt64] = [:]
  private var members: [UInt64: Set<BindingID>] = [:]

  func precedents(of id: BindingID) -> [BindingID] { up[id] ?? [] }

  mutating func set(_ id: BindingID, precedents: [BindingID], origin: UInt64?) -> Bool {
    let old = up[id] ?? []
    if old != precedents {
      for old in old {
        down[old]?.remove(id)
        if down[old]?.isEmpty ?? false { down[old] = nil }
      }
      for new in precedents { down[new, default: []].insert(id) }
      up[id] = precedents.isEmpty ? nil : precedents
    }
    guard originOf[id] != origin else { return old != precedents }
    if let old = originOf[id] {
      members[old]?.remove(id)
      if members[old]?.isEmpty ?? false { members[old] = nil }
    }
    if let origin { members[origin, default: []].insert(id) }
    originOf[id] = origin
    return true
  }

  /// Some bindings, and all that hang together with them.
  func connected(to start: Set<BindingID>) -> Set<BindingID> {
    var found = start
    var open = Array(start)
    var origins: Set<UInt64> = []
    while let id = open.popLast() {
      for other in up[id] ?? [] where found.insert(other).inserted { open.append(other) }
      for other in down[id] ?? [] where found.insert(other).inserted { open.append(other) }
      guard let origin = originOf[id], origins.insert(origin).inserted else { continue }
      for other in members[origin] ?? [] where found.insert(other).inserted { open.append(other) }
    }
    return found
  }
}

/// When bindings are to be judged again: a heap, in which entries that no longer hold are passed over.
private struct Alarms {
  private var current: [BindingID: Moment] = [:]
  private var heap: [(moment: Moment, id: BindingID)] = []

  /// The first of all that hold.
  var first: Moment? { heap.first?.moment }

  mutating func set(_ id: BindingID, _ moment: Moment?) {
    guard current[id] != moment else { return }
    current[id] = moment
    if let moment { push((moment, id)) }
    dropPast()
  }

  /// Takes all through a moment.
  mutating func take(through now: Moment) -> Set<BindingID> {
    var due: Set<BindingID> = []
    while let first = heap.first, first.moment <= now {
      pop()
      if current[first.id] == first.moment {
        current[first.id] = nil
        due.insert(first.id)
      }
    }
    dropPast()
    return due
  }

  // The first must hold, since it is told; and what no longer holds must not pile up.
  private mutating func dropPast() {
    while let first = heap.first, current[first.id] != first.moment { pop() }
    guard heap.count > 2 * current.count + 64 else { return }
    let all = current
    heap = []
    for (id, moment) in all { push((moment, id)) }
  }

  private mutating func push(_ entry: (moment: Moment, id: BindingID)) {
    heap.append(entry)
    var place = heap.count - 1
    while place > 0, heap[place].moment < heap[(place - 1) / 2].moment {
      heap.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  private mutating func pop() {
    guard let last = heap.popLast(), !heap.isEmpty else { return }
    heap[0] = last
    var place = 0
    while 2 * place + 1 < heap.count {
      var child = 2 * place + 1
      if child + 1 < heap.count, heap[child + 1].moment < heap[child].moment { child += 1 }
      guard heap[child].moment < heap[place].moment else { break }
      heap.swapAt(place, child)
      place = child
    }
  }
}
