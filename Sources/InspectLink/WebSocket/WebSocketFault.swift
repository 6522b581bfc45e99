/// What the other side did against RFC 6455 or our limits, and where.
package struct WebSocketFault: Error, Hashable, Sendable {
  /// What it was.
  package let kind: Kind
  /// Bytes that came before the frame at fault, the opening handshake not counted.
  package let offset: UInt64

  package init(_ kind: Kind, offset: UInt64) {
    self.kind = kind
    self.offset = offset
  }

  /// The rules that can be broken.
  package enum Kind: Hashable, Sendable {
    /// Bits that no agreed extension gives a meaning.
    case reservedBits
    /// A kind of frame that does not exist.
    case unknownOpcode(UInt8)
    /// A client must mask each frame.
    case notMasked
    /// A server must mask none.
    case masked
    /// A control frame in pieces.
    case fragmentedControl
    /// A control frame over 125 bytes.
    case oversizeControl
    /// A length written longer than need be, or with its highest bit set.
    case badLength
    /// A piece of a message that did not begin.
    case nothingToContinue
    /// A message that begins before the last one ended.
    case unfinishedMessage
    /// Only text is spoken.
    case binary
    /// A message over the limit.
    case messageTooLarge(bytes: UInt64, limit: Int)
    /// A message in more pieces than the limit.
    case tooManyFragments(limit: Int)
    /// Text that is not UTF-8.
    case invalidText
    /// A close frame of one byte.
    case truncatedClose
    /// A close code that must not be sent.
    case badCloseCode(UInt16)
    /// A reason to close that is not UTF-8.
    case invalidCloseReason
  }

  /// The code to close with.
  package var closeCode: UInt16 {
    switch kind {
    case .binary: CloseCode.unsupportedData
    case .messageTooLarge, .tooManyFragments: CloseCode.tooLarge
    case .invalidText, .invalidCloseReason: CloseCode.invalidText
    default: CloseCode.protocolError
    }
  }

  /// What was wrong, as words for people and for the other side.
  package var text: String { "\(kind.text) (frame at byte \(offset))" }
}

extension WebSocketFault.Kind {
  fileprivate var text: String {
    switch self {
    case .reservedBits: "reserved bits are set"
    case .unknownOpcode(let code): "unknown opcode \(code)"
    case .notMasked: "a client's frame is not masked"
    case .masked: "a server's frame is masked"
    case .fragmentedControl: "a control frame is fragmented"
    case .oversizeControl: "a control frame is over 125 bytes"
    case .badLength: "a length is not in its shortest form"
    case .nothingToContinue: "a continuation without a beginning"
    case .unfinishedMessage: "a message begins inside another"
    case .binary: "binary messages are not spoken here"
    case .messageTooLarge(let bytes, let limit): "message of \(bytes) bytes, limit \(limit)"
    case .tooManyFragments(let limit): "message in more than \(limit) fragments"
    case .invalidText: "text is not UTF-8"
    case .truncatedClose: "a close frame of one byte"
    case .badCloseCode(let code): "close code \(code) must not be sent"
    case .invalidCloseReason: "a reason to close is not UTF-8"
    }
  }
}
