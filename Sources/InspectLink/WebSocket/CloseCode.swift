/// Numbers by which a side says why it closes (RFC 6455, section 7.4).
package enum CloseCode {
  /// All is said.
  package static let normal: UInt16 = 1_000
  /// The program ends.
  package static let goingAway: UInt16 = 1_001
  /// The other side broke the rules of frames.
  package static let protocolError: UInt16 = 1_002
  /// Binary messages are not spoken here.
  package static let unsupportedData: UInt16 = 1_003
  /// Text that is not UTF-8.
  package static let invalidText: UInt16 = 1_007
  /// A message that a rule of ours refuses.
  package static let policy: UInt16 = 1_008
  /// A message over the limit.
  package static let tooLarge: UInt16 = 1_009
  /// Our own fault.
  package static let internalError: UInt16 = 1_011

  /// Longest reason in bytes: a control frame has 125, the number takes 2.
  package static let reasonBytes = 123

  /// Whether the number may stand in a frame: registered ones, and those free for use.
  static func isValid(_ code: UInt16) -> Bool {
    switch code {
    case 1_000...1_003, 1_007...1_014, 3_000...4_999: true
    default: false
    }
  }

  /// The frame's payload; the reason is cut between scalars where it is too long.
  static func payload(_ code: UInt16, _ reason: String) -> [UInt8] {
    var bytes = [UInt8(truncatingIfNeeded: code >> 8), UInt8(truncatingIfNeeded: code)]
    for scalar in reason.unicodeScalars {
      let encoded = UTF8.encode(scalar).map(Array.init) ?? []
      guard bytes.count + encoded.count <= reasonBytes + 2 else { break }
      bytes += encoded
    }
    return bytes
  }
}
