extension JSON {
  /// Reads one value that fills the bytes.
  ///
  /// Whole numbers that do not fit into 64 bits with a sign are refused, since they would be
  /// rounded; they travel as decimal text.
  ///
  /// - Throws: `WireError` with the offset of the first wrong byte.
  package static func parse(_ bytes: [UInt8]) throws(WireError) -> JSON {
    var reader = JSONReader(bytes)
    let value = try JSON(&reader)
    try reader.finish()
    return value
  }

  /// Reads the value that comes next.
  package init(_ reader: inout JSONReader) throws(WireError) {
    switch try reader.peek() {
    case UInt8(ascii: "{"):
      var members: [Member] = []
      var object = try reader.beginObject()
      while let key = try reader.nextKey(&object) { members.append(Member(key, try JSON(&reader))) }
      self = .object(members)
    case UInt8(ascii: "["):
      var elements: [JSON] = []
      try reader.beginArray()
      var isFirst = true
      while try reader.nextElement(&isFirst) { elements.append(try JSON(&reader)) }
      self = .array(elements)
    case UInt8(ascii: "\""):
      self = .string(try reader.readText())
    case UInt8(ascii: "t"), UInt8(ascii: "f"):
      self = .bool(try reader.readBool())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      self = try Self.number(&reader)
    default:
      // Null, or the fault of anything else.
      try reader.skipValue()
      self = .null
    }
  }

  private static func number(_ reader: inout JSONReader) throws(WireError) -> JSON {
    var ahead = reader
    let start = reader.offset
    let isInteger = try ahead.passNumber()
    let isNegativeZero =
      ahead.offset == start + 2 && reader.bytes[start] == UInt8(ascii: "-")
      && reader.bytes[start + 1] == UInt8(ascii: "0")
    return isInteger && !isNegativeZero
      ? .int(try reader.readInt64()) : .double(try reader.readDouble())
  }
}
