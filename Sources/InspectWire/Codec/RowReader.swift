/// Reads the rows of a message and hands on each record as soon as it is read.
enum RowReader {
  /// Reads an object with an array of rows a kind; kinds that this version does not know are passed
  /// over.
  static func readAll(
    _ input: inout WireInput, into sink: inout some RecordSink
  ) throws(WireError) {
    var object = try input.json.beginObject()
    while let key = try input.json.nextKey(&object) {
      if let kind = RowKind(name: key) {
        try read(kind, &input, limit: .max, into: &sink)
      } else {
        try input.json.skipValue()
      }
    }
  }

  /// Reads an array of rows of one kind, at most so many.
  static func read(
    _ kind: RowKind, _ input: inout WireInput, limit: Int, into sink: inout some RecordSink
  ) throws(WireError) {
    // Columns are needed by the first row only: an array may be empty before they are told.
    var isFirst = true
    try input.json.beginArray()
    guard try input.json.nextElement(&isFirst) else { return }
    var row = try RowReading(kind, input)
    var count = 0
    repeat {
      count += 1
      guard count <= limit else { throw input.json.fault(.tooManyElements) }
      switch kind {
      case .status: sink.take(try EncodedStatus.read(&row, &input))
      case .scope: sink.take(.scope(try EncodedScope.read(&row, &input)))
      case .node: sink.take(.node(try EncodedNode.read(&row, &input)))
      case .binding: sink.take(.binding(try EncodedBinding.read(&row, &input)))
      case .edges: sink.take(.edges(try EncodedEdges.read(&row, &input)))
      case .ended: sink.take(.ended(try EncodedEnded.read(&row, &input)))
      }
    } while try input.json.nextElement(&isFirst)
  }
}
