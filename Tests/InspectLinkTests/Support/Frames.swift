import TestSupport

@testable import InspectLink

/// A frame written by hand, right or wrong, independent of the code under test.
struct RawFrame {
  var first: UInt8
  var payload: [UInt8]
  var mask: [UInt8]?
  /// Written instead of the true length.
  var announced: UInt64?
  /// Bytes of the length: 0, 2 or 8; nil for the shortest.
  var lengthBytes: Int?

  init(
    _ opcode: UInt8, _ payload: [UInt8] = [], isFinal: Bool = true, mask: [UInt8]? = nil,
    announced: UInt64? = nil, lengthBytes: Int? = nil
  ) {
    first = (isFinal ? 0x80 : 0) | opcode
    self.payload = payload
    self.mask = mask
    self.announced = announced
    self.lengthBytes = lengthBytes
  }

  var bytes: [UInt8] {
    let length = announced ?? UInt64(payload.count)
    let wide = lengthBytes ?? (length < 126 ? 0 : length < 65_536 ? 2 : 8)
    let short: UInt8 = wide == 0 ? UInt8(length) : wide == 2 ? 126 : 127
    var bytes: [UInt8] = [first, short | (mask == nil ? 0 : 0x80)]
    for index in 0..<wide { bytes.append(UInt8(length >> UInt64(8 * (wide - 1 - index)) & 0xff)) }
    guard let mask else { return bytes + payload }
    return bytes + mask + payload.enumerated().map { $1 ^ mask[$0 % 4] }
  }

  static func text(_ text: String, isFinal: Bool = true, mask: [UInt8]? = nil) -> RawFrame {
    RawFrame(1, Array(text.utf8), isFinal: isFinal, mask: mask)
  }

  static func close(_ code: UInt16?, _ reason: [UInt8] = [], mask: [UInt8]? = nil) -> RawFrame {
    RawFrame(8, (code.map { [UInt8($0 >> 8), UInt8($0 & 0xff)] } ?? []) + reason, mask: mask)
  }
}

extension WebSocketMachine {
  static let sampleKey = "dGhlIHNhbXBsZSBub25jZQ=="

  static let sampleRequest = Array(
    """
    GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r
    Sec-WebSocket-Key: \(sampleKey)\r\nSec-WebSocket-Version: 13\r
    Sec-WebSocket-Protocol: bindinspect.v1\r\n\r\n
    """.utf8)

  /// An accepting machine behind its handshake.
  static func openServer(limits: LinkLimits = .standard) -> WebSocketMachine {
    var machine = WebSocketMachine(
      acceptingAt: "/", limits: limits, chance: SeededGenerator(seed: 1))
    let actions = machine.receive(sampleRequest[...])
    precondition(actions.last == .opened, "\(actions)")
    return machine
  }

  /// A dialling machine behind its handshake.
  static func openClient(limits: LinkLimits = .standard) -> WebSocketMachine {
    var client = WebSocketMachine(
      dialing: "localhost", limits: limits, chance: SeededGenerator(seed: 2))
    var server = WebSocketMachine(acceptingAt: "/", chance: SeededGenerator(seed: 3))
    guard case .send(let request) = client.start().first,
      case .send(let answer) = server.receive(request[...]).first
    else { preconditionFailure("no handshake") }
    let actions = client.receive(answer[...])
    precondition(actions == [.opened], "\(actions)")
    return client
  }

  /// Takes the bytes, and then the end that waited for answers.
  mutating func receiveAll(_ bytes: ArraySlice<UInt8>) -> [Action] {
    receive(bytes) + settle()
  }

  /// Takes the bytes in pieces of that size.
  mutating func receive(_ bytes: [UInt8], inPiecesOf size: Int) -> [Action] {
    stride(from: 0, to: bytes.count, by: size).flatMap { start in
      receiveAll(bytes[start..<min(start + size, bytes.count)])
    }
  }
}

extension [WebSocketMachine.Action] {
  /// Texts of the messages among them.
  var messages: [String] {
    compactMap {
      if case .message(let text) = $0 { String(decoding: text, as: UTF8.self) } else { nil }
    }
  }

  /// The fault with which they end.
  var fault: WebSocketFault? {
    if case .ended(.fault(let fault)) = last { fault } else { nil }
  }

  /// All bytes to be sent.
  var sent: [UInt8] {
    flatMap { action -> [UInt8] in
      switch action {
      case .send(let bytes), .pong(let bytes): bytes
      default: []
      }
    }
  }
}

let testMask: [UInt8] = [0x37, 0xfa, 0x21, 0x3d]
