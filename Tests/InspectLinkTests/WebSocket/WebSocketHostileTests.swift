import TestSupport
import Testing

@testable import InspectLink

/// What a stranger may send to either end; in whatever pieces it comes.
@Suite struct WebSocketHostileTests {
  struct Attack: Sendable, CustomTestStringConvertible {
    let name: String
    let frames: [RawFrame]
    let kind: WebSocketFault.Kind
    let code: UInt16
    /// Bytes of the frames that come before the one at fault.
    var innocent = 0
    var testDescription: String { name }

    init(
      _ name: String, _ frames: [RawFrame], _ kind: WebSocketFault.Kind, _ code: UInt16,
      innocent: Int = 0
    ) {
      self.name = name
      self.frames = frames
      self.kind = kind
      self.code = code
      self.innocent = innocent
    }

    /// As a client sends it, or a server.
    func bytes(masked: Bool) -> [UInt8] {
      frames.flatMap { frame in
        var frame = frame
        if masked { frame.mask = frame.mask ?? testMask }
        return frame.bytes
      }
    }

    func offset(masked: Bool) -> UInt64 {
      UInt64(Attack("", Array(frames.prefix(innocent)), kind, code).bytes(masked: masked).count)
    }
  }

  private static func reserved(_ bit: UInt8, _ opcode: UInt8 = 1) -> RawFrame {
    var frame = RawFrame(opcode, [0x78])
    frame.first |= bit
    return frame
  }

  static let attacks: [Attack] =
    [
      Attack("reserved bit 1", [reserved(0x40)], .reservedBits, 1_002),
      Attack("reserved bit 2", [reserved(0x20)], .reservedBits, 1_002),
      Attack("reserved bit 3", [reserved(0x10)], .reservedBits, 1_002),
      Attack("reserved bit on a ping", [reserved(0x40, 9)], .reservedBits, 1_002),
      Attack("reserved bit on a close", [reserved(0x40, 8)], .reservedBits, 1_002),
      Attack("opcode 3", [RawFrame(3)], .unknownOpcode(3), 1_002),
      Attack("opcode 7", [RawFrame(7)], .unknownOpcode(7), 1_002),
      Attack("opcode 11", [RawFrame(11)], .unknownOpcode(11), 1_002),
      Attack("opcode 15", [RawFrame(15)], .unknownOpcode(15), 1_002),
      Attack("binary", [RawFrame(2, [1, 2, 3])], .binary, 1_003),
      Attack("empty binary", [RawFrame(2)], .binary, 1_003),
      Attack("fragmented ping", [RawFrame(9, isFinal: false)], .fragmentedControl, 1_002),
      Attack("fragmented close", [RawFrame(8, isFinal: false)], .fragmentedControl, 1_002),
      Attack(
        "ping of 126 bytes", [RawFrame(9, Array(repeating: 1, count: 126))], .oversizeControl, 1_002
      ),
      Attack(
        "close of 126 bytes", [.close(1_000, Array(repeating: 0x78, count: 124))], .oversizeControl,
        1_002),
      Attack("ping in the long form", [RawFrame(9, [1], lengthBytes: 2)], .oversizeControl, 1_002),
      Attack(
        "125 bytes in two", [RawFrame(1, Array(repeating: 0x78, count: 125), lengthBytes: 2)],
        .badLength, 1_002),
      Attack("0 bytes in eight", [RawFrame(1, [], lengthBytes: 8)], .badLength, 1_002),
      Attack(
        "65,535 bytes in eight", [RawFrame(1, [], announced: 65_535, lengthBytes: 8)], .badLength,
        1_002),
      Attack("2^63 bytes", [RawFrame(1, [], announced: 1 << 63)], .badLength, 1_002),
      Attack("2^64−1 bytes", [RawFrame(1, [], announced: .max)], .badLength, 1_002),
      Attack(
        "2^63−1 bytes", [RawFrame(1, [], announced: UInt64(Int64.max))],
        .messageTooLarge(bytes: UInt64(Int64.max), limit: 1 << 20), 1_009),
      Attack(
        "100 MB", [RawFrame(1, [0x78], announced: 100_000_000)],
        .messageTooLarge(bytes: 100_000_000, limit: 1 << 20), 1_009),
      Attack(
        "one byte over the limit", [RawFrame(1, [], announced: (1 << 20) + 1)],
        .messageTooLarge(bytes: (1 << 20) + 1, limit: 1 << 20), 1_009),
      Attack(
        "over the limit in two fragments",
        [.text("x", isFinal: false), RawFrame(0, [], announced: 1 << 20)],
        .messageTooLarge(bytes: (1 << 20) + 1, limit: 1 << 20), 1_009, innocent: 1),
      Attack(
        "lengths that overflow in two fragments",
        [.text("xx", isFinal: false), RawFrame(0, [], announced: UInt64(Int64.max))],
        .messageTooLarge(bytes: UInt64(Int64.max) + 2, limit: 1 << 20), 1_009, innocent: 1),
      Attack(
        "endless fragments",
        [.text("", isFinal: false)]
          + Array(repeating: RawFrame(0, [0x78], isFinal: false), count: 2_000),
        .tooManyFragments(limit: 1_024), 1_009, innocent: 1_024),
      Attack("continuation of nothing", [RawFrame(0, [0x78])], .nothingToContinue, 1_002),
      Attack(
        "continuation after a message", [.text("x"), RawFrame(0, [0x78])], .nothingToContinue,
        1_002,
        innocent: 1),
      Attack(
        "message inside a message", [.text("x", isFinal: false), .text("y")], .unfinishedMessage,
        1_002, innocent: 1),
      Attack(
        "binary inside a message", [.text("x", isFinal: false), RawFrame(2)], .unfinishedMessage,
        1_002, innocent: 1),
      Attack("no UTF-8", [RawFrame(1, [0x78, 0xff])], .invalidText, 1_007),
      Attack("a surrogate", [RawFrame(1, [0xed, 0xa0, 0x80])], .invalidText, 1_007),
      Attack("a scalar without its end", [RawFrame(1, [0xe2, 0x82])], .invalidText, 1_007),
      Attack(
        "no UTF-8 in the second fragment",
        [RawFrame(1, [0xe2], isFinal: false), RawFrame(0, [0x82, 0x41])], .invalidText, 1_007,
        innocent: 1),
      Attack(
        "no UTF-8 at the start of a frame that is never finished",
        [RawFrame(1, [0xc0], announced: 1_000)], .invalidText, 1_007),
      Attack("close of one byte", [RawFrame(8, [3])], .truncatedClose, 1_002),
      Attack("close with a wrong reason", [.close(1_000, [0xff])], .invalidCloseReason, 1_007),
      Attack(
        "close with half a scalar", [.close(1_000, [0xe2, 0x82])], .invalidCloseReason, 1_007),
    ]
    + [0, 1, 999, 1_004, 1_005, 1_006, 1_015, 1_016, 1_100, 2_000, 2_999, 5_000, 65_535].map {
      Attack("close code \($0)", [.close($0)], .badCloseCode($0), 1_002)
    }

