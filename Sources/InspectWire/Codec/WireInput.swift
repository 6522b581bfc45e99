/// Where messages are read from: JSON and what the sender has announced on its connection.
struct WireInput {
  /// The message under way.
  var json: JSONReader
  /// Texts by number.
  let texts: [String]
  /// Columns by kind of row.
  let layouts: RowLayouts
  /// What declarations have in common.
  var pool = DeclarationPool()

  /// Reads a name, code, type or place: a number that was announced, or the text in full.
  @inline(__always)
  mutating func name() throws(WireError) -> String {
    if try json.peek() == UInt8(ascii: "\"") { return try json.readName() }
    let start = json.offset
    let number = try json.readUInt64()
    guard number < UInt64(texts.count) else { throw WireError(at: start, .unknownText(number)) }
    return texts[Int(truncatingIfNeeded: number)]
  }

  /// Reads a text that may hold any scalar: a number that was announced, or the text in full.
  mutating func text() throws(WireError) -> String {
    try json.peek() == UInt8(ascii: "\"") ? try json.readText() : try name()
  }

  /// The value of a field that a message must have.
  func require<Value>(_ value: Value?, _ field: String) throws(WireError) -> Value {
    guard let value else { throw json.fault(.missing(field)) }
    return value
  }

  /// Reads 32 hexadecimal digits.
  mutating func instance(_ field: String) throws(WireError) -> InstanceID {
    _ = try json.peek()
    let start = json.offset
    guard let instance = InstanceID(text: try json.readName()) else {
      throw WireError(at: start, .outOfRange(field))
    }
    return instance
  }

  /// Reads one of a closed set of words.
  mutating func word<Word: RawRepresentable<String>>(_ field: String) throws(WireError) -> Word {
    _ = try json.peek()
    let start = json.offset
    guard let word = Word(rawValue: try json.readName()) else {
      throw WireError(at: start, .outOfRange(field))
    }
    return word
  }

  /// Reads one of a closed set of numbers.
  @inline(__always)
  mutating func code<Code: RawRepresentable<UInt8>>(_ field: String) throws(WireError) -> Code {
    let start = json.offset
    let number = try json.readUInt64()
    guard number < 256, let code = Code(rawValue: UInt8(truncatingIfNeeded: number)) else {
      throw WireError(at: start, .outOfRange(field))
    }
    return code
  }

  /// Reads a list whose elements `element` reads; at most so many.
  mutating func list<Element>(
    limit: Int = .max, _ element: (inout Self) throws(WireError) -> Element
  ) throws(WireError) -> [Element] {
    var elements: [Element] = []
    var isFirst = true
    try json.beginArray()
    while try json.nextElement(&isFirst) {
      guard elements.count < limit else { throw json.fault(.tooManyElements) }
      elements.append(try element(&self))
    }
    return elements
  }

  /// Reads a value, or nil for `null`.
  mutating func optional<Value>(
    _ value: (inout Self) throws(WireError) -> Value
  ) throws(WireError) -> Value? {
    try json.takeNull() ? nil : try value(&self)
  }

  // MARK: Arrays with a meaning by place

  /// A place in an array whose elements mean something by their place.
  ///
  /// Such arrays may be shorter than what a reader knows, the rest being absent, and longer, the
  /// rest being from a newer version and passed over.
  struct Tuple {
    fileprivate var isFirst = true
    fileprivate var isAtEnd = false
  }

  /// Enters a tuple.
  mutating func beginTuple() throws(WireError) -> Tuple {
    try json.beginArray()
    return Tuple()
  }

  /// Whether the next element is there and not `null`; it is then next.
  @inline(__always)
  mutating func next(_ tuple: inout Tuple) throws(WireError) -> Bool {
    guard !tuple.isAtEnd else { return false }
    guard try json.nextElement(&tuple.isFirst) else {
      tuple.isAtEnd = true
      return false
    }
    return try !json.takeNull()
  }

  /// The next element as a name; empty where there is none.
  mutating func nextName(_ tuple: inout Tuple) throws(WireError) -> String {
    try next(&tuple) ? try name() : ""
  }

  /// The next element as a name, which must be there.
  mutating func requireName(_ tuple: inout Tuple, _ field: String) throws(WireError) -> String {
    guard try next(&tuple) else { throw json.fault(.missing(field)) }
    return try name()
  }

  /// Passes over what is left of a tuple.
  mutating func endTuple(_ tuple: inout Tuple) throws(WireError) {
    while !tuple.isAtEnd {
      if try json.nextElement(&tuple.isFirst) {
        try json.skipValue()
      } else {
        tuple.isAtEnd = true
      }
    }
  }
}
