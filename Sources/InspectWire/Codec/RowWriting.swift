/// Which cells of a row say something: it ends with the last of them.
struct RowEnd {
  private var said: UInt64

  /// Starts with the cells that a row must have.
  init(_ kind: RowKind) { said = (1 << UInt64(kind.requiredColumns)) - 1 }

  /// Notes that the cell of a column says something, or that it does not.
  @inline(__always)
  mutating func says(_ column: Int, _ something: Bool) {
    if something { said |= 1 << UInt64(column) }
  }

  /// Whether a column lies before the end.
  @inline(__always)
  func includes(_ column: Int) -> Bool { said >> UInt64(column) != 0 }
}

extension WireOutput {
  /// Writes an optional cell of a row, `null` where it says nothing and others follow.
  @inline(__always)
  mutating func cell<Value>(
    _ column: Int, _ end: RowEnd, _ value: Value?, _ write: (inout WireOutput, Value) -> Void
  ) {
    guard end.includes(column) else { return }
    if let value { write(&self, value) } else { json.null() }
  }

  /// Writes a cell that is a number, 0 being what an absent one means.
  @inline(__always)
  mutating func cell(_ column: Int, _ end: RowEnd, _ number: UInt64) {
    if end.includes(column) { json.unsigned(number) }
  }
}
