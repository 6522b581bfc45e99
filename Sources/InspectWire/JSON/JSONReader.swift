/// Reads JSON one value at a time from bytes in memory, strictly, without making a tree.
///
/// Strict means: RFC 8259 and no more, no key twice in one object, no lone surrogates, valid UTF-8,
/// integers exactly or not at all, and the bounds of `Limits` on nesting, texts, values and keys.
/// Each fault has the offset of its byte. Nothing that it is given makes it trap or recurse without
/// bound. A caller asks for what it expects and takes the values in order.
package struct JSONReader {
  let bytes: [UInt8]
  var position = 0
  private var depth = 0
  private var values = 0

  /// Starts at the first byte.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Offset of the byte that is read next.
  package var offset: Int { position }

  /// The fault at the present place.
  package func fault(_ kind: WireError.Kind) -> WireError { WireError(at: position, kind) }

  // MARK: Structure

  /// Keys that an object has had so far.
  package struct ObjectCursor {
    fileprivate var few: [String] = []
    fileprivate var many: Set<ExactText> = []
    fileprivate var count = 0

    // Objects of the protocol are small; only a large one is worth a set.
    fileprivate mutating func insert(_ key: String) -> Bool {
      count += 1
      if count <= 12 {
        if few.contains(where: { $0.utf8.elementsEqual(key.utf8) }) { return false }
        few.append(key)
        return true
      }
      if many.isEmpty { many = Set(few.map(ExactText.init)) }
      return many.insert(ExactText(key)).inserted
    }
  }

  /// Enters an object.
  package mutating func beginObject() throws(WireError) -> ObjectCursor {
    try enter(UInt8(ascii: "{"), or: .object)
    return ObjectCursor()
  }

  /// The next key of an object, or nil at its end, which is then behind the reader.
  package mutating func nextKey(_ object: inout ObjectCursor) throws(WireError) -> String? {
    let byte = try peek()
    if byte == UInt8(ascii: "}") {
      leave()
      return nil
    }
    if object.count > 0 {
      guard byte == UInt8(ascii: ",") else { throw fault(.expected(.comma)) }
      position += 1
      if try peek() == UInt8(ascii: "}") { throw fault(.trailingComma) }
    }
    guard try peek() == UInt8(ascii: "\"") else { throw fault(.expected(.key)) }
    let start = position
    let key = try readName()
    guard object.count < Limits.keysPerObject else { throw WireError(at: start, .tooManyKeys) }
    guard object.insert(key) else { throw WireError(at: start, .duplicateKey(key)) }
    guard try peek() == UInt8(ascii: ":") else { throw fault(.expected(.colon)) }
    position += 1
    try countValue()
    return key
  }

  /// Enters an array.
  package mutating func beginArray() throws(WireError) {
    try enter(UInt8(ascii: "["), or: .array)
  }

  /// Whether an array has another element, which is then next; else its end is behind the reader.
  ///
  /// - Parameter isFirst: Whether no element was read yet; false afterwards.
  @inline(__always)
  package mutating func nextElement(_ isFirst: inout Bool) throws(WireError) -> Bool {
    // As it is written by us: a comma and no space. The rest is left to the careful way.
    let next = position &+ 1
    if !isFirst, next < bytes.count, bytes[position] == UInt8(ascii: ","),
      bytes[next] > 0x20, bytes[next] != UInt8(ascii: "]"), values < Limits.nodesPerMessage
    {
      position = next
      values &+= 1
      return true
    }
    return try nextElementWithCare(&isFirst)
  }

  @inline(never)
  private mutating func nextElementWithCare(_ isFirst: inout Bool) throws(WireError) -> Bool {
    let byte = try peek()
    if byte == UInt8(ascii: "]") {
      leave()
      return false
    }
    if isFirst {
      isFirst = false
    } else {
      guard byte == UInt8(ascii: ",") else { throw fault(.expected(.comma)) }
      position += 1
      if try peek() == UInt8(ascii: "]") { throw fault(.trailingComma) }
    }
    try countValue()
    return true
  }

  /// Makes sure that nothing but white space follows.
  package mutating func finish() throws(WireError) {
    skipSpace()
    guard position == bytes.count else { throw fault(.trailingBytes) }
  }

  /// The first byte of what comes next, white space passed over; not taken.
  @inline(__always)
  package mutating func peek() throws(WireError) -> UInt8 {
    if position < bytes.count, bytes[position] > 0x20 { return bytes[position] }
    return try peekAfterSpace()
  }

  @inline(never)
  private mutating func peekAfterSpace() throws(WireError) -> UInt8 {
    skipSpace()
    guard position < bytes.count else { throw fault(.endOfInput) }
    return bytes[position]
  }

  private mutating func skipSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      default: return
      }
    }
  }

  @inline(__always)
  private mutating func enter(_ bracket: UInt8, or form: WireError.Form) throws(WireError) {
    let byte = try peek()
    if position == 0, byte == 0xEF { throw fault(.byteOrderMark) }
    guard byte == bracket else { throw fault(.expected(form)) }
    guard depth < Limits.nesting else { throw fault(.nestingTooDeep) }
    depth += 1
    position += 1
  }

  @inline(__always)
  private mutating func leave() {
    depth -= 1
    position += 1
  }

  @inline(__always)
  private mutating func countValue() throws(WireError) {
    values += 1
    guard values <= Limits.nodesPerMessage else { throw fault(.tooManyValues) }
  }

  // MARK: Simple values

  /// Takes `null` if that comes next.
  @inline(__always)
  package mutating func takeNull() throws(WireError) -> Bool {
    guard try peek() == UInt8(ascii: "n") else { return false }
    try take("null")
    return true
  }

  /// Takes a truth value.
  package mutating func readBool() throws(WireError) -> Bool {
    switch try peek() {
    case UInt8(ascii: "t"):
      try take("true")
      return true
    case UInt8(ascii: "f"):
      try take("false")
      return false
    default:
      throw fault(.expected(.truth))
    }
  }

  /// Passes over one value of any kind, checked like any other.
  package mutating func skipValue() throws(WireError) {
    switch try peek() {
    case UInt8(ascii: "{"):
      var object = try beginObject()
      while try nextKey(&object) != nil { try skipValue() }
    case UInt8(ascii: "["):
      try beginArray()
      var isFirst = true
      while try nextElement(&isFirst) { try skipValue() }
    case UInt8(ascii: "\""):
      try skipText()
    case UInt8(ascii: "t"), UInt8(ascii: "f"):
      _ = try readBool()
    case UInt8(ascii: "n"):
      _ = try takeNull()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      _ = try readDouble()
    case let byte:
      throw fault(position == 0 && byte == 0xEF ? .byteOrderMark : .unexpectedByte(byte))
    }
  }

  @inline(never)
  private mutating func take(_ word: String) throws(WireError) {
    for byte in word.utf8 {
      guard position < bytes.count else { throw fault(.endOfInput) }
      guard bytes[position] == byte else { throw fault(.unexpectedByte(bytes[position])) }
      position += 1
    }
  }
}
