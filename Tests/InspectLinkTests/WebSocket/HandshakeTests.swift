import TestSupport
import Testing

@testable import InspectLink

@Suite struct HandshakeTests {
  // RFC 6455, section 1.3.
  @Test func `the proof of the sample key is the one of RFC 6455`() {
    #expect(Handshake.accept(WebSocketMachine.sampleKey) == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
  }

  @Test func `a key is 16 bytes of chance in base64`() {
    var chance = SeededGenerator(seed: 7)
    let keys = Set((0..<100).map { _ in Handshake.key(using: &chance) })
    #expect(keys.count == 100)
    #expect(keys.allSatisfy { Base64.decodedCount($0) == 16 && $0.utf8.count == 24 })
  }

  // MARK: The accepting side

  private static let fields: [(String, String)] = [
    ("Host", "localhost"), ("Upgrade", "websocket"), ("Connection", "Upgrade"),
    ("Sec-WebSocket-Key", WebSocketMachine.sampleKey), ("Sec-WebSocket-Version", "13"),
    ("Sec-WebSocket-Protocol", "bindinspect.v1"),
  ]

  struct Change: Sendable, CustomTestStringConvertible {
    var start = "GET / HTTP/1.1"
    var field = ""
    /// Replaces the field's line; empty removes it.
    var values: [String] = []
    var fault: HandshakeFault?

    var testDescription: String { "\(start) \(field): \(values) → \(fault, default: "opened")" }

    var request: [UInt8] {
      var lines = [start]
      var fields = HandshakeTests.fields
      if !field.isEmpty {
        fields.removeAll { $0.0 == field }
        fields += values.map { (field, $0) }
      }
      lines += fields.map { "\($0.0): \($0.1)" }
      return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }
  }

  static let requests: [Change] = [
    Change(),
    Change(field: "Upgrade", values: ["WebSocket"]),
    Change(field: "Upgrade", values: ["foo, websocket"]),
    Change(field: "Connection", values: ["keep-alive, Upgrade"]),
    Change(field: "Connection", values: ["keep-alive", "upgrade"]),
    Change(field: "Sec-WebSocket-Protocol", values: ["other, bindinspect.v1"]),
    Change(field: "Sec-WebSocket-Extensions", values: ["permessage-deflate"]),
    Change(field: "Content-Length", values: ["0"]),
    Change(start: "POST / HTTP/1.1", fault: .wrongMethod),
    Change(start: "get / HTTP/1.1", fault: .wrongMethod),
    Change(start: "CONNECT / HTTP/1.1", fault: .wrongMethod),
    Change(start: "GET / HTTP/1.0", fault: .wrongHTTPVersion),
    Change(start: "GET / HTTP/2.0", fault: .wrongHTTPVersion),
    Change(start: "PRI * HTTP/2.0", fault: .wrongHTTPVersion),
    Change(start: "GET /x HTTP/1.1", fault: .wrongPath),
    Change(start: "GET //", fault: .malformedHead),
    Change(start: "GET  HTTP/1.1", fault: .malformedHead),
    Change(start: "PING", fault: .malformedHead),
    Change(start: "SSH-2.0-OpenSSH_9.2", fault: .malformedHead),
    Change(field: "Host", fault: .missing(field: "Host")),
    Change(field: "Host", values: [""], fault: .missing(field: "Host")),
    Change(field: "Host", values: ["a", "b"], fault: .missing(field: "Host")),
    Change(field: "Upgrade", fault: .noUpgrade),
    Change(field: "Upgrade", values: ["h2c"], fault: .missing(field: "Upgrade")),
    Change(field: "Connection", fault: .missing(field: "Connection")),
    Change(field: "Connection", values: ["keep-alive"], fault: .missing(field: "Connection")),
    Change(field: "Connection", values: ["upgraded"], fault: .missing(field: "Connection")),
    Change(field: "Sec-WebSocket-Version", fault: .wrongVersion),
    Change(field: "Sec-WebSocket-Version", values: ["12"], fault: .wrongVersion),
    Change(field: "Sec-WebSocket-Version", values: ["13", "13"], fault: .wrongVersion),
    Change(field: "Sec-WebSocket-Version", values: ["13, 8"], fault: .wrongVersion),
    Change(field: "Sec-WebSocket-Key", fault: .badKey),
    Change(field: "Sec-WebSocket-Key", values: [""], fault: .badKey),
    Change(field: "Sec-WebSocket-Key", values: ["dGhlIHNhbXBsZSBub25jZQ"], fault: .badKey),
    Change(field: "Sec-WebSocket-Key", values: ["dGhlIHNhbXBsZSBub25jZTEy"], fault: .badKey),
    Change(field: "Sec-WebSocket-Key", values: ["dGhlIHNhbXBsZSBub25jZT"], fault: .badKey),
    Change(field: "Sec-WebSocket-Key", values: ["dGhlIHNhbXBsZSBub25jZQ!="], fault: .badKey),
    Change(
      field: "Sec-WebSocket-Key",
      values: [WebSocketMachine.sampleKey, WebSocketMachine.sampleKey], fault: .badKey),
    Change(field: "Sec-WebSocket-Protocol", fault: .wrongSubprotocol(nil)),
    Change(
      field: "Sec-WebSocket-Protocol", values: ["bindinspect.v2"], fault: .wrongSubprotocol(nil)),
    Change(
      field: "Sec-WebSocket-Protocol", values: ["BindInspect.v1"], fault: .wrongSubprotocol(nil)),
    Change(field: "Origin", values: ["http://localhost"], fault: .hasOrigin),
    Change(field: "Origin", values: ["null"], fault: .hasOrigin),
    Change(field: "Content-Length", values: ["5"], fault: .hasBody),
    Change(field: "Content-Length", values: ["-1"], fault: .hasBody),
    Change(field: "Transfer-Encoding", values: ["chunked"], fault: .hasBody),
    Change(field: "Bad Name", values: ["x"], fault: .malformedHead),
    Change(
      field: "X", values: [String(repeating: "x", count: 4_096)], fault: .headTooLarge),
    Change(field: "X", values: Array(repeating: "x", count: 100), fault: .headTooLarge),
  ]

