/// Rows under way, by kind, until a message takes them.
struct RowBuffers: Sendable {
  // Rows stand at most four levels deep: message, explanation, rows, kind.
  private var writers = RowKind.allCases.map { _ in JSONWriter(depth: 4) }
  private var counts = [Int](repeating: 0, count: RowKind.allCases.count)
  /// Bytes of all rows.
  private(set) var bytes = 0

  /// How many rows there are of a kind.
  func count(_ kind: RowKind) -> Int { counts[Int(kind.rawValue)] }

  /// The kinds of which there are rows.
  var kinds: [RowKind] { RowKind.allCases.filter { count($0) > 0 } }

  /// Whether there are none.
  var isEmpty: Bool { bytes == 0 }

  /// Appends a record; names go into the output's table.
  ///
  /// - Returns: The bytes that it took, and what takes it back.
  mutating func append(_ record: Record, _ output: inout WireOutput) -> (bytes: Int, undo: Undo) {
    let kind = RowKind(of: record)
    let place = Int(kind.rawValue)
    let before = writers[place].bytes.count
    swap(&output.json, &writers[place])
    write(record, to: &output)
    swap(&output.json, &writers[place])
    let length = writers[place].bytes.count - before
    counts[place] += 1
    bytes += length
    return (length, Undo(kind: kind, bytesBefore: before))
  }

  /// What takes the last row back.
  struct Undo {
    fileprivate let kind: RowKind
    fileprivate let bytesBefore: Int
  }

  /// Takes the last row back.
  mutating func undo(_ undo: Undo) {
    let place = Int(undo.kind.rawValue)
    bytes -= writers[place].bytes.count - undo.bytesBefore
    writers[place].truncate(to: undo.bytesBefore)
    counts[place] -= 1
  }

  /// Forgets all rows and keeps the memory.
  mutating func reset() {
    for place in writers.indices { writers[place].reset() }
    for place in counts.indices { counts[place] = 0 }
    bytes = 0
  }

  /// Writes the rows of one kind as an array.
  func write(_ kind: RowKind, to json: inout JSONWriter) {
    json.beginArray()
    json.raw(writers[Int(kind.rawValue)].bytes)
    json.endArray()
  }

  /// Writes all rows as an object with an array a kind.
  func write(to json: inout JSONWriter) {
    json.beginObject()
    for kind in kinds {
      json.key(kind.name)
      write(kind, to: &json)
    }
    json.endObject()
  }

  private func write(_ record: Record, to output: inout WireOutput) {
    switch record {
    case .scope(let scope): EncodedScope.write(scope, to: &output)
    case .node(let node): EncodedNode.write(node, to: &output)
    case .binding(let binding): EncodedBinding.write(binding, to: &output)
    case .status(let status): EncodedStatus.write(status, to: &output)
    case .edges(let edges): EncodedEdges.write(edges, to: &output)
    case .ended(let ended): EncodedEnded.write(ended, to: &output)
    }
  }
}
