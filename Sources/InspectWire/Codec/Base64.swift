/// Bytes as text: RFC 4648, section 4, with padding.
enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The text of bytes.
  static func text(of bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var bits: UInt32 = 0
      for place in 0..<3 {
        bits = bits << 8 | (place < group.count ? UInt32(group[start + place]) : 0)
      }
      for place in 0..<4 {
        let index = Int(truncatingIfNeeded: bits >> UInt32(18 - 6 * place) & 63)
        text.append(place <= group.count ? alphabet[index] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes of a text; nil where it is not exactly what `text(of:)` makes of some bytes.
  static func bytes(of text: String) -> [UInt8]? {
    let codes = Array(text.utf8)
    guard codes.count % 4 == 0 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(codes.count / 4 * 3)
    for start in stride(from: 0, to: codes.count, by: 4) {
      var bits: UInt32 = 0
      var padding = 0
      for code in codes[start..<start + 4] {
        if code == UInt8(ascii: "="), start + 4 == codes.count {
          padding += 1
          bits <<= 6
        } else {
          guard padding == 0, let digit = digit(code) else { return nil }
          bits = bits << 6 | digit
        }
      }
      guard padding <= 2, bits & ((1 << UInt32(8 * padding)) - 1) == 0 else { return nil }
      for place in 0..<3 - padding {
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(16 - 8 * place)))
      }
    }
    return bytes
  }

  private static func digit(_ code: UInt8) -> UInt32? {
    switch code {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(code - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(code - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(code - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
