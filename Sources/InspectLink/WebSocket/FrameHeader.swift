/// What stands before the payload of a frame (RFC 6455, section 5.2).
struct FrameHeader: Equatable, Sendable {
  /// The kinds of frames that exist.
  enum Opcode: UInt8, Sendable {
    case continuation = 0
    case text = 1
    case binary = 2
    case close = 8
    case ping = 9
    case pong = 10

    /// Whether it may stand between the fragments of a message.
    var isControl: Bool { rawValue >= 8 }
  }

  let opcode: Opcode
  let isFinal: Bool
  /// Bytes of the payload as announced; nothing is reserved for them.
  let length: UInt64

  /// A whole frame; the payload is masked where there is a mask.
  static func frame(_ opcode: Opcode, _ payload: [UInt8], mask: UInt32?) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(payload.count + 14)
    bytes.append(0x80 | opcode.rawValue)
    let maskBit: UInt8 = mask == nil ? 0 : 0x80
    let shifts: [Int]
    switch payload.count {
    case ..<126:
      bytes.append(maskBit | UInt8(payload.count))
      shifts = []
    case ..<65_536:
      bytes.append(maskBit | 126)
      shifts = [8, 0]
    default:
      bytes.append(maskBit | 127)
      shifts = [56, 48, 40, 32, 24, 16, 8, 0]
    }
    for shift in shifts { bytes.append(UInt8(truncatingIfNeeded: payload.count >> shift)) }
    let key = mask.map { mask in
      Mask([24, 16, 8, 0].map { UInt8(truncatingIfNeeded: mask >> $0) })
    }
    if let key { bytes += key.bytes }
    MaskedBytes(bytes: payload[...], mask: key, offset: 0).append(to: &bytes)
    return bytes
  }
}
