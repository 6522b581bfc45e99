internal import InspectWire

/// Reads the bytes of a query from left to right; what is wrong it says with its place.
struct QueryReader {
  let bytes: [UInt8]
  private(set) var at = 0

  /// Starts at the first byte of a text that is short enough.
  init(_ text: String) throws(QueryError) {
    guard text.utf8.count <= QueryLimits.textBytes else {
      throw QueryError(
        .tooLong, at: QueryLimits.textBytes,
        of: Array(text.utf8.prefix(QueryLimits.textBytes + QueryLimits.excerptColumns)),
        "The query is longer than \(QueryLimits.textBytes) bytes.",
        expected: "a shorter query")
    }
    bytes = Array(text.utf8)
  }

  /// The next byte; nil at the end.
  var next: UInt8? { at < bytes.count ? bytes[at] : nil }

  /// A byte further on; nil behind the end.
  func byte(after count: Int) -> UInt8? {
    at + count < bytes.count ? bytes[at + count] : nil
  }

  /// Takes the next byte if it is that one; whether it was.
  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    at += 1
    return true
  }

  /// Takes as many bytes as meet a condition.
  mutating func take(while isMeant: (UInt8) -> Bool) -> String {
    let start = at
    while let byte = next, isMeant(byte) { at += 1 }
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }

  /// Passes over so many bytes.
  mutating func skip(_ count: Int) { at += count }

  /// Passes over spaces, tabs and line ends.
  mutating func skipSpaces() { while let byte = next, Self.isSpace(byte) { at += 1 } }

  /// Takes a word that stands for itself; whether it was there.
  mutating func take(keyword: String) -> Bool {
    let end = at + keyword.utf8.count
    guard bytes[at...].starts(with: keyword.utf8),
      end == bytes.count || bytes[end] == UInt8(ascii: "(") || Self.isBorder(bytes[end])
    else { return false }
    at = end
    return true
  }

  /// Takes the scalar that begins here.
  mutating func takeScalar() -> Unicode.Scalar {
    let lead = bytes[at]
    let width = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    let end = min(at + width, bytes.count)
    defer { at = end }
    return String(decoding: bytes[at..<end], as: UTF8.self).unicodeScalars.first ?? "\u{FFFD}"
  }

  /// An error at a place; by default where reading has come to.
  func error(
    _ kind: QueryError.Kind, at offset: Int? = nil, _ sentence: String, expected: String = "",
    hint: String? = nil
  ) -> QueryError {
    QueryError(kind, at: offset ?? at, of: bytes, sentence, expected: expected, hint: hint)
  }

  // MARK: Bytes

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }

  static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }

  /// Whether a term may end before that byte.
  static func isBorder(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ")"), UInt8(ascii: "|"), UInt8(ascii: "&"), UInt8(ascii: ","): true
    default: isSpace(byte)
    }
  }

  /// Whether a byte may stand in a word without quotation marks.
  static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, 0x7F: false
    case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "\""), UInt8(ascii: ","),
      UInt8(ascii: "|"), UInt8(ascii: "!"), UInt8(ascii: "+"), UInt8(ascii: "&"),
      UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "="), UInt8(ascii: "~"),
      UInt8(ascii: ":"), UInt8(ascii: "\\"):
      false
    default: true
    }
  }

  /// Whether a byte may stand in a value without quotation marks.
  static func isValue(_ byte: UInt8) -> Bool { isWord(byte) || byte == UInt8(ascii: ":") }
}
