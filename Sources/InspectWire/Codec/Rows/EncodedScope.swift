/// A scope as a row: `[id, parent, name, owner, boundary]`.
enum EncodedScope {
  static func write(_ scope: ScopeRecord, to output: inout WireOutput) {
    var end = RowEnd(.scope)
    end.says(1, scope.parent != nil)
    end.says(2, !scope.name.isEmpty)
    end.says(3, !scope.owner.isEmpty)
    end.says(4, scope.isBoundary)
    output.json.beginArray()
    output.json.unsigned(scope.id.rawValue)
    output.cell(1, end, scope.parent) { $0.json.unsigned($1.rawValue) }
    output.cell(2, end, scope.name) { $0.name($1) }
    output.cell(3, end, scope.owner) { $0.name($1) }
    output.cell(4, end, scope.isBoundary ? 1 : 0)
    output.json.endArray()
  }

  static func read(
    _ row: inout RowReading, _ input: inout WireInput
  ) throws(WireError) -> ScopeRecord {
    var scope = ScopeRecord(
      id: ScopeID(0), parent: nil, name: "", owner: "", isBoundary: false)
    try row.begin(&input)
    while let column = try row.nextColumn(&input) {
      switch column {
      case 0: scope.id = ScopeID(try input.json.readUInt64())
      case 1: scope.parent = ScopeID(try input.json.readUInt64())
      case 2: scope.name = try input.name()
      case 3: scope.owner = try input.name()
      default: scope.isBoundary = try input.json.readUInt64() != 0
      }
    }
    return scope
  }
}
