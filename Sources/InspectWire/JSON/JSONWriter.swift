/// Writes JSON into bytes that can be used again, commas by itself.
///
/// Control characters, DEL, U+0080 to U+009F, the line separators and the byte-order mark are
/// written as escapes, so that a frame, a file and a log line can be shown by any program.
package struct JSONWriter {
  /// What has been written.
  package var bytes: [UInt8] = []
  /// How many arrays and objects are open, those around what is written included.
  private(set) var depth: Int
  private let outerDepth: Int
  private var needsComma = false

  /// Starts with nothing written.
  ///
  /// - Parameter depth: How many arrays and objects will stand around what is written.
  package init(depth: Int = 0) {
    self.depth = depth
    outerDepth = depth
  }

  /// Forgets what was written and keeps the memory.
  package mutating func reset() {
    bytes.removeAll(keepingCapacity: true)
    depth = outerDepth
    needsComma = false
  }

  /// Takes back all that was written after so many bytes, where a value ended or none stood.
  package mutating func truncate(to count: Int) {
    bytes.removeLast(bytes.count - count)
    needsComma = count > 0
  }

  // MARK: Structure

  /// Opens an object.
  package mutating func beginObject() { open(UInt8(ascii: "{")) }
  /// Closes an object.
  package mutating func endObject() { close(UInt8(ascii: "}")) }
  /// Opens an array.
  package mutating func beginArray() { open(UInt8(ascii: "[")) }
  /// Closes an array.
  package mutating func endArray() { close(UInt8(ascii: "]")) }

  /// Names the value that follows.
  package mutating func key(_ name: String) {
    text(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  @inline(__always)
  private mutating func comma() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  private mutating func open(_ bracket: UInt8) {
    comma()
    bytes.append(bracket)
    depth += 1
    needsComma = false
  }

  private mutating func close(_ bracket: UInt8) {
    bytes.append(bracket)
    depth -= 1
    needsComma = true
  }

  /// Appends bytes that are whole values, with their commas, as they are; nothing if empty.
  package mutating func raw(_ values: [UInt8]) {
    guard !values.isEmpty else { return }
    comma()
    bytes.append(contentsOf: values)
  }

  // MARK: Values

  /// Writes `null`.
  package mutating func null() {
    comma()
    bytes.append(contentsOf: "null".utf8)
  }

  /// Writes a truth value.
  package mutating func bool(_ value: Bool) {
    comma()
    bytes.append(contentsOf: (value ? "true" : "false").utf8)
  }

  /// Writes a whole number; above 2^53 as decimal text, since JavaScript would round it.
  @inline(__always)
  package mutating func unsigned(_ number: UInt64) {
    comma()
    if number <= Limits.exactInteger {
      digits(number)
    } else {
      quoted(number, isNegative: false)
    }
  }

  /// Writes a whole number; beyond ±2^53 as decimal text.
  package mutating func integer(_ number: Int64) {
    comma()
    if number.magnitude <= Limits.exactInteger {
      if number < 0 { bytes.append(UInt8(ascii: "-")) }
      digits(number.magnitude)
    } else {
      quoted(number.magnitude, isNegative: number < 0)
    }
  }

  /// Writes a whole number of 64 bits as a number, whatever reads it; for files and tools.
  package mutating func exactInteger(_ number: Int64) {
    comma()
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    digits(number.magnitude)
  }

  /// Writes a finite number by its shortest exact form; others as text, there being no such number.
  package mutating func double(_ number: Double) {
    guard number.isFinite else {
      text(number.isNaN ? "nan" : number < 0 ? "-inf" : "inf")
      return
    }
    comma()
    bytes.append(contentsOf: number.description.utf8)
  }

  private mutating func quoted(_ magnitude: UInt64, isNegative: Bool) {
    bytes.append(UInt8(ascii: "\""))
    if isNegative { bytes.append(UInt8(ascii: "-")) }
    digits(magnitude)
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func digits(_ number: UInt64) {
    var digits = InlineArray<20, UInt8>(repeating: 0)
    var start = 20
    var rest = number
    repeat {
      start &-= 1
      let quotient = rest / 10
      digits[start] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest &- quotient &* 10)
      rest = quotient
    } while rest > 0
    for index in start..<20 { bytes.append(digits[index]) }
  }

  // MARK: Texts

  /// Writes a text, cut at a scalar border where it is longer than a text may be.
  package mutating func text(_ text: String) {
    comma()
    bytes.append(UInt8(ascii: "\""))
    if text.utf8.count > Limits.stringBytes {
      escape(prefix(of: text, bytes: Limits.stringBytes))
    } else {
      escape(text)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func escape(_ text: String) {
    if Self.isPlain(text) {
      bytes.append(contentsOf: text.utf8)
    } else {
      for scalar in text.unicodeScalars { escape(scalar) }
    }
  }

  private static func isPlain(_ text: String) -> Bool {
    let units = text.utf8Span.span
    for index in units.indices {
      let byte = units[index]
      // C2, E2 and EF begin, among much else, those of the second control block, the line
      // separators and the byte-order mark.
      if byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x7F || byte == 0xC2
        || byte == 0xE2 || byte == 0xEF
      {
        return false
      }
    }
    return true
  }

  private mutating func escape(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x22: bytes.append(contentsOf: "\\\"".utf8)
    case 0x5C: bytes.append(contentsOf: "\\\\".utf8)
    case 0x0A: bytes.append(contentsOf: "\\n".utf8)
    case 0x0D: bytes.append(contentsOf: "\\r".utf8)
    case 0x09: bytes.append(contentsOf: "\\t".utf8)
    // Foundation drops a byte-order mark at the beginning of a text that is not escaped.
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0xFEFF:
      bytes.append(contentsOf: "\\u".utf8)
      for shift in stride(from: 12, through: 0, by: -4) {
        let digit = UInt8(truncatingIfNeeded: scalar.value >> UInt32(shift) & 0xF)
        bytes.append(digit < 10 ? UInt8(ascii: "0") &+ digit : UInt8(ascii: "a") &+ (digit &- 10))
      }
    default:
      bytes.append(contentsOf: String(scalar).utf8)
    }
  }
}

/// The longest beginning of a text that has at most so many UTF-8 bytes, cut at a scalar border.
package func prefix(of text: String, bytes limit: Int) -> String {
  guard text.utf8.count > limit else { return text }
  var end = text.utf8.index(text.startIndex, offsetBy: limit)
  while end > text.startIndex, text.utf8[end] & 0xC0 == 0x80 {
    end = text.utf8.index(before: end)
  }
  return String(text[..<end])
}
