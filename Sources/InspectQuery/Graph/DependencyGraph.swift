internal import InspectWire

/// On which bindings which depend, both ways.
struct DependencyGraph: Sendable {
  /// The bindings, in ascending order.
  let ids: [BindingID]
  /// From each binding to those whose target it reads.
  let precedents: Digraph
  /// From each binding to those that read its target.
  let dependents: Digraph
  private let places: [BindingID: Int32]

  /// Takes some bindings with the edges between them; edges to others are left out.
  init(_ ids: [BindingID], precedents: (BindingID) -> [BindingID]) {
    let ids = ids.sorted()
    var places: [BindingID: Int32] = [:]
    places.reserveCapacity(ids.count)
    for (place, id) in ids.enumerated() { places[id] = Int32(truncatingIfNeeded: place) }
    var edges: [(from: Int32, to: Int32)] = []
    for (place, id) in ids.enumerated() {
      for precedent in precedents(id) {
        if let other = places[precedent] { edges.append((Int32(truncatingIfNeeded: place), other)) }
      }
    }
    self.ids = ids
    self.places = places
    self.precedents = Digraph(count: ids.count, edges: edges)
    dependents = self.precedents.reversed
  }

  /// Every declared binding of a model, with the edges told.
  init(_ model: GraphModel) {
    self.init(model.bindings.map(\.id)) { model.edges(of: $0)?.precedents ?? [] }
  }

  /// How many bindings there are.
  var count: Int { ids.count }

  /// The place of a binding; nil where it is none of them.
  func place(of id: BindingID) -> Int? { places[id].map(Int.init) }

  /// What lies on some way of values from one set to another, both ends among it.
  func path(from: [Bool], to: [Bool]) -> [Bool] {
    let below = dependents.reach(from: from)
    let above = precedents.reach(from: to)
    return below.indices.map { below[$0] && above[$0] }
  }

  /// Members of loops, among the nodes given.
  ///
  /// A binding that reads its own target is a loop by itself, unless it carries both ways: then that
  /// is its nature.
  /// - Returns: A number for each loop, −1 for nodes outside of any; in ascending order of members.
  func loops(among isMeant: [Bool], in model: GraphModel) -> (of: [Int32], count: Int) {
    var edges: [(from: Int32, to: Int32)] = []
    for node in 0..<count where isMeant[node] {
      for end in precedents.successors(of: node) where isMeant[Int(end)] {
        edges.append((Int32(truncatingIfNeeded: node), end))
      }
    }
    let graph = Digraph(count: count, edges: edges)
    let components = graph.components()
    var sizes = [Int](repeating: 0, count: components.count)
    for node in 0..<count { sizes[Int(components.of[node])] += 1 }
    var numbers = [Int32](repeating: -1, count: components.count)
    var loops: Int32 = 0
    let of = (0..<count).map { node -> Int32 in
      let component = Int(components.of[node])
      let isLoop =
        sizes[component] > 1
        || graph.successors(of: node).contains(Int32(truncatingIfNeeded: node))
          && model.binding(ids[node])?.direction != .twoWay
      guard isMeant[node], isLoop else { return -1 }
      if numbers[component] < 0 {
        numbers[component] = loops
        loops += 1
      }
      return numbers[component]
    }
    return (of, Int(loops))
  }
}
