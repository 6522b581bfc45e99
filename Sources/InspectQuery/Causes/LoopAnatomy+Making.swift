internal import InspectWire

extension LoopAnatomy {
  /// A loop with its members in the order of the round.
  struct Ordered {
    /// The members by their places in the graph, from the one with the least stable key on.
    let order: [Int]
    /// What is told of it.
    let told: LoopAnatomy
  }
}

extension LoopAnatomy.Ordered {
  /// What a loop of a graph is like.
  ///
  /// - Parameter members: All of a strongly connected component.
  init(_ members: [Int], in folding: CauseFolding) {
    let order = Self.order(members, folding)
    var place: [Int: Int] = [:]
    for (number, node) in order.enumerated() { place[node] = number }
    let arcs = order.map { node in
      folding.graph.dependents.successors(of: node).compactMap { place[Int($0)] }.sorted()
    }
    let ids = order.map { folding.graph.ids[$0] }
    func edge(_ from: Int, _ to: Int) -> LoopAnatomy.Edge {
      LoopAnatomy.Edge(
        from: ids[from], to: ids[to],
        isImplicit: folding.model.edges(of: ids[to])?.implicit.contains(ids[from]) ?? false)
    }
    let cut = FeedbackArcs(arcs)
    let edges = arcs.indices.flatMap { from in arcs[from].map { (from, $0) } }
    let reasons = order.map { node in
      folding.status(of: node)?.reasons.first { $0.code == .doesNotSettle }
    }
    let rounds = zip(ids, reasons).compactMap { id, reason -> LoopAnatomy.Rounds? in
      reason?.value("values").map { text in
        LoopAnatomy.Rounds(binding: id, values: Self.values(text))
      }
    }
    self.order = order
    told = LoopAnatomy(
      kind: Self.kind(ids, arcs, rounds, folding.model),
      rounds: reasons.compactMap { $0?.value("rounds").flatMap { UInt64($0) } }.max(),
      edges: edges.prefix(QueryLimits.edgesTold).map { edge($0.0, $0.1) },
      edgeCount: UInt64(edges.count),
      cut: cut.arcs.prefix(QueryLimits.edgesTold).map { edge($0.from, $0.to) },
      isSmallestCut: cut.isSmallest, values: Array(rounds.prefix(QueryLimits.valuesTold.members)))
  }

  /// Along the edges from the member with the least stable key, the least neighbour first.
  private static func order(_ members: [Int], _ folding: CauseFolding) -> [Int] {
    let keys = members.map { folding.model.binding(folding.graph.ids[$0])?.stableKey ?? "" }
    let sorted = zip(keys, members).sorted { one, other in
      ExactText(one.0) == ExactText(other.0)
        ? one.1 < other.1 : one.0.utf8.lexicographicallyPrecedes(other.0.utf8)
    }.map(\.1)
    var rank: [Int: Int] = [:]
    for (number, node) in sorted.enumerated() { rank[node] = number }
    var order: [Int] = []
    var seen: Set<Int> = []
    var open = sorted.first.map { [$0] } ?? []
    while let node = open.popLast() {
      guard seen.insert(node).inserted else { continue }
      order.append(node)
      let next = folding.graph.dependents.successors(of: node).compactMap { rank[Int($0)] }
      for number in next.sorted(by: >) where !seen.contains(sorted[number]) {
        open.append(sorted[number])
      }
    }
    return order
  }

  // The last rounds tell most.
  private static func values(_ text: String) -> [String] {
    text.split(separator: ",").suffix(QueryLimits.valuesTold.rounds).map { part in
      shortened(String(part.drop { $0 == " " }), toColumns: QueryLimits.valuesTold.characters)
    }
  }

  private static func kind(
    _ ids: [BindingID], _ arcs: [[Int]], _ rounds: [LoopAnatomy.Rounds], _ model: GraphModel
  ) -> LoopAnatomy.Kind {
    if hasTwoWriters(ids, arcs, model) { return .twoWritersFight }
    let settling = rounds.filter { isSettling($0.values) }
    return !rounds.isEmpty && settling.count == rounds.count ? .settlesSlowly : .doesNotSettle
  }

  /// Whether two members write to one target: it has the same name, and somebody reads it from both.
  private static func hasTwoWriters(
    _ ids: [BindingID], _ arcs: [[Int]], _ model: GraphModel
  ) -> Bool {
    var writers: [Int: [Int]] = [:]
    for (from, ends) in arcs.enumerated() {
      for end in ends { writers[end, default: []].append(from) }
    }
    for group in writers.values where group.count > 1 {
      var seen: Set<Target> = []
      for writer in group {
        guard let binding = model.binding(ids[writer]), !binding.target.property.isEmpty else {
          continue
        }
        if !seen.insert(Target(binding)).inserted { return true }
      }
    }
    return false
  }

  private struct Target: Hashable {
    let node: NodeID?
    let owner: ExactText
    let property: ExactText

    init(_ binding: BindingRecord) {
      node = binding.node
      owner = ExactText(binding.target.owner)
      property = ExactText(binding.target.property)
    }
  }

  /// Whether each value is nearer to the one before than that was to its own.
  private static func isSettling(_ values: [String]) -> Bool {
    let numbers = values.compactMap { Double($0) }
    guard numbers.count == values.count, numbers.count > 2 else { return false }
    let steps = zip(numbers, numbers.dropFirst()).map { abs($1 - $0) }
    return zip(steps, steps.dropFirst()).allSatisfy { $1 < $0 }
  }
}

extension Reason {
  /// A parameter by its name.
  fileprivate func value(_ name: String) -> String? {
    parameters.first { $0.name == name }?.value
  }
}
