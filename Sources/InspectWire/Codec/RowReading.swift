/// Walks over the cells of one row in the order that its sender told.
struct RowReading {
  private let order: [UInt8]
  private var place = 0
  private var isFirst = true
  private var seen: UInt64 = 0
  private let kind: RowKind

  /// Enters the row that comes next.
  init(_ kind: RowKind, _ input: inout WireInput) throws(WireError) {
    guard let order = input.layouts[kind] else {
      throw input.json.fault(.unknownColumns(kind.name))
    }
    self.order = order
    self.kind = kind
    try input.json.beginArray()
  }

  /// The column of the next cell that is not `null`, which is then next; nil at the end of the row.
  @inline(__always)
  mutating func nextColumn(_ input: inout WireInput) throws(WireError) -> UInt8? {
    while try input.json.nextElement(&isFirst) {
      guard place < order.count else { throw input.json.fault(.rowTooLong) }
      let column = order[place]
      place += 1
      if try input.json.takeNull() { continue }
      if column == RowLayouts.unknown {
        try input.json.skipValue()
        continue
      }
      seen |= 1 << UInt64(column)
      return column
    }
    return nil
  }

  /// Makes sure that no required cell was missing.
  @inline(__always)
  func finish(_ input: WireInput) throws(WireError) {
    let required: UInt64 = (1 << UInt64(kind.requiredColumns)) - 1
    guard seen & required == required else { throw missing(input) }
  }

  private func missing(_ input: WireInput) -> WireError {
    let place = (~seen).trailingZeroBitCount
    return input.json.fault(.missing(kind.columns[place]))
  }
}
