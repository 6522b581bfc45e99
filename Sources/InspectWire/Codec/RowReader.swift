/// Reads the rows of a message and hands on each record as soon as it is read.
enum RowReader {
  /// Reads an object with an array of rows a kind; kinds that this version does not know are passed
  /// over.
  static func readAll(
    _ input: inout WireInput, _ sink: (Record) -> Void
  ) throws(WireError) {
    var object = try input.json.beginObject()
    while let key = try input.json.nextKey(&object) {
      if let kind = RowKind(name: key) {
        try read(kind, &input, limit: .max, sink)
      } else {
        try input.json.skipValue()
      }
    }
  }

  /// Reads an array of rows of one kind, at most so many.
  static func read(
    _ kind: RowKind, _ input: inout WireInput, limit: Int, _ sink: (Record) -> Void
  ) throws(WireError) {
    var left = limit
    var isFirst = true
    try input.json.beginArray()
    while try input.json.nextElement(&isFirst) {
      guard left > 0 else { throw input.json.fault(.tooManyElements) }
      left -= 1
      switch kind {
      case .status: sink(.status(try EncodedStatus.read(&input)))
      case .scope: sink(.scope(try EncodedScope.read(&input)))
      case .node: sink(.node(try EncodedNode.read(&input)))
      case .binding: sink(.binding(try EncodedBinding.read(&input)))
      case .edges: sink(.edges(try EncodedEdges.read(&input)))
      case .ended: sink(.ended(try EncodedEnded.read(&input)))
      }
    }
  }
}
