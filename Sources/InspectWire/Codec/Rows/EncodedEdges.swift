/// On what a binding depends, as a row: `[binding, precedents, implicit]`.
enum EncodedEdges {
  static func write(_ edges: EdgesRecord, to output: inout WireOutput) {
    output.json.beginArray()
    output.json.unsigned(edges.binding.rawValue)
    if !edges.precedents.isEmpty || !edges.implicit.isEmpty {
      write(edges.precedents, to: &output)
    }
    if !edges.implicit.isEmpty { write(edges.implicit.sorted(), to: &output) }
    output.json.endArray()
  }

  static func read(
    _ row: inout RowReading, _ input: inout WireInput
  ) throws(WireError) -> EdgesRecord {
    var edges = EdgesRecord(binding: BindingID(0), precedents: [])
    try row.begin(&input)
    while let column = try row.nextColumn(&input) {
      switch column {
      case 0: edges.binding = BindingID(try input.json.readUInt64())
      case 1: edges.precedents = try ids(&input)
      default: edges.implicit = Set(try ids(&input))
      }
    }
    return edges
  }

  private static func write(_ ids: [BindingID], to output: inout WireOutput) {
    output.json.beginArray()
    for id in ids.prefix(Limits.precedents) { output.json.unsigned(id.rawValue) }
    output.json.endArray()
  }

  private static func ids(_ input: inout WireInput) throws(WireError) -> [BindingID] {
    try input.list(limit: Limits.precedents) { input throws(WireError) in
      BindingID(try input.json.readUInt64())
    }
  }
}
