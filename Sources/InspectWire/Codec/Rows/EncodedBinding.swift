/// A binding's declaration as a row:
/// `[id, name, key, place, source, target, scope, node, path, direction, transformer]`.
enum EncodedBinding {
  static func write(_ binding: BindingRecord, to output: inout WireOutput) {
    var end = RowEnd(.binding)
    end.says(2, !binding.stableKey.isEmpty)
    // Always written: an absent place is unknown without a reason why.
    end.says(3, binding.place != .unknown(why: ""))
    end.says(4, binding.source != nowhere)
    end.says(5, binding.target != nowhere)
    end.says(6, binding.scope != nil)
    end.says(7, binding.node != nil)
    end.says(8, binding.keyPath != nil)
    end.says(9, binding.direction != .oneWay)
    end.says(10, binding.transformer != nil)
    output.json.beginArray()
    output.json.unsigned(binding.id.rawValue)
    output.fullName(binding.name)
    output.cell(2, end, binding.stableKey) { $0.fullName($1) }
    output.cell(3, end, binding.place) { EncodedPlace.write($1, to: &$0) }
    output.cell(4, end, binding.source) { write($1, to: &$0) }
    output.cell(5, end, binding.target) { write($1, to: &$0) }
    output.cell(6, end, binding.scope) { $0.json.unsigned($1.rawValue) }
    output.cell(7, end, binding.node) { $0.json.unsigned($1.rawValue) }
    output.cell(8, end, binding.keyPath) { $0.name($1) }
    output.cell(9, end, UInt64(binding.direction.rawValue))
    output.cell(10, end, binding.transformer) { $0.name($1) }
    output.json.endArray()
  }

  static func read(
    _ row: inout RowReading, _ input: inout WireInput
  ) throws(WireError) -> BindingRecord {
    var id: UInt64 = 0
    var scope: ScopeID?
    var node: NodeID?
    var (name, stableKey) = ("", "")
    var place = Place.unknown(why: "")
    var (keyPath, transformer): (String?, String?)
    var (source, target) = (nowhere, nowhere)
    var direction = Direction.oneWay
    try row.begin(&input)
    while let column = try row.nextColumn(&input) {
      switch column {
      case 0: id = try input.json.readUInt64()
      case 1: name = try input.name()
      case 2: stableKey = try input.name()
      case 3: place = try EncodedPlace.read(&input)
      case 4: source = try endpoint(&input)
      case 5: target = try endpoint(&input)
      case 6: scope = ScopeID(try input.json.readUInt64())
      case 7: node = NodeID(try input.json.readUInt64())
      case 8: keyPath = try input.name()
      case 9: direction = try input.code("direction")
      default: transformer = try input.name()
      }
    }
    let shape = BindingShape(
      place: place, keyPath: keyPath, transformer: transformer, source: source, target: target,
      direction: direction)
    return BindingRecord(
      id: BindingID(id), scope: scope, node: node, name: input.pool.share(name),
      stableKey: input.pool.share(stableKey), shape: input.pool.share(shape))
  }

  private static let nowhere = Endpoint(owner: "", property: "", valueType: "")

  private static func write(_ endpoint: Endpoint, to output: inout WireOutput) {
    output.json.beginArray()
    output.name(endpoint.owner)
    output.name(endpoint.property)
    output.name(endpoint.valueType)
    output.json.endArray()
  }

  private static func endpoint(_ input: inout WireInput) throws(WireError) -> Endpoint {
    var tuple = try input.beginTuple()
    let owner = try input.nextName(&tuple)
    let property = try input.nextName(&tuple)
    let valueType = try input.nextName(&tuple)
    try input.endTuple(&tuple)
    return Endpoint(owner: owner, property: property, valueType: valueType)
  }
}
