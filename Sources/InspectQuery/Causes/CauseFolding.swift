internal import InspectWire

/// Where bindings fail, and which of these places explains which.
///
/// A *place* is what several bindings fail at together: an origin that their statuses name, a loop,
/// else one binding. A place is explained by the places of those failing bindings on which *all* of
/// its bindings depend, unless the first reason is one that no value can bring. What nothing explains
/// is a cause. Equal reasons or texts fold nothing.
struct CauseFolding {
  /// What fails together.
  struct Place {
    /// What a cause at this place would be.
    var kind: Cause.Kind
    /// Failing bindings by their places in the graph: the worst first, of these the oldest.
    var members: [Int]
    /// All of a loop, failing or not; empty for anything else.
    var loop: [Int] = []
  }

  let graph: DependencyGraph
  let model: GraphModel
  /// The places.
  private(set) var places: [Place] = []
  /// The place at which each binding of the graph fails; −1 where it does not.
  private(set) var placeOf: [Int32]
  /// From each place to those that explain it.
  private(set) var explaining = Digraph(count: 0, edges: [])
  /// Places that explain each other are one; what explains a component has a lower number.
  private(set) var components: (of: [Int32], count: Int) = ([], 0)

  private let statuses: [StatusRecord?]

  /// Finds the places of a graph; linear in it.
  init(_ graph: DependencyGraph, _ model: GraphModel, _ facts: QueryFacts) {
    self.graph = graph
    self.model = model
    placeOf = [Int32](repeating: -1, count: graph.count)
    statuses = graph.ids.map { id in
      guard !facts.hasEnded, model.binding(id) != nil, let status = model.status(of: id),
        status.colour <= .yellow
      else { return nil }
      return status
    }
    findLoops()
    findOrigins()
    findExplanations()
    components = explaining.components()
  }

  /// How many bindings fail.
  var failing: Int { statuses.reduce(0) { $0 + ($1 == nil ? 0 : 1) } }

  /// The status of a binding that fails.
  func status(of node: Int) -> StatusRecord? { statuses[node] }

  /// Components that nothing explains.
  var roots: [Bool] {
    var roots = [Bool](repeating: true, count: components.count)
    for place in places.indices {
      let own = components.of[place]
      if explaining.successors(of: place).contains(where: { components.of[Int($0)] != own }) {
        roots[Int(own)] = false
      }
    }
    return roots
  }

  /// Bindings that stand for the causes of some: one for each cause, and all members of loops.
  func leaders(of set: [Bool]) -> [Bool] {
    var asked = [Bool](repeating: false, count: places.count)
    for node in 0..<graph.count where set[node] && placeOf[node] >= 0 {
      asked[Int(placeOf[node])] = true
    }
    let reached = explaining.reach(from: asked)
    let roots = roots
    var led = [Bool](repeating: false, count: components.count)
    var found = [Bool](repeating: false, count: graph.count)
    for place in placesByLeader
    where reached[place] && roots[Int(components.of[place])] {
      if places[place].kind == .loop {
        for node in places[place].loop { found[node] = true }
      } else if !led[Int(components.of[place])] {
        found[places[place].members[0]] = true
      }
      led[Int(components.of[place])] = true
    }
    return found
  }

  /// The places, those with the worst and oldest leader first.
  var placesByLeader: [Int] {
    places.indices.sorted { isBefore(places[$0].members[0], places[$1].members[0]) }
  }

  /// Whether one failing binding stands before another: it is worse, or as bad and older.
  func isBefore(_ one: Int, _ other: Int) -> Bool {
    let colours = (statuses[one]?.colour ?? .grey, statuses[other]?.colour ?? .grey)
    return colours.0 == colours.1 ? one < other : colours.0 < colours.1
  }

  // MARK: Places

  private mutating func findLoops() {
    let restless = statuses.map { status in
      status?.reasons.contains { $0.code == .doesNotSettle } ?? false
    }
    guard restless.contains(true) else { return }
    add(graph.loops(among: restless, in: model), restless)
    // Where a round also leads through bindings that look sound, all that is on it is the loop.
    let rest = restless.indices.map { restless[$0] && placeOf[$0] < 0 }
    guard rest.contains(true) else { return }
    let alive = graph.ids.map { (model.colour(of: $0) ?? .grey) != .grey }
    add(graph.loops(among: alive, in: model), rest)
  }

  private mutating func add(_ loops: (of: [Int32], count: Int), _ isMeant: [Bool]) {
    var members = [[Int]](repeating: [], count: loops.count)
    var isRestless = [Bool](repeating: false, count: loops.count)
    for node in 0..<graph.count where loops.of[node] >= 0 {
      members[Int(loops.of[node])].append(node)
      if isMeant[node], placeOf[node] < 0 { isRestless[Int(loops.of[node])] = true }
    }
    for loop in members.indices where isRestless[loop] {
      let failing = members[loop].filter { statuses[$0] != nil && placeOf[$0] < 0 }
      add(Place(kind: .loop, members: failing, loop: members[loop]))
    }
  }

  private mutating func findOrigins() {
    var origins: [UInt64: [Int]] = [:]
    var lone: [Int] = []
    for node in 0..<graph.count where placeOf[node] < 0 {
      guard let status = statuses[node] else { continue }
      if let origin = status.origin {
        origins[origin, default: []].append(node)
      } else {
        lone.append(node)
      }
    }
    let shared = origins.values.filter { $0.count > 1 }.sorted { $0[0] < $1[0] }
    for members in shared { add(Place(kind: .place, members: members)) }
    lone += origins.values.filter { $0.count == 1 }.map { $0[0] }
    for node in lone.sorted() { add(Place(kind: .binding, members: [node])) }
  }

  private mutating func add(_ place: Place) {
    var place = place
    place.members.sort(by: isBefore)
    for node in place.members { placeOf[node] = Int32(truncatingIfNeeded: places.count) }
    places.append(place)
  }

  private mutating func findExplanations() {
    var edges: [(from: Int32, to: Int32)] = []
    var counts = [Int](repeating: 0, count: graph.count)
    for (number, place) in places.enumerated() where place.kind != .loop {
      guard place.members.allSatisfy({ statuses[$0]?.canComeWithAValue ?? false }) else { continue }
      var touched: [Int] = []
      for node in place.members {
        for precedent in graph.precedents.successors(of: node)
        where placeOf[Int(precedent)] >= 0 && placeOf[Int(precedent)] != Int32(number) {
          counts[Int(precedent)] += 1
          touched.append(Int(precedent))
        }
      }
      for precedent in touched {
        if counts[precedent] == place.members.count {
          edges.append((Int32(number), placeOf[precedent]))
        }
        counts[precedent] = 0
      }
    }
    explaining = Digraph(count: places.count, edges: edges)
  }
}

extension StatusRecord {
  /// Whether what fails first could fail because of a value that came, or did not come.
  ///
  /// A name that nobody answers, a type that does not fit, a source that is silent are faults of the
  /// binding's own, whatever the bindings before it do.
  fileprivate var canComeWithAValue: Bool {
    switch step {
    case .declaration, .owner, .notification: return false
    case .transformer: return reasons.first?.code == .transformerSupplierNil
    default: break
    }
    switch reasons.first?.code {
    case .getterOnly, .unsupportedValueType, .transformedTypeUnsupported, .transformerRequired,
      .overwritten, ReasonCode("drifted"):
      return false
    default: return true
    }
  }
}
