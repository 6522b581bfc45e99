/// What is wrong with a message or file, and at which byte of it.
package struct WireError: Error, Hashable, Sendable {
  /// Byte at which reading failed, from 0; the length where the end came too early.
  package var offset: Int
  /// What is wrong there.
  package var kind: Kind

  /// Takes both as they are.
  package init(at offset: Int, _ kind: Kind) {
    self.offset = offset
    self.kind = kind
  }

  /// The ways in which bytes can be wrong.
  package enum Kind: Hashable, Sendable {
    // Form
    case endOfInput
    case unexpectedByte(UInt8)
    case byteOrderMark
    case trailingComma
    case trailingBytes
    case controlByteInText
    case invalidEscape
    case loneSurrogate
    case invalidUTF8
    case invalidNumber
    case leadingZero
    case duplicateKey(String)
    // Bounds
    case numberTooLarge
    case nestingTooDeep
    case textTooLong
    case tooManyValues
    case tooManyKeys
    case tooManyElements
    case messageTooLong
    // Meaning
    case expected(Form)
    case zeroInName
    case missing(String)
    case kindNotFirst
    case unknownKind(String)
    case unknownText(UInt64)
    case unknownColumns(String)
    case rowTooLong
    case outOfRange(String)
    case outOfOrder(String)
  }

  /// What should have stood there.
  package enum Form: String, Hashable, Sendable {
    case object, array, text, key, colon, number, integer, truth
    case comma = "comma or end"
    case value
  }

  /// The failure code by which a peer is told.
  package var code: FailureCode {
    switch kind {
    case .unknownKind: .unknownKind
    case .messageTooLong: .tooLarge
    default: .badMessage
    }
  }

  /// What is wrong, as a sentence for people; foreign parts are fit to be shown.
  package var text: String { "\(what) at byte \(offset)" }

  private var what: String {
    switch kind {
    case .endOfInput: "ends too early"
    case .unexpectedByte(let byte): "unexpected \(Self.name(of: byte))"
    case .byteOrderMark: "starts with a byte-order mark"
    case .trailingComma: "comma before an end"
    case .trailingBytes: "goes on after its end"
    case .controlByteInText: "control byte in a text"
    case .invalidEscape: "unknown escape in a text"
    case .loneSurrogate: "half of a surrogate pair"
    case .invalidUTF8: "not UTF-8"
    case .invalidNumber: "not a number of JSON"
    case .leadingZero: "number with leading zeros"
    case .duplicateKey(let key): "key “\(display(key, limit: 40))” for the second time"
    case .numberTooLarge: "number out of range"
    case .nestingTooDeep: "nested deeper than \(Limits.nesting)"
    case .textTooLong: "text longer than \(Limits.stringBytes) bytes"
    case .tooManyValues: "more than \(Limits.nodesPerMessage) values"
    case .tooManyKeys: "more than \(Limits.keysPerObject) keys in one object"
    case .tooManyElements: "too many elements"
    case .messageTooLong: "longer than \(Limits.messageBytes) bytes"
    case .expected(let form): "\(form.rawValue) expected"
    case .zeroInName: "NUL in a name"
    case .missing(let field): "“\(display(field, limit: 40))” is missing"
    case .kindNotFirst: "the first key is not “m”"
    case .unknownKind(let kind): "unknown kind of message “\(display(kind, limit: 40))”"
    case .unknownText(let number): "text number \(number) was not announced"
    case .unknownColumns(let kind): "columns of “\(display(kind, limit: 40))” were not announced"
    case .rowTooLong: "row with more cells than columns"
    case .outOfRange(let field): "“\(display(field, limit: 40))” is out of range"
    case .outOfOrder(let field): "“\(display(field, limit: 40))” does not follow the one before"
    }
  }

  private static func name(of byte: UInt8) -> String {
    switch byte {
    case 0x21...0x7E: "“\(Character(Unicode.Scalar(byte)))”"
    default: "byte 0x\(byte < 16 ? "0" : "")\(String(byte, radix: 16))"
    }
  }
}
