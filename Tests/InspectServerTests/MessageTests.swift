import InspectLink
import InspectServer
import InspectSystem
import InspectWire
import TestSupport
import Testing

@Suite struct Messages {
  let host: TestServer

  init() throws { host = try TestServer() }

  @Test func `a text comes back over the port and over the socket file`() throws {
    for peer in [try host.dial(), try host.dialUnix()] {
      try peer.upgrade()
      try peer.send(message: "grüß dich")
      #expect(try peer.readMessage() == .init(opcode: 1, bytes: Array("grüß dich".utf8)))
    }
  }

  @Test(arguments: [0, 1, 125, 126, 65_535, 65_536, 1 << 20])
  func `a message of any allowed size comes back whole`(_ count: Int) throws {
    let peer = try host.dial().upgrade()
    let text = [UInt8](repeating: UInt8(ascii: "x"), count: count)
    try peer.send(frame: .init(opcode: 1, bytes: text))
    #expect(try peer.readMessage().bytes == text)
  }

  @Test func `a message above the limit closes with 1009`() throws {
    let peer = try host.dial().upgrade()
    let text = [UInt8](repeating: UInt8(ascii: "x"), count: (1 << 20) + 1)
    try peer.send(frame: .init(opcode: 1, bytes: text))
    #expect(try peer.readMessage().closing?.code == 1_009)
  }

  @Test(arguments: [UInt64(1) << 31, UInt64(Int64.max)])
  func `an announced length allocates nothing and is not believed`(_ length: UInt64) throws {
    let peer = try host.dial().upgrade()
    let bytes = (0..<8).reversed().map { UInt8(length >> ($0 * 8) & 0xff) }
    try peer.send([0x81, 0x80 | 127] + bytes + [0, 0, 0, 0] + Array("abc".utf8))
    try host.dial().upgrade().send(message: "others are served")
    try eventuallyHere("the other one's message") { host.seen.withLock { $0.messages } == 1 }
  }

  @Test func `fragments make one message`() throws {
    let peer = try host.dial().upgrade()
    for part in 0..<1_023 {
      try peer.send(frame: .init(opcode: part == 0 ? 1 : 0, isFinal: false, bytes: [0x61]))
    }
    try peer.send(frame: .init(opcode: 0, bytes: [0x62]))
    #expect(try peer.readMessage().text == String(repeating: "a", count: 1_023) + "b")
  }

  @Test func `endless fragments close with 1009`() throws {
    let peer = try host.dial().upgrade()
    var bytes: [UInt8] = []
    for part in 0..<1_100 {
      bytes += RawPeer.bytes(of: .init(opcode: part == 0 ? 1 : 0, isFinal: false, bytes: [0x61]))
    }
    try peer.send(bytes)
    let closing = try #require(try peer.readMessage().closing)
    #expect(closing.code == 1_009)
    #expect(closing.reason.contains("1024 fragments"))
  }

  @Test func `a control frame may stand between fragments`() throws {
    let peer = try host.dial().upgrade()
    try peer.send(frame: .init(opcode: 1, isFinal: false, bytes: [0x61]))
    try peer.send(frame: .init(opcode: 9, bytes: [1, 2, 3]))
    try peer.send(frame: .init(opcode: 0, bytes: [0x62]))
    let answers = [try peer.readMessage(), try peer.readMessage()]
    #expect(answers.contains(.init(opcode: 10, bytes: [1, 2, 3])))
    #expect(answers.contains(.init(opcode: 1, bytes: [0x61, 0x62])))
  }

  @Test func `a message in single bytes is one fragment`() throws {
    let peer = try host.dial().upgrade()
    let text = [UInt8](repeating: UInt8(ascii: "y"), count: 3_000)
    for byte in RawPeer.bytes(of: .init(opcode: 1, bytes: text)) { try peer.send([byte]) }
    #expect(try peer.readMessage().bytes == text)
  }

  @Test func `binary closes with 1008`() throws {
    let peer = try host.dial().upgrade()
    try peer.send(frame: .init(opcode: 2, bytes: [1]))
    #expect(try peer.readMessage().closing?.code == 1_008)
  }

  @Test func `text that is no UTF-8 closes with 1007`() throws {
    let peer = try host.dial().upgrade()
    try peer.send(frame: .init(opcode: 1, bytes: [0xff, 0xfe]))
    #expect(try peer.readMessage().closing?.code == 1_007)
    #expect(host.seen.withLock { $0.messages } == 0)
  }

  @Test func `the handler closes with its code and reason`() throws {
    let peer = try host.dial().upgrade()
    try peer.send(message: "close")
    let closing = try #require(try peer.readMessage().closing)
    #expect(closing == (4_001, "as you wish"))
  }

  @Test func `a long reason is cut between characters`() throws {
    let peer = try host.dial().upgrade()
    try peer.send(message: "long reason")
    let closing = try #require(try peer.readMessage().closing)
    #expect(closing == (4_002, String(repeating: "é", count: 61)))
  }

  @Test func `nothing is heeded after a close`() throws {
    let peer = try host.dial().upgrade()
    let close = RawPeer.bytes(of: .init(opcode: 1, bytes: Array("close".utf8)))
    let more = RawPeer.bytes(of: .init(opcode: 1, bytes: Array("more".utf8)))
    try peer.send(close + more + more + more)
    #expect(try peer.readMessage().closing?.code == 4_001)
    try peer.send(frame: .init(opcode: 8, bytes: [0x0f, 0xa1]))
    try eventuallyHere("the end of the connection") { host.seen.withLock { $0.closed.count } == 1 }
    #expect(host.seen.withLock { $0.messages } == 1)
  }

  @Test func `a paused peer is not read from`() throws {
    let peer = try host.dial().upgrade()
    try peer.send(message: "pause")
    try eventuallyHere("the pause") { host.seen.withLock { $0.messages } == 1 }
    let bytes = RawPeer.bytes(
      of: .init(opcode: 1, bytes: [UInt8](repeating: 0x61, count: 1 << 20)))
    var taken = 0
    for _ in 0..<64 { taken += peer.sendWhatGoes(bytes) }
    #expect(taken < 32 << 20)
    let other = try host.dial().upgrade()
    try other.send(message: "hello")
    #expect(try other.readMessage().text == "hello")
    #expect(host.seen.withLock { $0.messages } == 2)
  }

  @Test func `a link of ours speaks with it`() throws {
    for address in [LinkAddress.unix(host.address.socketPath), .loopback(host.port)] {
      let client = try LinkClient(dialing: address)
      try client.send(Array("one".utf8))
      guard case .message(let text) = try client.next() else {
        Issue.record("no message")
        return
      }
      #expect(text == Array("one".utf8))
      client.close()
    }
    try eventuallyHere("both ends") { host.seen.withLock { $0.closed.count } == 2 }
  }
}
