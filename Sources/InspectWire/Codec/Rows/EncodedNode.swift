/// A node as a row: `[id, scope, class, parent, name, frame]`.
enum EncodedNode {
  static func write(_ node: NodeRecord, to output: inout WireOutput) {
    let frame = node.frame.flatMap(finite)
    var end = RowEnd(.node)
    end.says(2, !node.className.isEmpty)
    end.says(3, node.parent != nil)
    end.says(4, !node.name.isEmpty)
    end.says(5, frame != nil)
    output.json.beginArray()
    output.json.unsigned(node.id.rawValue)
    output.json.unsigned(node.scope.rawValue)
    output.cell(2, end, node.className) { $0.name($1) }
    output.cell(3, end, node.parent) { $0.json.unsigned($1.rawValue) }
    output.cell(4, end, node.name) { $0.fullName($1) }
    output.cell(5, end, frame) { output, frame in
      output.json.beginArray()
      for number in [frame.x, frame.y, frame.width, frame.height] { output.json.double(number) }
      output.json.endArray()
    }
    output.json.endArray()
  }

  static func read(
    _ row: inout RowReading, _ input: inout WireInput
  ) throws(WireError) -> NodeRecord {
    var node = NodeRecord(
      id: NodeID(0), scope: ScopeID(0), parent: nil, className: "", name: "", frame: nil)
    try row.begin(&input)
    while let column = try row.nextColumn(&input) {
      switch column {
      case 0: node.id = NodeID(try input.json.readUInt64())
      case 1: node.scope = ScopeID(try input.json.readUInt64())
      case 2: node.className = try input.name()
      case 3: node.parent = NodeID(try input.json.readUInt64())
      case 4: node.name = try input.name()
      default: node.frame = try frame(&input)
      }
    }
    return node
  }

  private static func frame(_ input: inout WireInput) throws(WireError) -> Frame {
    var frame = Frame(x: 0, y: 0, width: 0, height: 0)
    var tuple = try input.beginTuple()
    if try input.next(&tuple) { frame.x = try input.json.readDouble() }
    if try input.next(&tuple) { frame.y = try input.json.readDouble() }
    if try input.next(&tuple) { frame.width = try input.json.readDouble() }
    if try input.next(&tuple) { frame.height = try input.json.readDouble() }
    try input.endTuple(&tuple)
    return frame
  }

  // A place that is no number is no place.
  private static func finite(_ frame: Frame) -> Frame? {
    let isFinite =
      frame.x.isFinite && frame.y.isFinite && frame.width.isFinite && frame.height.isFinite
    return isFinite ? frame : nil
  }
}
