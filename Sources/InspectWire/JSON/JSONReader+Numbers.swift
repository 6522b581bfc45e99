extension JSONReader {
  /// Takes a whole number from 0 to 2^64−1, as a number or as decimal text; exact or refused.
  @inline(__always)
  package mutating func readUInt64() throws(WireError) -> UInt64 {
    if let number = takeShortNumber() { return number }
    return try readUInt64WithCare()
  }

  // Up to 18 digits and then a comma or a bracket, as nearly all numbers are written.
  @inline(__always)
  private mutating func takeShortNumber() -> UInt64? {
    var index = position
    var number: UInt64 = 0
    while index < bytes.count {
      let digit = bytes[index] &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      number = number &* 10 &+ UInt64(digit)
      index &+= 1
    }
    let length = index &- position
    guard length > 0, length <= 18, index < bytes.count,
      length == 1 || bytes[position] != UInt8(ascii: "0"),
      bytes[index] == UInt8(ascii: ",") || bytes[index] == UInt8(ascii: "]")
    else { return nil }
    position = index
    return number
  }

  @inline(never)
  private mutating func readUInt64WithCare() throws(WireError) -> UInt64 {
    if try peek() == UInt8(ascii: "\"") {
      position += 1
      let number = try readDigits()
      try closeText()
      return number
    }
    let number = try readDigits()
    try endInteger()
    return number
  }

  /// Takes a whole number from −2^63 to 2^63−1, as a number or as decimal text; exact or refused.
  @inline(__always)
  package mutating func readInt64() throws(WireError) -> Int64 {
    // 18 digits fit, so that the sign bit is clear.
    if let number = takeShortNumber() { return Int64(bitPattern: number) }
    return try readInt64WithCare()
  }

  @inline(never)
  private mutating func readInt64WithCare() throws(WireError) -> Int64 {
    let isText = try peek() == UInt8(ascii: "\"")
    if isText { position += 1 }
    let start = position
    let isNegative = position < bytes.count && bytes[position] == UInt8(ascii: "-")
    if isNegative { position += 1 }
    let magnitude = try readDigits()
    let number: Int64
    if isNegative {
      // −0 is a floating-point number; 2^63 has no positive twin.
      guard magnitude > 0 else { throw WireError(at: start, .expected(.integer)) }
      guard magnitude <= 1 << 63 else { throw WireError(at: start, .numberTooLarge) }
      number = 0 &- Int64(bitPattern: magnitude)
    } else {
      guard let exact = Int64(exactly: magnitude) else {
        throw WireError(at: start, .numberTooLarge)
      }
      number = exact
    }
    if isText { try closeText() } else { try endInteger() }
    return number
  }

  /// Takes a whole number from 0 to 2^32−1, for a field of that name.
  @inline(__always)
  package mutating func readUInt32(_ field: String) throws(WireError) -> UInt32 {
    let start = position
    let wide = try readUInt64()
    guard wide <= UInt64(UInt32.max) else { throw WireError(at: start, .outOfRange(field)) }
    return UInt32(truncatingIfNeeded: wide)
  }

  /// Takes a whole number that fits, for a field of that name.
  package mutating func readInteger<Number: FixedWidthInteger>(
    _ field: String
  ) throws(WireError) -> Number {
    let start = position
    let wide = try readInt64()
    guard let number = Number(exactly: wide) else { throw WireError(at: start, .outOfRange(field)) }
    return number
  }

  /// Takes any number that is finite as a double.
  package mutating func readDouble() throws(WireError) -> Double {
    _ = try peek()
    let start = position
    _ = try passNumber()
    guard let text = String(validating: bytes[start..<position], as: UTF8.self),
      let number = Double(text)
    else { throw WireError(at: start, .invalidNumber) }
    guard number.isFinite else { throw WireError(at: start, .numberTooLarge) }
    return number
  }

  /// Whether a text is a number by the rules of JSON, and nothing else.
  static func isNumber(_ text: String) -> Bool {
    var reader = JSONReader(Array(text.utf8))
    do {
      _ = try reader.passNumber()
      return reader.position == reader.bytes.count
    } catch {
      return false
    }
  }

  /// Passes over a number; whether it is written as an integer, without fraction and exponent.
  mutating func passNumber() throws(WireError) -> Bool {
    if position < bytes.count, bytes[position] == UInt8(ascii: "-") { position += 1 }
    let first = position
    try passDigits()
    if bytes[first] == UInt8(ascii: "0"), position > first + 1 {
      throw WireError(at: first, .leadingZero)
    }
    var isInteger = true
    if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
      isInteger = false
      position += 1
      try passDigits()
    }
    if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
      isInteger = false
      position += 1
      if position < bytes.count,
        bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-")
      {
        position += 1
      }
      try passDigits()
    }
    return isInteger
  }

  private mutating func passDigits() throws(WireError) {
    let start = position
    while position < bytes.count, Self.isDigit(bytes[position]) { position += 1 }
    guard position == start else { return }
    throw position < bytes.count ? fault(.invalidNumber) : fault(.endOfInput)
  }

  private mutating func readDigits() throws(WireError) -> UInt64 {
    let start = position
    var number: UInt64 = 0
    while position < bytes.count {
      let digit = bytes[position] &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      let (product, tooLarge) = number.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(UInt64(digit))
      guard !tooLarge, !carry else { throw WireError(at: start, .numberTooLarge) }
      number = sum
      position += 1
    }
    guard position > start else {
      throw position < bytes.count ? fault(.expected(.integer)) : fault(.endOfInput)
    }
    if bytes[start] == UInt8(ascii: "0"), position > start + 1 {
      throw WireError(at: start, .leadingZero)
    }
    return number
  }

  private func endInteger() throws(WireError) {
    guard position < bytes.count else { return }
    switch bytes[position] {
    case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): throw fault(.expected(.integer))
    default: return
    }
  }

  private mutating func closeText() throws(WireError) {
    guard position < bytes.count else { throw fault(.endOfInput) }
    guard bytes[position] == UInt8(ascii: "\"") else { throw fault(.expected(.integer)) }
    position += 1
  }

  static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}
