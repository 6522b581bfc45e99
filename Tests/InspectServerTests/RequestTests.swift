import InspectSystem
import TestSupport
import Testing

@testable import InspectServer

@Suite struct Requests {
  @Test func `an answer carries the strict headers and none for other origins`() throws {
    let host = try TestServer()
    let peer = try host.dial()
    try peer.send("GET / HTTP/1.1\r\nHost: localhost:\(host.port)\r\n\r\n")
    let head = try peer.readHead()
    let fields = Set(head.split(separator: "\r\n").dropFirst().map { String($0).lowercased() })
    #expect(fields.contains("content-type: text/plain; charset=utf-8"))
    #expect(fields.contains("content-length: 5"))
    #expect(fields.contains("cache-control: no-store"))
    #expect(fields.contains("x-content-type-options: nosniff"))
    #expect(fields.contains("referrer-policy: no-referrer"))
    #expect(
      fields.contains {
        $0.hasPrefix("content-security-policy: default-src 'none';")
          && $0.contains("connect-src 'self' ws://localhost:\(host.port);")
          && $0.contains("frame-ancestors 'none'")
      })
    #expect(!head.lowercased().contains("access-control"))
    #expect(!head.lowercased().contains("set-cookie"))
    #expect(try peer.read(exactly: 5) == Array("hello".utf8))
  }

  @Test(arguments: ["/", "/nothing", "/<script>alert(1)</script>", "/%3Cscript%3E"])
  func `I2: whatever is answered forbids scripts that stand in it, and names nothing foreign`(
    _ path: String
  ) throws {
    let host = try TestServer()
    let peer = try host.dial()
    try peer.send("GET \(path) HTTP/1.1\r\nHost: localhost:\(host.port)\r\n\r\n")
    let head = try peer.readHead().lowercased()
    let policy = head.split(separator: "\r\n").first { $0.hasPrefix("content-security-policy:") }
    #expect(policy?.contains("script-src 'self';") == true, "\(head)")
    #expect(policy?.contains("require-trusted-types-for 'script'") == true)
    #expect(policy?.contains("unsafe") == false)
    #expect(head.contains("content-type: text/plain"))
    #expect(!head.contains("alert") && !head.contains("3cscript"))
    let length = head.split(separator: "\r\n").first { $0.hasPrefix("content-length: ") }
    let count = try #require(length.flatMap { Int($0.dropFirst(16)) })
    let body = String(decoding: try peer.read(exactly: count), as: UTF8.self)
    #expect(!body.contains("<"), "\(body)")
  }

  @Test func `one connection asks for several pages`() throws {
    let host = try TestServer()
    let peer = try host.dial()
    for _ in 1...3 {
      try peer.send("GET / HTTP/1.1\r\nHost: localhost:\(host.port)\r\n\r\n")
      #expect(try peer.readHead().hasPrefix("HTTP/1.1 200 "))
      #expect(try peer.read(exactly: 5) == Array("hello".utf8))
    }
  }

  // CVE-2025-11677: the library's pointer leads to freed memory there.
  @Test func `an unknown upgrade on a kept connection only ends it`() throws {
    let host = try TestServer()
    let peer = try host.dial()
    try peer.send(
      "GET / HTTP/1.1\r\nHost: localhost:\(host.port)\r\nConnection: keep-alive\r\n\r\n")
    _ = try peer.readHead()
    _ = try peer.read(exactly: 5)
    try peer.send(RawRequest.upgrade(host: "localhost:\(host.port)", upgrade: "irc"))
    _ = try peer.readToEnd()
    let next = try host.dial().upgrade()
    try next.send(message: "still there")
    #expect(try next.readMessage().text == "still there")
  }

  @Test func `an upgrade after a page on one connection works`() throws {
    let host = try TestServer()
    let peer = try host.dial()
    try peer.send("GET / HTTP/1.1\r\nHost: localhost:\(host.port)\r\n\r\n")
    _ = try peer.readHead()
    _ = try peer.read(exactly: 5)
    try peer.upgrade().send(message: "hello")
    #expect(try peer.readMessage().text == "hello")
  }

  @Test func `a large page leaves in pieces and whole`() throws {
    let bytes = (0..<1_500_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let host = try TestServer(pages: ["/big": Page(type: "application/octet-stream", bytes: bytes)])
    let peer = try host.dial()
    try peer.send("GET /big HTTP/1.1\r\nHost: localhost:\(host.port)\r\nConnection: close\r\n\r\n")
    #expect(try peer.readHead().contains("Content-Length: 1500000\r\n"))
    #expect(try peer.readToEnd() == bytes)
  }

  @Test func `messages sent with the request are heard`() throws {
    let host = try TestServer()
    let peer = try host.dial()
    let request = Array(RawPeer.request(host: peer.host).utf8)
    try peer.send(request + RawPeer.bytes(of: .init(opcode: 1, bytes: Array("early".utf8))))
    #expect(try peer.readHead().hasPrefix("HTTP/1.1 101 "))
    #expect(try peer.readMessage().text == "early")
  }

  @Test func `a socket file names no host but lets no page in`() throws {
    let host = try TestServer()
    try host.dialUnix().upgrade()
    let page = try host.dialUnix()
    try page.send(RawPeer.request(host: "localhost", "Origin: http://localhost:\(host.port)\r\n"))
    #expect(try page.readHead().hasPrefix("HTTP/1.1 403 "))
    let other = try host.dialUnix()
    try other.send("GET / HTTP/1.1\r\nHost: whatever\r\n\r\n")
    #expect(try other.readHead().hasPrefix("HTTP/1.1 200 "))
  }

  @Test func `the handler is told who has come`() throws {
    let host = try TestServer()
    try host.dialUnix().upgrade()
    try host.dial().upgrade()
    let page = try host.dial()
    try page.send(RawPeer.request(host: page.host, "Origin: http://\(page.host)\r\n"))
    _ = try page.readHead()
    let own = Peer(pid: Environment.ownPID, user: Peer.ownUser, group: 0)
    try eventuallyHere("all three") { host.seen.withLock { $0.opened.count } == 3 }
    let peers = host.seen.withLock { $0.opened.map(\.peer) }
    #expect(
      peers.contains { if case .unix(let who) = $0.transport { who.pid == own.pid } else { false } }
    )
    #expect(peers.contains(ServerPeer(transport: .loopback, isPage: false)))
    #expect(peers.contains(ServerPeer(transport: .loopback, isPage: true)))
  }

  @Test(arguments: ["", "GET / HT", "GET / HTTP/1.1\r\nHost: loc"])
  func `whoever does not finish the request is closed in time`(_ beginning: String) throws {
    let host = try TestServer { $0.handshakeSeconds = 1 }
    let peer = try host.dial()
    try peer.send(beginning)
    _ = try peer.readToEnd()
    try eventuallyHere("no connection") { try Self.open(host) == 0 }
  }

  @Test func `whoever drips is closed in time`() throws {
    let host = try TestServer { $0.handshakeSeconds = 1 }
    let peer = try host.dial()
    let letters = Array(
      RawRequest.page("Host: localhost\r\nX: \(String(repeating: "a", count: 4_000))").utf8)
    var sent = 0
    try eventuallyHere("the end of the connection") {
      guard try Self.open(host) > 0 || sent == 0 else { return true }
      sent += peer.sendWhatGoes([letters[sent % letters.count]])
      return false
    }
    #expect(sent < letters.count)
  }

  @Test func `headers above the limit end the connection`() throws {
    let host = try TestServer()
    let peer = try host.dial()
    try peer.send(
      "GET / HTTP/1.1\r\nHost: localhost:\(host.port)\r\nX-Long: \(String(repeating: "a", count: 8_000))\r\n\r\n"
    )
    #expect(try !peer.readHead().hasPrefix("HTTP/1.1 200"))
  }

  @Test func `connections above the limit are refused and the others go on`() throws {
    let host = try TestServer { $0.connections = 2 }
    let kept = [try host.dial().upgrade(), try host.dial().upgrade()]
    #expect(try host.dial().readHead().hasPrefix("HTTP/1.1 503 "))
    for peer in kept {
      try peer.send(message: "hello")
      #expect(try peer.readMessage().text == "hello")
    }
  }

  @Test func `a refused request is logged and counted`() async throws {
    let host = try TestServer()
    let peer = try host.dial()
    try peer.send("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n")
    _ = try peer.readToEnd()
    #expect(await host.server.counters.refusedRequests == 1)
    #expect(host.log.withLock { $0.contains { $0.kind == "refused-request" } })
  }

  private static func open(_ host: TestServer) throws -> Int {
    let count = Lock<Int?>(nil)
    host.server.post { server in
      let open = Int(server.counters.open)
      count.withLock { $0 = open }
    }
    try eventuallyHere("an answer") { count.withLock { $0 != nil } }
    return count.withLock { $0 ?? 0 }
  }
}