  @Test(arguments: requests)
  func `a request opens the link or gets a clean answer of HTTP`(change: Change) throws {
    var machine = WebSocketMachine(acceptingAt: "/", chance: SeededGenerator(seed: 1))
    let actions = machine.receive(change.request[...])
    let answer = String(decoding: actions.sent, as: UTF8.self)
    if let fault = change.fault {
      #expect(actions.last == .ended(.handshake(fault)))
      #expect(answer.hasPrefix("HTTP/1.1 \(fault.status) "))
      #expect(answer.contains("\r\nConnection: close\r\n"))
      let parts = answer.split(separator: "\r\n\r\n", maxSplits: 1)
      try #require(parts.count == 2)
      #expect(answer.contains("Content-Length: \(parts[1].utf8.count)\r\n"))
    } else {
      #expect(actions.last == .opened)
      #expect(
        answer == """
          HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r
          Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r
          Sec-WebSocket-Protocol: bindinspect.v1\r\n\r\n
          """)
    }
  }

  @Test func `another version of WebSocket is told which one is spoken`() {
    let change = Change(field: "Sec-WebSocket-Version", values: ["8"], fault: .wrongVersion)
    var machine = WebSocketMachine(acceptingAt: "/", chance: SeededGenerator(seed: 1))
    let answer = String(decoding: machine.receive(change.request[...]).sent, as: UTF8.self)
    #expect(answer.contains("\r\nSec-WebSocket-Version: 13\r\n"))
  }

  @Test func `a stranger is refused at its first line`() {
    var machine = WebSocketMachine(acceptingAt: "/", chance: SeededGenerator(seed: 1))
    let actions = machine.receive(Array("PING\r\n".utf8)[...])
    #expect(actions.last == .ended(.handshake(.malformedHead)))
  }

  // MARK: The dialling side

  static let answers: [(String, LinkClosure?)] = [
    ("", nil),
    ("403", .refused(status: 403)),
    ("200", .refused(status: 200)),
    ("version", .handshake(.wrongHTTPVersion)),
    ("status", .handshake(.malformedHead)),
    ("start", .handshake(.malformedHead)),
    ("no upgrade", .handshake(.missing(field: "Upgrade"))),
    ("two upgrades", .handshake(.missing(field: "Upgrade"))),
    ("no connection", .handshake(.missing(field: "Connection"))),
    ("no accept", .handshake(.wrongAccept)),
    ("other accept", .handshake(.wrongAccept)),
    ("two accepts", .handshake(.wrongAccept)),
    ("extension", .handshake(.unofferedExtension)),
    ("no subprotocol", .handshake(.wrongSubprotocol(nil))),
    ("other subprotocol", .handshake(.wrongSubprotocol("bindinspect.v2"))),
    ("two subprotocols", .handshake(.wrongSubprotocol("bindinspect.v1"))),
    ("large", .handshake(.headTooLarge)),
  ]

  private func answer(_ change: String, accept: String) -> [UInt8] {
    var start = "HTTP/1.1 101 Switching Protocols"
    var lines = [
      "Upgrade: WebSocket", "Connection: upgrade", "Sec-WebSocket-Accept: \(accept)",
      "Sec-WebSocket-Protocol: bindinspect.v1",
    ]
    switch change {
    case "403": start = "HTTP/1.1 403 Forbidden"
    case "200": start = "HTTP/1.1 200 OK"
    case "version": start = "HTTP/1.0 101 Switching Protocols"
    case "status": start = "HTTP/1.1 +11 X"
    case "start": start = "SSH-2.0-x"
    case "no upgrade": lines.remove(at: 0)
    case "two upgrades": lines.append("Upgrade: h2c")
    case "no connection": lines[1] = "Connection: keep-alive"
    case "no accept": lines.remove(at: 2)
    case "other accept": lines[2] = "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo="
    case "two accepts": lines.append(lines[2])
    case "extension":
      lines.append("Sec-WebSocket-Extensions: permessage-deflate, permessage-deflate")
    case "no subprotocol": lines.remove(at: 3)
    case "other subprotocol": lines[3] = "Sec-WebSocket-Protocol: bindinspect.v2"
    case "two subprotocols": lines.append(lines[3])
    case "large": lines.append("X: " + String(repeating: "x", count: 5_000))
    default: break
    }
    return Array((([start] + lines).joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }

  @Test(arguments: answers.indices)
  func `an answer opens the link or ends it without a word`(index: Int) throws {
    let (change, closure) = Self.answers[index]
    var machine = WebSocketMachine(dialing: "localhost", chance: SeededGenerator(seed: 5))
    let request = String(decoding: machine.start().sent, as: UTF8.self)
    let key = try #require(request.split(separator: "Sec-WebSocket-Key: ").last?.prefix(24))
    let actions = machine.receive(answer(change, accept: Handshake.accept(String(key)))[...])
    #expect(actions == [closure.map { .ended($0) } ?? .opened], "\(change)")
  }

  @Test func `the request is that of RFC 6455 and offers no extension`() throws {
    let machine = WebSocketMachine(
      dialing: "127.0.0.1:80", path: "/chat?x=1", chance: SeededGenerator(seed: 5))
    let lines = String(decoding: machine.start().sent, as: UTF8.self)
      .split(separator: "\r\n", omittingEmptySubsequences: false)
    #expect(lines.suffix(2) == ["", ""])
    #expect(
      lines.dropLast(2).filter { !$0.hasPrefix("Sec-WebSocket-Key: ") } == [
        "GET /chat?x=1 HTTP/1.1", "Host: 127.0.0.1:80", "Upgrade: websocket",
        "Connection: Upgrade", "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Protocol: bindinspect.v1",
      ])
  }
}
