/// An end as a row: `[what, id, at]`, with 0 for a scope, 1 for a node, 2 for a binding.
enum EncodedEnded {
  static func write(_ end: EndedRecord, to output: inout WireOutput) {
    let (what, id) = EncodedSubject.parts(of: end.subject)
    output.json.beginArray()
    output.json.unsigned(UInt64(what.rawValue))
    output.json.unsigned(id)
    output.json.integer(end.at.microseconds)
    output.json.endArray()
  }

  static func read(
    _ row: inout RowReading, _ input: inout WireInput
  ) throws(WireError) -> EndedRecord {
    var what = EncodedSubject.scope
    var id: UInt64 = 0
    var at: Int64 = 0
    try row.begin(&input)
    while let column = try row.nextColumn(&input) {
      switch column {
      case 0: what = try input.code("what")
      case 1: id = try input.json.readUInt64()
      default: at = try input.json.readInt64()
      }
    }
    return EndedRecord(subject: what.subject(id), at: Moment(microseconds: at))
  }
}

/// The kinds of things that can end or be forgotten, as numbers and as names.
enum EncodedSubject: UInt8, CaseIterable {
  case scope, node, binding

  /// The kind's name.
  var name: String {
    switch self {
    case .scope: "scope"
    case .node: "node"
    case .binding: "binding"
    }
  }

  /// The thing of this kind with that number.
  func subject(_ id: UInt64) -> Subject {
    switch self {
    case .scope: .scope(ScopeID(id))
    case .node: .node(NodeID(id))
    case .binding: .binding(BindingID(id))
    }
  }

  /// Kind and number of a thing.
  static func parts(of subject: Subject) -> (Self, UInt64) {
    switch subject {
    case .scope(let id): (.scope, id.rawValue)
    case .node(let id): (.node, id.rawValue)
    case .binding(let id): (.binding, id.rawValue)
    }
  }
}
