/// Texts without the secrets that they name: `token=…` in an address, `password: "…"` in what a
/// structure says of itself, `["apiKey": "…"]`, `secret(…)`, and passwords before the `@` of an address.
enum SecretText {
  /// The text with `redacted` in the place of what stands behind the name of a secret.
  ///
  /// A text that was cut in the middle of a secret loses it too. Linear in the text.
  static func kept(_ text: String) -> String {
    // Most texts name nothing: one look at their bytes, and they are not copied.
    guard text.utf8.contains(where: isSeparator) else { return text }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var done = 0
    for range in secrets(in: bytes) where range.lowerBound >= done {
      result += bytes[done..<range.lowerBound]
      result += Redaction.mark.utf8
      done = range.upperBound
    }
    guard done > 0 else { return text }
    return String(decoding: result + bytes[done...], as: UTF8.self)
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "=") || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "(")
  }

  /// Where secrets stand, in their order.
  private static func secrets(in bytes: [UInt8]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    for place in bytes.indices where isSeparator(bytes[place]) {
      // What lies in a secret that was found is gone already.
      if let last = found.last, last.contains(place) { continue }
      if let range = passwordOfAddress(in: bytes, at: place) ?? named(in: bytes, by: place) {
        found.append(range)
      }
    }
    return found
  }

  // MARK: NAME=VALUE

  private static func named(in bytes: [UInt8], by separator: Int) -> Range<Int>? {
    var end = separator
    if bytes[separator] != UInt8(ascii: "(") {
      while end > 0, isSpace(bytes[end - 1]) || isQuote(bytes[end - 1]) { end -= 1 }
    }
    var start = end
    while start > 0, isOfName(bytes[start - 1]) { start -= 1 }
    guard start < end, Redaction.isSecret(name: bytes[start..<end]) else { return nil }
    var value = separator + 1
    while value < bytes.count, isSpace(bytes[value]) { value += 1 }
    let valueEnd = endOfValue(
      in: bytes, from: value, endsAtSpace: bytes[separator] == UInt8(ascii: "="))
    return value < valueEnd ? value..<valueEnd : nil
  }

  /// Where a value ends: at the next comma or the like that is not in brackets or quotes of its own.
  private static func endOfValue(
    in bytes: [UInt8], from start: Int, endsAtSpace: Bool
  ) -> Int {
    var place = start
    var depth = 0
    while place < bytes.count {
      switch bytes[place] {
      case let byte where isQuote(byte):
        place = endOfQuotation(in: bytes, from: place)
        continue
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        if depth == 0 { return place }
        depth -= 1
      case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "&"), UInt8(ascii: "\n"):
        if depth == 0 { return place }
      case let byte where endsAtSpace && depth == 0 && isSpace(byte): return place
      default: break
      }
      place += 1
    }
    return bytes.count
  }

  private static func endOfQuotation(in bytes: [UInt8], from start: Int) -> Int {
    var place = start + 1
    while place < bytes.count {
      if bytes[place] == UInt8(ascii: "\\") {
        place += 2
        continue
      }
      if bytes[place] == bytes[start] { return place + 1 }
      place += 1
    }
    return bytes.count
  }

  // MARK: scheme://user:PASSWORD@host

  private static func passwordOfAddress(in bytes: [UInt8], at colon: Int) -> Range<Int>? {
    guard bytes[colon...].starts(with: "://".utf8) else { return nil }
    let start = colon + 3
    let end = bytes[start...].firstIndex { isSpace($0) || "/?#".utf8.contains($0) } ?? bytes.count
    guard let at = bytes[start..<end].lastIndex(of: UInt8(ascii: "@")),
      let colon = bytes[start..<at].firstIndex(of: UInt8(ascii: ":")), colon + 1 < at
    else { return nil }
    return colon + 1..<at
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private static func isQuote(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
      UInt8(ascii: "."):
      true
    default: byte >= 0x80
    }
  }
}
