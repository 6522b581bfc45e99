/// Walks over the cells of rows of one kind, in the order that their sender told.
struct RowReading {
  private let kind: RowKind
  private let order: [UInt8]
  private let required: UInt64
  private var place = 0
  private var isFirst = true
  private var seen: UInt64 = 0

  /// Takes the order that was told.
  init(_ kind: RowKind, _ input: WireInput) throws(WireError) {
    guard let order = input.layouts[kind] else {
      throw input.json.fault(.unknownColumns(kind.name))
    }
    self.kind = kind
    self.order = order
    required = (1 << UInt64(kind.requiredColumns)) - 1
  }

  /// Enters the row that comes next.
  @inline(__always)
  mutating func begin(_ input: inout WireInput) throws(WireError) {
    place = 0
    isFirst = true
    seen = 0
    try input.json.beginArray()
  }

  /// The column of the next cell that is not `null`, which is then next; nil at the end of the row,
  /// where all required cells were there.
  @inline(__always)
  mutating func nextColumn(_ input: inout WireInput) throws(WireError) -> UInt8? {
    while try input.json.nextElement(&isFirst) {
      guard place < order.count else { throw input.json.fault(.rowTooLong) }
      let column = order[place]
      place &+= 1
      if try input.json.takeNull() { continue }
      if column == RowLayouts.unknown {
        try input.json.skipValue()
        continue
      }
      seen |= 1 &<< UInt64(column)
      return column
    }
    guard seen & required == required else { throw missing(input) }
    return nil
  }

  @inline(never)
  private func missing(_ input: WireInput) -> WireError {
    let place = (~seen).trailingZeroBitCount
    return input.json.fault(.missing(kind.columns[place]))
  }
}
