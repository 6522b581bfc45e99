/// A kind of record as rows on the wire, with the columns that this version writes and knows.
enum RowKind: UInt8, CaseIterable, Sendable {
  case scope, node, binding, status, edges, ended

  /// The kind's name: also that of the message that carries a reporter's rows.
  var name: String {
    switch self {
    case .scope: "scope"
    case .node: "node"
    case .binding: "binding"
    case .status: "status"
    case .edges: "edges"
    case .ended: "ended"
    }
  }

  /// The kind of that name.
  init?(name: String) {
    guard let kind = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = kind
  }

  /// The kind of a record.
  init(of record: Record) {
    switch record {
    case .scope: self = .scope
    case .node: self = .node
    case .binding: self = .binding
    case .status: self = .status
    case .edges: self = .edges
    case .ended: self = .ended
    }
  }

  /// Columns in the order in which this version writes them: what is mostly absent comes last, so
  /// that a row can end before it.
  var columns: [String] {
    switch self {
    case .scope: ["id", "parent", "name", "owner", "boundary"]
    case .node: ["id", "scope", "class", "parent", "name", "frame"]
    case .binding:
      [
        "id", "name", "key", "place", "source", "target", "scope", "node", "path", "direction",
        "transformer",
      ]
    case .status:
      [
        "binding", "colour", "since", "changes", "marks", "counters", "write", "step", "reasons",
        "origin", "good",
      ]
    case .edges: ["binding", "precedents", "implicit"]
    case .ended: ["what", "id", "at"]
    }
  }

  /// How many of its first columns a row must have.
  var requiredColumns: Int {
    switch self {
    case .scope, .edges: 1
    case .node, .binding: 2
    case .status, .ended: 3
    }
  }
}

/// Which column stands where in the rows of a sender, by kind.
struct RowLayouts: Sendable {
  // By place in the row: the column's place in `RowKind.columns`, or `unknown`.
  private var orders = [[UInt8]?](repeating: nil, count: RowKind.allCases.count)

  /// Stands for a column that this version does not know.
  static let unknown = UInt8.max

  /// Most columns of one kind: three times what there are.
  static let columnLimit = 40

  /// The order told for a kind; nil where none was.
  subscript(kind: RowKind) -> [UInt8]? { orders[Int(kind.rawValue)] }

  /// Takes an order as told; kinds that this version does not know are passed over.
  ///
  /// - Returns: What is wrong with it, nil if it was taken.
  mutating func take(_ columns: Columns) -> WireError.Kind? {
    guard let kind = RowKind(name: columns.of) else { return nil }
    let known = kind.columns
    guard columns.names.count <= Self.columnLimit else { return .tooManyElements }
    guard Set(columns.names.map(ExactText.init)).count == columns.names.count else {
      return .outOfRange("names")
    }
    for required in known.prefix(kind.requiredColumns) where !columns.names.contains(required) {
      return .missing(required)
    }
    orders[Int(kind.rawValue)] = columns.names.map { name in
      known.firstIndex(of: name).map { UInt8(truncatingIfNeeded: $0) } ?? Self.unknown
    }
    return nil
  }
}
