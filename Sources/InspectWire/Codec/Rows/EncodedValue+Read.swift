extension EncodedValue {
  /// Reads a value; one of an unknown tag becomes `other` with the tag as its type.
  ///
  /// Recursive, and as deep as the nesting of the message, which the reader bounds.
  static func read(_ input: inout WireInput) throws(WireError) -> Value {
    var tuple = try input.beginTuple()
    guard try input.next(&tuple) else { throw input.json.fault(.missing("tag")) }
    let tag = try input.json.readName()
    let value = try payload(tag, &input, &tuple)
    try input.endTuple(&tuple)
    return value
  }

  private static func payload(
    _ tag: String, _ input: inout WireInput, _ tuple: inout WireInput.Tuple
  ) throws(WireError) -> Value {
    switch tag {
    case "none": return .none
    case "redacted": return .redacted
    case "some":
      try need(&input, &tuple)
      return .some(try read(&input))
    case "bool":
      try need(&input, &tuple)
      return .bool(try input.json.readBool())
    case "int":
      try need(&input, &tuple)
      return .int(try input.json.readInt64())
    case "uint":
      try need(&input, &tuple)
      return .unsigned(try input.json.readUInt64())
    case "double":
      try need(&input, &tuple)
      return .double(try bits(&input))
    case "decimal":
      try need(&input, &tuple)
      return .decimal(try decimal(&input))
    case "date":
      try need(&input, &tuple)
      return .date(microseconds: try input.json.readInt64())
    case "string":
      try need(&input, &tuple)
      let text = try input.json.readText()
      return .string(text, byteCount: try count(&input, &tuple, atLeast: text.utf8.count))
    case "bytes":
      try need(&input, &tuple)
      let bytes = try bytes(&input)
      return .bytes(bytes, byteCount: try count(&input, &tuple, atLeast: bytes.count))
    default:
      return try compound(tag, &input, &tuple)
    }
  }

  private static func compound(
    _ tag: String, _ input: inout WireInput, _ tuple: inout WireInput.Tuple
  ) throws(WireError) -> Value {
    switch tag {
    case "array", "set":
      try need(&input, &tuple)
      let elements = try input.list { input throws(WireError) in try read(&input) }
      let count = try count(&input, &tuple, atLeast: elements.count)
      return tag == "set" ? .set(elements, count: count) : .array(elements, count: count)
    case "dictionary":
      try need(&input, &tuple)
      let entries = try entries(&input)
      return .dictionary(entries, count: try count(&input, &tuple, atLeast: entries.count))
    case "record":
      let type = try input.requireName(&tuple, "type")
      return .record(type: type, try input.next(&tuple) ? try fields(&input) : [])
    case "enum":
      let type = try input.requireName(&tuple, "type")
      let name = try input.requireName(&tuple, "name")
      let payload = try input.next(&tuple) ? try fields(&input) : []
      return .enumeration(type: type, name: name, payload: payload)
    case "object":
      let type = try input.requireName(&tuple, "type")
      try need(&input, &tuple)
      return .object(type: type, handle: try input.json.readUInt64())
    case "reference":
      try need(&input, &tuple)
      return .reference(try nonNegative(&input, "reference"))
    case "other":
      let type = try input.requireName(&tuple, "type")
      return .other(type: type, description: try input.next(&tuple) ? try input.text() : "")
    case "error":
      let type = try input.requireName(&tuple, "type")
      return .error(type: type, text: try input.next(&tuple) ? try input.text() : "")
    default:
      return .other(type: tag, description: "")
    }
  }

  private static func need(
    _ input: inout WireInput, _ tuple: inout WireInput.Tuple
  ) throws(WireError) {
    guard try input.next(&tuple) else { throw input.json.fault(.missing("payload")) }
  }

  private static func nonNegative(
    _ input: inout WireInput, _ field: String
  ) throws(WireError) -> Int {
    let start = input.json.offset
    let number: Int = try input.json.readInteger(field)
    guard number >= 0 else { throw WireError(at: start, .outOfRange(field)) }
    return number
  }

  // The true size; not told where all is there.
  private static func count(
    _ input: inout WireInput, _ tuple: inout WireInput.Tuple, atLeast shown: Int
  ) throws(WireError) -> Int {
    try input.next(&tuple) ? try nonNegative(&input, "count") : shown
  }

  private static func bits(_ input: inout WireInput) throws(WireError) -> Value.BitPattern {
    guard try input.json.peek() == UInt8(ascii: "\"") else {
      return Value.BitPattern(try input.json.readDouble())
    }
    let start = input.json.offset
    let text = try input.json.readName()
    switch text {
    case "nan": return Value.BitPattern(.nan)
    case "inf": return Value.BitPattern(.infinity)
    case "-inf": return Value.BitPattern(-.infinity)
    case "-0": return Value.BitPattern(-0.0)
    default:
      guard text.hasPrefix("nan:"), let bits = UInt64(text.dropFirst(4), radix: 16),
        Double(bitPattern: bits).isNaN
      else { throw WireError(at: start, .outOfRange("double")) }
      return Value.BitPattern(Double(bitPattern: bits))
    }
  }

  // Kept as it was written, since 1.10 and 1.1 are two texts; only its form is checked.
  private static func decimal(_ input: inout WireInput) throws(WireError) -> String {
    _ = try input.json.peek()
    let start = input.json.offset
    let text = try input.json.readName()
    guard JSONReader.isNumber(text) else { throw WireError(at: start, .outOfRange("decimal")) }
    return text
  }

  private static func bytes(_ input: inout WireInput) throws(WireError) -> [UInt8] {
    _ = try input.json.peek()
    let start = input.json.offset
    guard let bytes = Base64.bytes(of: try input.json.readName()) else {
      throw WireError(at: start, .outOfRange("bytes"))
    }
    return bytes
  }

  private static func entries(_ input: inout WireInput) throws(WireError) -> [Value.Entry] {
    var entries: [Value.Entry] = []
    var pairs = try input.beginTuple()
    while try input.next(&pairs) {
      let key = try read(&input)
      guard try input.next(&pairs) else { throw input.json.fault(.missing("value")) }
      entries.append(Value.Entry(key: key, value: try read(&input)))
    }
    return entries
  }

  private static func fields(_ input: inout WireInput) throws(WireError) -> [Value.Field] {
    var fields: [Value.Field] = []
    var pairs = try input.beginTuple()
    while try input.next(&pairs) {
      let label = try input.name()
      guard try input.next(&pairs) else { throw input.json.fault(.missing("value")) }
      fields.append(Value.Field(label: label, value: try read(&input)))
    }
    return fields
  }
}
