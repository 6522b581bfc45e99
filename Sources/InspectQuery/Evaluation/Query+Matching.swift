package import InspectWire

extension Query {
  /// The bindings of a model that the query asks for, in ascending order.
  ///
  /// Linear in the graph for each part of the query.
  package func matching(in model: GraphModel, _ facts: QueryFacts) -> [BindingID] {
    guard needs.contains(.graph) else {
      let judge = TermJudge(model: model, facts: facts)
      return model.bindings.filter { judge.meets(root, $0) }.map(\.id)
    }
    return matching(in: DependencyGraph(model), model, facts)
  }

  /// Those of a graph that the query asks for.
  ///
  /// - Parameter graph: Declared bindings, with everything that hangs together with them.
  func matching(
    in graph: DependencyGraph, _ model: GraphModel, _ facts: QueryFacts
  ) -> [BindingID] {
    let evaluation = SetEvaluation(graph: graph, model: model, facts: facts)
    let found = evaluation.set(of: root)
    return graph.ids.indices.filter { found[$0] }.map { graph.ids[$0] }
  }
}

extension Query {
  /// A part of a query, with how many bindings it finds by itself.
  package struct PartCount: Hashable, Sendable {
    /// The part as text.
    package let text: String
    /// Where it stands: UTF-8 bytes of the query.
    package let range: Range<Int>
    /// How many bindings it finds.
    package let count: Int
  }

  /// How many bindings each part finds by itself, in the order of the text, the whole last: so that
  /// somebody whose query finds nothing sees which part is to blame.
  package func counts(in model: GraphModel, _ facts: QueryFacts) -> [PartCount] {
    let evaluation = SetEvaluation(graph: DependencyGraph(model), model: model, facts: facts)
    let parts = root.conditions
    return (parts == [root] ? [root] : parts + [root]).map { node in
      PartCount(
        text: node.text, range: node.range,
        count: evaluation.set(of: node).reduce(0) { $0 + ($1 ? 1 : 0) })
    }
  }
}

extension QueryNode {
  /// The parts that `and` and `or` join.
  fileprivate var conditions: [QueryNode] {
    switch kind {
    case .all(let parts), .any(let parts): parts.flatMap(\.conditions)
    default: [self]
    }
  }
}

/// Judges a query on many bindings at once, as sets.
private struct SetEvaluation {
  let graph: DependencyGraph
  let model: GraphModel
  let facts: QueryFacts
  private let bindings: [BindingRecord?]

  init(graph: DependencyGraph, model: GraphModel, facts: QueryFacts) {
    self.graph = graph
    self.model = model
    self.facts = facts
    bindings = graph.ids.map(model.binding)
  }

  func set(of node: QueryNode) -> [Bool] {
    switch node.kind {
    case .everything: return bindings.map { $0 != nil }
    case .term(let term):
      let judge = TermJudge(model: model, facts: facts)
      return bindings.map { binding in binding.map { judge.meets(term, $0) } ?? false }
    case .all(let parts):
      return parts.dropFirst().reduce(set(of: parts[0])) { both($0, set(of: $1)) { $0 && $1 } }
    case .any(let parts):
      return parts.dropFirst().reduce(set(of: parts[0])) { both($0, set(of: $1)) { $0 || $1 } }
    case .not(let part): return set(of: part).map { !$0 }
    case .around(let part, let up, let down):
      let centre = set(of: part)
      var found = centre
      if let up {
        found = both(found, graph.precedents.reach(from: centre, limit: up.limit)) { $0 || $1 }
      }
      if let down {
        found = both(found, graph.dependents.reach(from: centre, limit: down.limit)) { $0 || $1 }
      }
      return found
    case .path(let from, let to): return graph.path(from: set(of: from), to: set(of: to))
    case .loop:
      return graph.loops(among: bindings.map { $0 != nil }, in: model).of.map { $0 >= 0 }
    case .cause(let part):
      return CauseFolding(graph, model, facts).leaders(of: set(of: part))
    }
  }

  private func both(_ one: [Bool], _ other: [Bool], _ join: (Bool, Bool) -> Bool) -> [Bool] {
    one.indices.map { join(one[$0], other[$0]) }
  }
}
