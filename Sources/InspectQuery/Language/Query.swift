/// A question about bindings, as `docs/query.md` describes it.
package struct Query: Hashable, Sendable {
  /// What is asked, as a tree.
  package let root: QueryNode
  /// What judging it takes, besides the bindings themselves.
  package let needs: Needs

  /// What judging a query takes.
  package struct Needs: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The answer depends on the time.
    package static let time = Needs(rawValue: 1)
    /// The answer depends on how often bindings carry values.
    package static let rates = Needs(rawValue: 2)
    /// The answer depends on what values are.
    package static let values = Needs(rawValue: 4)
    /// The answer for one binding depends on others.
    package static let graph = Needs(rawValue: 8)
    /// The answer depends on which bindings fail at one place.
    package static let origins = Needs(rawValue: 16)
    /// The answer depends on scopes.
    package static let scopes = Needs(rawValue: 32)
  }

  /// Reads a query; an empty one asks for every binding.
  package init(_ text: String) throws(QueryError) {
    let root = try QueryParser.parse(text)
    self.root = root
    needs = root.needs
  }

  /// The query in its one spelling.
  package var text: String { root.text }

  /// The moments after a change of colour at which some answer may change, in microseconds.
  var ages: [Int64] {
    var ages: Set<Int64> = []
    root.visit { node in
      guard case .term(.quantity(.age, let comparison, let amount)) = node.kind else { return }
      let limit = Int64(amount) * 1_000
      ages.insert(comparison == .above || comparison == .atMost ? limit + 1 : limit)
    }
    return ages.sorted()
  }
}

extension QueryNode {
  fileprivate func visit(_ body: (QueryNode) -> Void) {
    body(self)
    for part in parts { part.visit(body) }
  }

  fileprivate var needs: Query.Needs {
    var needs = parts.reduce(into: Query.Needs()) { $0.formUnion($1.needs) }
    switch kind {
    case .around, .path, .loop: needs.insert(.graph)
    case .cause: needs.formUnion([.graph, .origins])
    case .term(let term):
      switch term.field {
      case .age: needs.insert(.time)
      case .rate: needs.insert(.rates)
      case .value: needs.insert(.values)
      case .scope: needs.insert(.scopes)
      default: break
      }
    case .everything, .all, .any, .not: break
    }
    return needs
  }
}
