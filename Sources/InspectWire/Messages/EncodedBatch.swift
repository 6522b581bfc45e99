/// `{"m": kind of record, "seq", "rows"}`.
enum EncodedBatch {
  static func write(
    _ kind: RowKind, sequence: UInt64, _ rows: RowBuffers, to output: inout WireOutput
  ) {
    output.begin(kind.name)
    output.field("seq", sequence)
    output.json.key("rows")
    rows.write(kind, to: &output.json)
    output.json.endObject()
  }

  static func read(
    _ kind: RowKind, _ input: inout WireInput, _ object: inout JSONReader.ObjectCursor,
    into sink: inout some RecordSink
  ) throws(WireError) -> Batch {
    var sequence: UInt64?
    var hasRows = false
    while let key = try input.json.nextKey(&object) {
      switch key {
      case "seq": sequence = try input.json.readUInt64()
      case "rows":
        try RowReader.read(kind, &input, limit: Limits.batchRecords, into: &sink)
        hasRows = true
      default: try input.json.skipValue()
      }
    }
    _ = try input.require(hasRows ? true : nil, "rows")
    return Batch(sequence: try input.require(sequence, "seq"), records: [])
  }
}
