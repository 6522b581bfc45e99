/// A part of a query, with the place where it stands in the text.
///
/// Equal parts ask the same in the same form; where they stand is not compared.
package struct QueryNode: Hashable, Sendable {
  /// What is asked.
  package let kind: Kind
  /// Where it stands: UTF-8 bytes of the text.
  package let range: Range<Int>

  /// Takes both as they are.
  init(_ kind: Kind, _ range: Range<Int>) {
    self.kind = kind
    self.range = range
  }

  /// The forms of a question.
  package indirect enum Kind: Hashable, Sendable {
    /// Every binding.
    case everything
    /// A condition on one binding.
    case term(QueryTerm)
    /// Those in all parts; at least two, none of them `all`.
    case all([QueryNode])
    /// Those in any part; at least two, none of them `any`.
    case any([QueryNode])
    /// Those that are not in it.
    case not(QueryNode)
    /// It, and what it depends on (`up`), and what depends on it (`down`).
    case around(QueryNode, up: Reach?, down: Reach?)
    /// What lies on some way of values from the first to the second.
    case path(QueryNode, QueryNode)
    /// What makes those of it fail that do.
    case cause(QueryNode)
    /// Members of loops.
    case loop
  }

  /// How far a graph term goes.
  package enum Reach: Hashable, Sendable {
    case whole
    case levels(Int)

    /// Most levels; nil where there is no bound.
    var limit: Int? {
      switch self {
      case .whole: nil
      case .levels(let count): count
      }
    }
  }

  /// Compares what is asked.
  package static func == (one: Self, other: Self) -> Bool { one.kind == other.kind }

  /// Hashes what is asked.
  package func hash(into hasher: inout Hasher) { hasher.combine(kind) }

  /// The parts directly below.
  var parts: [QueryNode] {
    switch kind {
    case .everything, .term, .loop: []
    case .all(let parts), .any(let parts): parts
    case .not(let part), .around(let part, up: _, down: _), .cause(let part): [part]
    case .path(let from, let to): [from, to]
    }
  }

  /// Whether this or a part below meets a condition.
  func contains(_ isMeant: (QueryNode) -> Bool) -> Bool {
    isMeant(self) || parts.contains { $0.contains(isMeant) }
  }
}

/// A condition on one binding.
package enum QueryTerm: Hashable, Sendable {
  /// A piece of the name or of the key path.
  case word(TextPattern)
  /// One of a few words, by their places in the field's list.
  case choice(QueryField, [Int])
  /// One of some texts: the whole text, or a piece of it.
  case text(QueryField, isPiece: Bool, [TextPattern])
  /// A number, in the smallest unit of the field.
  case quantity(QueryField, Comparison, UInt64)

  /// How a number is compared.
  package enum Comparison: String, CaseIterable, Hashable, Sendable {
    case above = ">"
    case below = "<"
    case atLeast = ">="
    case atMost = "<="

    /// Whether the comparison holds.
    func holds<Number: Comparable>(_ one: Number, _ other: Number) -> Bool {
      switch self {
      case .above: one > other
      case .below: one < other
      case .atLeast: one >= other
      case .atMost: one <= other
      }
    }
  }

  /// The field; nil for a bare word.
  var field: QueryField? {
    switch self {
    case .word: nil
    case .choice(let field, _), .text(let field, isPiece: _, _), .quantity(let field, _, _): field
    }
  }
}
