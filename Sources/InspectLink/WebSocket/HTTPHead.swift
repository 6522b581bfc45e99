/// Start line and fields of an HTTP message, read strictly.
struct HTTPHead: Equatable, Sendable {
  /// The first line, without its end.
  var start: String
  /// Names in lower case, values without blanks around them, in order.
  var fields: [Field] = []

  /// One line of the form `name: value`.
  struct Field: Equatable, Sendable {
    let name: String
    let value: String
  }

  /// The values of a field, in order.
  func values(_ name: String) -> [String] {
    fields.lazy.filter { $0.name == name }.map(\.value)
  }

  /// The value of a field that stands exactly once; nil where it is missing or repeated.
  func only(_ name: String) -> String? {
    let values = values(name)
    return values.count == 1 ? values[0] : nil
  }

  /// The members of a field that is a list, over all its lines, without blanks around them.
  func members(_ name: String) -> [String] {
    values(name).flatMap { value in
      value.split(separator: ",").map { trimmed($0) }.filter { !$0.isEmpty }
    }
  }

  /// Whether a list has a member, letter case ignored.
  func has(_ member: String, in name: String) -> Bool {
    members(name).contains { $0.lowercased() == member }
  }
}

/// Takes a head byte by byte and stops at the first one that cannot be right.
struct HTTPHeadReader: Sendable {
  /// Why a head cannot be read.
  enum Fault: Error, Hashable, Sendable {
    /// More bytes or fields than the limit.
    case tooLarge
    /// A byte or line that HTTP does not allow.
    case malformed
  }

  private let byteLimit: Int
  private let fieldLimit: Int
  private var count = 0
  private var line: [UInt8] = []
  private var head: HTTPHead?

  /// Nothing read yet.
  init(byteLimit: Int, fieldLimit: Int) {
    self.byteLimit = byteLimit
    self.fieldLimit = fieldLimit
  }

  /// The first line, once it is read; it can be judged before the rest is there.
  var start: String? { head?.start }

  /// Takes one byte; returns the head with its last one.
  mutating func take(_ byte: UInt8) throws(Fault) -> HTTPHead? {
    count += 1
    guard count <= byteLimit else { throw .tooLarge }
    let afterReturn = line.last == UInt8(ascii: "\r")
    if byte == UInt8(ascii: "\n") {
      guard afterReturn else { throw .malformed }
      line.removeLast()
      defer { line.removeAll(keepingCapacity: true) }
      return try takeLine()
    }
    // A return anywhere but at the end, other control characters, and what is not ASCII.
    let isText = byte >= 0x20 && byte < 0x7f || byte == UInt8(ascii: "\t")
    guard !afterReturn, isText || byte == UInt8(ascii: "\r") else { throw .malformed }
    line.append(byte)
    return nil
  }

  private mutating func takeLine() throws(Fault) -> HTTPHead? {
    guard var head else {
      guard !line.isEmpty else { throw .malformed }
      head = HTTPHead(start: String(decoding: line, as: UTF8.self))
      return nil
    }
    if line.isEmpty { return head }
    guard head.fields.count < fieldLimit else { throw .tooLarge }
    // A blank in a name also stands before folded lines, which RFC 9112 lets a server refuse.
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0,
      line[..<colon].allSatisfy(isTokenByte)
    else { throw .malformed }
    head.fields.append(
      HTTPHead.Field(
        name: String(decoding: line[..<colon], as: UTF8.self).lowercased(),
        value: trimmed(String(decoding: line[(colon + 1)...], as: UTF8.self)[...])))
    self.head = head
    return nil
  }
}

private func trimmed(_ text: Substring) -> String {
  var text = text
  while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
  while let last = text.last, last == " " || last == "\t" { text.removeLast() }
  return String(text)
}

// RFC 9110, section 5.6.2.
private func isTokenByte(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
    UInt8(ascii: "A")...UInt8(ascii: "Z"):
    true
  default: Array("!#$%&'*+-.^_`|~".utf8).contains(byte)
  }
}
