internal import InspectWire
internal import Testing

@Suite struct JSONTests {
  @Test(arguments: [
    ("", 0, WireError.Kind.endOfInput), ("{", 1, .endOfInput), ("[1,]", 3, .trailingComma),
    (#"{"a":1,}"#, 7, .trailingComma), ("[1 2]", 3, .expected(.comma)), ("01", 0, .leadingZero),
    ("-01", 1, .leadingZero), ("1.", 2, .endOfInput), ("1.e", 2, .invalidNumber),
    ("-", 1, .endOfInput), ("+1", 0, .unexpectedByte(0x2B)), ("NaN", 0, .unexpectedByte(0x4E)),
    ("nul", 3, .endOfInput), ("nulx", 3, .unexpectedByte(0x78)), ("1e999", 0, .numberTooLarge),
    ("9223372036854775808", 0, .numberTooLarge), ("[] x", 3, .trailingBytes),
    (#"{"a":1,"a":2}"#, 7, .duplicateKey("a")), (#"{"a":1,"\u0061":2}"#, 7, .duplicateKey("a")),
    (#"{"a\u0000":1}"#, 1, .zeroInName), (#""\ud800""#, 1, .loneSurrogate),
    (#""\udc00""#, 1, .loneSurrogate), (#""\ud800\u0041""#, 1, .loneSurrogate),
    (#""\x""#, 2, .invalidEscape), (#""\u12g4""#, 5, .invalidEscape),
    ("\"a\nb\"", 2, .controlByteInText),
    ("\u{FEFF}[]", 0, .byteOrderMark), ("{1:2}", 1, .expected(.key)),
    (#"{"a" 1}"#, 5, .expected(.colon)),
    ("// c\n1", 0, .unexpectedByte(0x2F)), ("'a'", 0, .unexpectedByte(0x27)),
  ])
  func `what is not JSON is an error with its offset`(
    text: String, offset: Int, kind: WireError.Kind
  ) {
    #expect(throws: WireError(at: offset, kind)) { try JSON.parse(Array(text.utf8)) }
  }

  @Test(
    arguments: [
      [0x22, 0x80, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
      [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], [0x22, 0xE2, 0x82, 0x22],
    ] as [[UInt8]])
  func `bytes that are not UTF-8 are an error`(bytes: [UInt8]) {
    #expect(throws: WireError(at: 1, .invalidUTF8)) { try JSON.parse(bytes) }
  }

  @Test func `nesting is bounded, whatever its depth`() throws {
    let brackets = { (depth: Int) in
      [UInt8](repeating: UInt8(ascii: "["), count: depth)
        + [UInt8](repeating: UInt8(ascii: "]"), count: depth)
    }
    _ = try JSON.parse(brackets(32))
    #expect(throws: WireError(at: 32, .nestingTooDeep)) { try JSON.parse(brackets(33)) }
    #expect(throws: WireError(at: 32, .nestingTooDeep)) { try JSON.parse(brackets(1_000_000)) }
  }

  @Test func `texts, keys and values are bounded`() throws {
    let text = { (length: Int) in Array("\"\(String(repeating: "a", count: length))\"".utf8) }
    _ = try JSON.parse(text(Limits.stringBytes))
    #expect(throws: WireError(at: 1, .textTooLong)) { try JSON.parse(text(Limits.stringBytes + 1)) }
    let object = { (keys: Int) in
      Array("{\((0..<keys).map { "\"\($0)\":0" }.joined(separator: ","))}".utf8)
    }
    _ = try JSON.parse(object(256))
    #expect(throws: WireError.self) { try JSON.parse(object(257)) }
    let values = Array("[0\(String(repeating: ",0", count: Limits.nodesPerMessage))]".utf8)
    #expect(throws: WireError.self) { try JSON.parse(values) }
  }

  @Test func `a key twice among many is found`() {
    let keys = (0..<200).map { "\"\($0)\":0" } + ["\"7\":1"]
    #expect(throws: WireError.self) {
      try JSON.parse(Array("{\(keys.joined(separator: ","))}".utf8))
    }
  }

  @Test func `two spellings of one letter are two keys`() throws {
    let object = try JSON.parse(Array("{\"é\":1,\"e\u{301}\":2}".utf8))
    #expect(object["é"] == 1)
    #expect(object["e\u{301}"] == 2)
  }

  @Test(arguments: [
    "0", "-1", "9007199254740993", "9223372036854775807", "-9223372036854775808", "1.5", "-0.0",
    "1e-07", "null", "true", "[]", "{}", #"{"b":1,"a":[1,{"c":null}]}"#,
    #""é\"\\\n\u001b\u007f\u0085\u2028""#,
  ])
  func `what was read is written again as it was`(text: String) throws {
    #expect(try JSON.parse(Array(text.utf8)).text == text)
  }

  @Test func `negative zero is not the integer zero`() throws {
    let value = try JSON.parse(Array("-0".utf8))
    #expect(value.double?.sign == .minus)
  }

  @Test func `pretty text has a line a member`() {
    let value: JSON = ["a": [1, []], "b": [:]]
    #expect(value.pretty == "{\n  \"a\": [\n    1,\n    []\n  ],\n  \"b\": {}\n}")
  }

  @Test func `numbers above 2^53 are made texts`() {
    #expect(JSON.number(1 << 53) == .int(1 << 53))
    #expect(JSON.number(1 << 53 + 1) == .string("9007199254740993"))
  }

  @Test(
    arguments: [
      ("0", 0), ("18446744073709551615", .max), ("\"18446744073709551615\"", .max),
      ("9223372036854775808", 1 << 63), ("9007199254740993", 1 << 53 + 1),
    ] as [(String, UInt64)])
  func `whole numbers are read exactly`(text: String, number: UInt64) throws {
    var reader = JSONReader(Array(text.utf8))
    #expect(try reader.readUInt64() == number)
    try reader.finish()
  }

  @Test(arguments: [
    "18446744073709551616", "-1", "1.0", "1e3", "\"\"", "\"1", "\"01\"", "\" 1\"", "\"1x\"", "00",
    "x",
    "99999999999999999999999",
  ])
  func `whole numbers that are not exact are refused`(text: String) {
    var reader = JSONReader(Array(text.utf8))
    #expect(throws: WireError.self) { try reader.readUInt64() }
  }

  @Test(arguments: [
    ("-9223372036854775808", Int64.min), ("\"-9223372036854775808\"", .min),
    ("9223372036854775807", .max), ("-1", -1),
  ])
  func `signed numbers are read exactly`(text: String, number: Int64) throws {
    var reader = JSONReader(Array(text.utf8))
    #expect(try reader.readInt64() == number)
  }

  @Test(arguments: ["-9223372036854775809", "9223372036854775808", "-0", "--1", "\"-\""])
  func `signed numbers out of range are refused`(text: String) {
    var reader = JSONReader(Array(text.utf8))
    #expect(throws: WireError.self) { try reader.readInt64() }
  }
}
