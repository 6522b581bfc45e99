/// The secret that links through the loopback port must show.
struct Token: Sendable {
  private let bytes: [UInt8]

  /// Draws 256 bits.
  init(using chance: inout some RandomNumberGenerator) {
    var digits = ""
    for _ in 0..<4 {
      let word = String(chance.next() as UInt64, radix: 16)
      digits += String(repeating: "0", count: 16 - word.utf8.count) + word
    }
    self.init(text: digits)
  }

  init(text: String) { bytes = Array(text.utf8) }

  /// As it is written and shown.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Compares in a time that tells nothing of where the difference lies.
  func matches(_ other: String?) -> Bool {
    let other = Array((other ?? "").utf8)
    var difference = UInt8(other.count == bytes.count ? 0 : 1)
    for (place, byte) in bytes.enumerated() {
      difference |= byte ^ (place < other.count ? other[place] : 0)
    }
    return difference == 0
  }
}
