/// Tells at the first wrong byte that bytes are not UTF-8, wherever they were cut.
///
/// Source of the table: Unicode, "Well-Formed UTF-8 Byte Sequences" (table 3-7).
struct UTF8Check: Sendable {
  private var missing = 0
  // Bounds of the next byte; narrower only behind E0, ED, F0 and F4.
  private var lowest: UInt8 = 0x80
  private var highest: UInt8 = 0xbf

  /// Whether the bytes so far end with a whole scalar.
  var isComplete: Bool { missing == 0 }

  /// Looks at one more byte; false where no text can begin like this.
  mutating func accepts(_ byte: UInt8) -> Bool {
    if missing == 0 {
      if byte < 0x80 { return true }
      return begins(byte)
    }
    guard byte >= lowest, byte <= highest else { return false }
    missing -= 1
    lowest = 0x80
    highest = 0xbf
    return true
  }

  private mutating func begins(_ byte: UInt8) -> Bool {
    switch byte {
    case 0xc2...0xdf: missing = 1
    case 0xe0...0xef:
      missing = 2
      if byte == 0xe0 { lowest = 0xa0 }
      if byte == 0xed { highest = 0x9f }
    case 0xf0...0xf4:
      missing = 3
      if byte == 0xf0 { lowest = 0x90 }
      if byte == 0xf4 { highest = 0x8f }
    default: return false
    }
    return true
  }
}
