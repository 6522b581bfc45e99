/// Finds frames in bytes however they are cut, and judges what a header alone shows.
struct FrameReader: Sendable {
  /// What one step found.
  enum Step {
    /// Nothing more until more bytes come.
    case nothing
    /// A header is whole.
    case begin(FrameHeader)
    /// Some of the payload.
    case payload(FrameHeader, MaskedBytes)
    /// The payload is whole.
    case end(FrameHeader)
  }

  private enum State: Sendable {
    case header
    case payload(FrameHeader, taken: UInt64)
  }

  /// Bytes before the frame that is being read, or was read last.
  private(set) var start: UInt64 = 0

  private let expectsMask: Bool
  // Bytes of all whole frames.
  private var end: UInt64 = 0
  private var state = State.header
  private var header: [UInt8] = []
  private var isInMessage = false

  /// Nothing read yet; a server expects masked frames, a client does not.
  init(expectsMask: Bool) { self.expectsMask = expectsMask }

  /// Takes as much as belongs to the next thing to be found.
  mutating func step(_ rest: inout ArraySlice<UInt8>) throws(WebSocketFault) -> Step {
    guard case .payload(let frame, let taken) = state else {
      guard let frame = try takeHeader(&rest) else { return .nothing }
      state = .payload(frame, taken: 0)
      return .begin(frame)
    }
    if taken == frame.length {
      end &+= UInt64(header.count) &+ frame.length
      header.removeAll(keepingCapacity: true)
      if !frame.opcode.isControl { isInMessage = !frame.isFinal }
      state = .header
      return .end(frame)
    }
    if rest.isEmpty { return .nothing }
    let count = Int(min(frame.length - taken, UInt64(rest.count)))
    let bytes = rest.prefix(count)
    rest.removeFirst(count)
    state = .payload(frame, taken: taken + UInt64(count))
    // The mask is the header's end; only the offset's last two bits matter.
    let mask = expectsMask ? Mask(header.suffix(4)) : nil
    return .payload(frame, MaskedBytes(bytes: bytes, mask: mask, offset: Int(taken & 3)))
  }

  private mutating func takeHeader(
    _ rest: inout ArraySlice<UInt8>
  ) throws(WebSocketFault) -> FrameHeader? {
    while let byte = rest.popFirst() {
      if header.isEmpty { start = end }
      header.append(byte)
      switch header.count {
      case 1: continue
      case 2: try checkStart()
      case 2 + lengthBytes: try checkLength()
      default: break
      }
      if header.count == 2 + lengthBytes + (expectsMask ? 4 : 0) {
        return FrameHeader(opcode: try opcode(), isFinal: isFinal, length: length)
      }
    }
    return nil
  }

  private var isFinal: Bool { header[0] & 0x80 != 0 }

  private func opcode() throws(WebSocketFault) -> FrameHeader.Opcode {
    guard let opcode = FrameHeader.Opcode(rawValue: header[0] & 0x0f) else {
      throw fault(.unknownOpcode(header[0] & 0x0f))
    }
    return opcode
  }

  /// Bytes of the length that stand behind the first two.
  private var lengthBytes: Int {
    switch header[1] & 0x7f {
    case 126: 2
    case 127: 8
    default: 0
    }
  }

  private var length: UInt64 {
    lengthBytes == 0
      ? UInt64(header[1] & 0x7f)
      : header[2..<(2 + lengthBytes)].reduce(0) { $0 << 8 | UInt64($1) }
  }

  private func checkStart() throws(WebSocketFault) {
    guard header[0] & 0x70 == 0 else { throw fault(.reservedBits) }
    let opcode = try opcode()
    guard (header[1] & 0x80 != 0) == expectsMask else {
      throw fault(expectsMask ? .notMasked : .masked)
    }
    if opcode.isControl {
      guard isFinal else { throw fault(.fragmentedControl) }
      guard lengthBytes == 0 else { throw fault(.oversizeControl) }
    } else if opcode == .continuation {
      guard isInMessage else { throw fault(.nothingToContinue) }
    } else {
      guard !isInMessage else { throw fault(.unfinishedMessage) }
    }
  }

  private func checkLength() throws(WebSocketFault) {
    let lowest: UInt64 = lengthBytes == 2 ? 126 : 65_536
    guard length >= lowest, length <= UInt64(Int64.max) else { throw fault(.badLength) }
  }

  private func fault(_ kind: WebSocketFault.Kind) -> WebSocketFault {
    WebSocketFault(kind, offset: start)
  }
}
