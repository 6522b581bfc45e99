/// Bytes as text of 64 letters, with padding (RFC 4648, section 4).
enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The text of the bytes.
  static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let padded = Array(group) + [UInt8](repeating: 0, count: 3 - group.count)
      let bits = padded.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      for index in 0..<4 {
        let letter = alphabet[Int(bits >> UInt32(18 - 6 * index) & 63)]
        text.append(index <= group.count ? letter : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// How many bytes a text stands for; nil where it is not of this form.
  static func decodedCount(_ text: some StringProtocol) -> Int? {
    let letters = Array(text.utf8)
    guard letters.count % 4 == 0 else { return nil }
    let padding = letters.suffix(2).count { $0 == UInt8(ascii: "=") }
    guard letters.dropLast(padding).allSatisfy(alphabet.contains) else { return nil }
    return letters.count / 4 * 3 - padding
  }
}
