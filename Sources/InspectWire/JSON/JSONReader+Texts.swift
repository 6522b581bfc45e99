extension JSONReader {
  /// Takes a text that may hold any scalar.
  package mutating func readText() throws(WireError) -> String {
    let start = try openText()
    var end = start
    while end < bytes.count {
      let byte = bytes[end]
      if byte == UInt8(ascii: "\"") {
        let text = try text(from: start, to: end)
        position = end + 1
        return text
      }
      if byte == UInt8(ascii: "\\") { return try readEscapedText(from: start, to: end) }
      guard byte >= 0x20 else { throw WireError(at: end, .controlByteInText) }
      end += 1
    }
    throw WireError(at: end, .endOfInput)
  }

  /// Takes a name: a text without NUL.
  package mutating func readName() throws(WireError) -> String {
    let start = position
    let name = try readText()
    // NUL can only come from an escape, which is rare: most names need no second look.
    guard !name.utf8.contains(0) else { throw WireError(at: start, .zeroInName) }
    return name
  }

  /// Passes over a text, checked like any other.
  mutating func skipText() throws(WireError) { _ = try readText() }

  private mutating func openText() throws(WireError) -> Int {
    guard try peek() == UInt8(ascii: "\"") else { throw fault(.expected(.text)) }
    return position + 1
  }

  private func text(from start: Int, to end: Int) throws(WireError) -> String {
    guard end - start <= Limits.stringBytes else { throw WireError(at: start, .textTooLong) }
    guard let text = String(validating: bytes[start..<end], as: UTF8.self) else {
      throw WireError(at: start + validPrefix(from: start, to: end), .invalidUTF8)
    }
    return text
  }

  // Only for the message: where in the text the first wrong byte is.
  private func validPrefix(from start: Int, to end: Int) -> Int {
    var decoder = UTF8()
    var iterator = bytes[start..<end].makeIterator()
    var length = 0
    while case .scalarValue(let scalar) = decoder.decode(&iterator) {
      length += UTF8.width(scalar)
    }
    return length
  }

  private mutating func readEscapedText(from start: Int, to first: Int) throws(WireError)
    -> String
  {
    var raw = Array(bytes[start..<first])
    var index = first
    while index < bytes.count {
      guard raw.count <= Limits.stringBytes else { throw WireError(at: start, .textTooLong) }
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "\""):
        guard let text = String(validating: raw, as: UTF8.self) else {
          throw WireError(at: start + validPrefix(from: start, to: index), .invalidUTF8)
        }
        position = index + 1
        return text
      case UInt8(ascii: "\\"):
        index = try appendEscape(at: index, to: &raw)
      case 0..<0x20:
        throw WireError(at: index, .controlByteInText)
      default:
        raw.append(byte)
        index += 1
      }
    }
    throw WireError(at: index, .endOfInput)
  }

  /// Appends what an escape stands for; the index after it.
  private func appendEscape(at start: Int, to raw: inout [UInt8]) throws(WireError) -> Int {
    guard start + 1 < bytes.count else { throw WireError(at: bytes.count, .endOfInput) }
    switch bytes[start + 1] {
    case UInt8(ascii: "\""): raw.append(UInt8(ascii: "\""))
    case UInt8(ascii: "\\"): raw.append(UInt8(ascii: "\\"))
    case UInt8(ascii: "/"): raw.append(UInt8(ascii: "/"))
    case UInt8(ascii: "b"): raw.append(0x08)
    case UInt8(ascii: "f"): raw.append(0x0C)
    case UInt8(ascii: "n"): raw.append(0x0A)
    case UInt8(ascii: "r"): raw.append(0x0D)
    case UInt8(ascii: "t"): raw.append(0x09)
    case UInt8(ascii: "u"): return try appendScalar(at: start, to: &raw)
    default: throw WireError(at: start + 1, .invalidEscape)
    }
    return start + 2
  }

  private func appendScalar(at start: Int, to raw: inout [UInt8]) throws(WireError) -> Int {
    var code = try hexadecimal(at: start + 2)
    var end = start + 6
    switch code {
    case 0xD800..<0xDC00:
      guard end < bytes.count else { throw WireError(at: bytes.count, .endOfInput) }
      guard bytes[end] == UInt8(ascii: "\\") else { throw WireError(at: start, .loneSurrogate) }
      guard end + 1 < bytes.count else { throw WireError(at: bytes.count, .endOfInput) }
      guard bytes[end + 1] == UInt8(ascii: "u") else { throw WireError(at: start, .loneSurrogate) }
      let low = try hexadecimal(at: end + 2)
      guard (0xDC00..<0xE000).contains(low) else { throw WireError(at: start, .loneSurrogate) }
      code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
      end += 6
    case 0xDC00..<0xE000:
      throw WireError(at: start, .loneSurrogate)
    default:
      break
    }
    guard let scalar = Unicode.Scalar(code) else { throw WireError(at: start, .invalidEscape) }
    raw.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    return end
  }

  private func hexadecimal(at start: Int) throws(WireError) -> UInt32 {
    var code: UInt32 = 0
    for index in start..<start + 4 {
      guard index < bytes.count else { throw WireError(at: bytes.count, .endOfInput) }
      let byte = bytes[index]
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
      default: throw WireError(at: index, .invalidEscape)
      }
      code = code << 4 | UInt32(digit)
    }
    return code
  }
}