  @Test(arguments: attacks, [1, 7, 1 << 20])
  func `a client's frames against the rules are closed with their code`(
    attack: Attack, size: Int
  ) throws {
    var server = WebSocketMachine.openServer()
    try check(&server, attack, masked: true, size)
  }

  @Test(arguments: attacks, [1, 7, 1 << 20])
  func `a server's frames against the rules are closed with their code`(
    attack: Attack, size: Int
  ) throws {
    var client = WebSocketMachine.openClient()
    try check(&client, attack, masked: false, size)
  }

  private func check(
    _ machine: inout WebSocketMachine, _ attack: Attack, masked: Bool, _ size: Int
  ) throws {
    let actions = machine.receive(attack.bytes(masked: masked), inPiecesOf: size)
    let fault = WebSocketFault(attack.kind, offset: attack.offset(masked: masked))
    #expect(actions.fault == fault)
    // Once: one frame with the code, then nothing whatever comes.
    let closes = actions.filter { if case .send = $0 { true } else { false } }
    #expect(closes.count == 1)
    #expect(machine.isEnded)
    let payload = masked ? 2 : 6
    let bytes = actions.sent
    let mask = masked ? [0, 0, 0, 0] : Array(bytes[2..<6])
    let code = UInt16(bytes[payload] ^ mask[0]) << 8 | UInt16(bytes[payload + 1] ^ mask[1])
    #expect(bytes[0] == 0x88)
    #expect(code == attack.code)
  }

  @Test func `an unmasked frame from a client is refused`() {
    var server = WebSocketMachine.openServer()
    let actions = server.receive(RawFrame.text("x").bytes[...])
    #expect(actions.fault == WebSocketFault(.notMasked, offset: 0))
  }

  @Test func `a masked frame from a server is refused`() {
    var client = WebSocketMachine.openClient()
    let actions = client.receive(RawFrame.text("x", mask: testMask).bytes[...])
    #expect(actions.fault == WebSocketFault(.masked, offset: 0))
  }

  @Test func `a message at the limit is taken`() {
    var client = WebSocketMachine.openClient()
    let text = [UInt8](repeating: 0x78, count: 1 << 20)
    #expect(client.receive(RawFrame(1, text).bytes[...]) == [.message(text)])
  }

  @Test func `a message in as many fragments as the limit is taken`() {
    var client = WebSocketMachine.openClient()
    let frames =
      [RawFrame.text("x", isFinal: false)]
      + Array(repeating: RawFrame(0, [0x78], isFinal: false), count: 1_022) + [RawFrame(0, [0x78])]
    #expect(client.receive(frames.flatMap(\.bytes)[...]).messages.first?.utf8.count == 1_024)
  }

  @Test func `limits may be set apart for one link`() {
    var limits = LinkLimits()
    limits.messageBytes = 4 << 20
    var client = WebSocketMachine.openClient(limits: limits)
    let text = [UInt8](repeating: 0x78, count: 4 << 20)
    #expect(client.receive(RawFrame(1, text).bytes[...]) == [.message(text)])
  }
}
