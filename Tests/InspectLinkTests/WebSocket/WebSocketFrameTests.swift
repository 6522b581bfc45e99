import TestSupport
import Testing

@testable import InspectLink

/// Frames byte by byte: the examples of RFC 6455, section 5.7, and the borders of lengths.
@Suite struct WebSocketFrameTests {
  static let hello = Array("Hello".utf8)

  @Test func `an unmasked text is read as in RFC 6455`() {
    var client = WebSocketMachine.openClient()
    #expect(
      client.receive([0x81, 0x05, 0x48, 0x65, 0x6c, 0x6c, 0x6f][...]) == [.message(Self.hello)])
  }

  @Test func `a masked text is read as in RFC 6455`() {
    var server = WebSocketMachine.openServer()
    let bytes: [UInt8] = [
      0x81, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d, 0x51, 0x58,
    ]
    #expect(server.receive(bytes[...]) == [.message(Self.hello)])
  }

  @Test func `a fragmented text is read as in RFC 6455`() {
    var client = WebSocketMachine.openClient()
    #expect(client.receive([0x01, 0x03, 0x48, 0x65, 0x6c][...]) == [])
    #expect(client.receive([0x80, 0x02, 0x6c, 0x6f][...]) == [.message(Self.hello)])
  }

  @Test func `a ping is answered with its content as in RFC 6455`() {
    var server = WebSocketMachine.openServer()
    let ping = RawFrame(9, Self.hello, mask: testMask).bytes
    #expect(server.receive(ping[...]) == [.pong([0x8a, 0x05, 0x48, 0x65, 0x6c, 0x6c, 0x6f])])
  }

  @Test func `a client's answer to a ping is masked`() throws {
    var client = WebSocketMachine.openClient()
    let actions = client.receive(RawFrame(9, Self.hello).bytes[...])
    guard case .pong(let bytes) = try #require(actions.first) else {
      Issue.record("\(actions)")
      return
    }
    #expect(bytes.prefix(2) == [0x8a, 0x85])
    let mask = Array(bytes[2..<6])
    #expect(bytes.suffix(5).enumerated().map { $1 ^ mask[$0 % 4] } == Self.hello)
  }

  @Test(arguments: [0, 1, 124, 125, 126, 127, 65_535, 65_536, 70_000])
  func `a text of any length is written in its shortest form and read again`(count: Int) throws {
    var server = WebSocketMachine.openServer()
    var client = WebSocketMachine.openClient()
    let text = [UInt8](repeating: UInt8(ascii: "x"), count: count)
    let (sentDown, sentUp) = (server.frame(text: text), client.frame(text: text))
    let (down, up) = (try #require(sentDown), try #require(sentUp))
    #expect(down == RawFrame(1, text).bytes)
    #expect(client.receive(down[...]) == [.message(text)])
    #expect(up.count == down.count + 4)
    #expect(server.receive(up[...]) == [.message(text)])
  }

  @Test func `where binary messages are taken they are told apart and not read as text`() throws {
    var limits = LinkLimits()
    limits.takesBinary = true
    var client = WebSocketMachine.openClient(limits: limits)
    var server = WebSocketMachine.openServer(limits: limits)
    let bytes: [UInt8] = [0, 0xff, 0xfe]
    let sent = server.frame(binary: bytes)
    let frame = try #require(sent)
    #expect(frame == RawFrame(2, bytes).bytes)
    #expect(
      client.receive((frame + RawFrame.text("x").bytes)[...]) == [
        .binary(bytes), .message([0x78]),
      ])
    let pieces = RawFrame(2, bytes, isFinal: false).bytes + RawFrame(0, bytes).bytes
    #expect(client.receive(pieces[...]) == [.binary(bytes + bytes)])
  }

  @Test func `every frame of a client has another mask`() {
    var client = WebSocketMachine.openClient()
    let masks = (0..<100).map { _ in client.frame(text: Self.hello)?[2..<6] }
    #expect(Set(masks).count == 100)
  }

  @Test func `a pong that nobody asked for is ignored`() {
    var client = WebSocketMachine.openClient()
    #expect(client.receive(RawFrame(10, Self.hello).bytes[...]) == [])
  }

  @Test func `pings between the fragments of a message are answered at once`() {
    var client = WebSocketMachine.openClient()
    let bytes =
      RawFrame.text("Hel", isFinal: false).bytes + RawFrame(9, [1]).bytes
      + RawFrame(0, Array("lo".utf8)).bytes
    let actions = client.receive(bytes[...])
    #expect(actions.count == 2)
    #expect(actions.last == .message(Self.hello))
  }

  @Test func `empty fragments are part of a message`() {
    var client = WebSocketMachine.openClient()
    let bytes =
      RawFrame.text("", isFinal: false).bytes + RawFrame(0, [], isFinal: false).bytes
      + RawFrame(0, Self.hello).bytes
    #expect(client.receive(bytes[...]) == [.message(Self.hello)])
  }
}
