import InspectSystem
import Testing

@testable import InspectServer

/// What strangers and browsers may try, over a real socket: each line of the table is one request.
@Suite struct AcceptRulesTests {
  static let host = Result { try TestServer() }

  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    /// The request; `PORT` stands for the server's.
    let request: String
    /// How the answer begins; empty for a connection that is closed without one.
    let answer: String

    var testDescription: String { name }

    init(_ name: String, _ request: String, _ answer: String) {
      (self.name, self.request, self.answer) = (name, request, answer)
    }
  }

  @Test(arguments: hosts + origins + upgrades + pages + rest)
  func `a request is answered as the rules say`(_ test: Case) throws {
    let host = try Self.host.get()
    let peer = try host.dial()
    try peer.send(test.request.replacing("PORT", with: String(host.port)))
    let head = try peer.readHead()
    if test.answer.isEmpty {
      #expect(head.isEmpty)
    } else {
      // What the library itself refuses, it refuses in HTTP/1.0.
      #expect(
        head.hasPrefix("HTTP/1.") && head.dropFirst(8).hasPrefix(" \(test.answer) "), "\(head)")
    }
    if !test.answer.hasPrefix("101") { #expect(!head.contains("101 ")) }
    if test.answer.first == "4" {
      _ = try peer.readToEnd()
      #expect(peer.isEnded)
    }
  }

  // MARK: The table

  static func page(_ fields: String, path: String = "/") -> String {
    "GET \(path) HTTP/1.1\r\n\(fields)\r\n"
  }

  static func upgrade(
    start: String = "GET / HTTP/1.1", host: String? = "localhost:PORT",
    upgrade: String? = "websocket", connection: String? = "Upgrade", version: String? = "13",
    key: String? = "dGhlIHNhbXBsZSBub25jZQ==", subprotocol: String? = "bindinspect.v1",
    _ more: String = ""
  ) -> String {
    let fields = [
      ("Host", host), ("Upgrade", upgrade), ("Connection", connection),
      ("Sec-WebSocket-Version", version), ("Sec-WebSocket-Key", key),
      ("Sec-WebSocket-Protocol", subprotocol),
    ]
    return start + "\r\n"
      + fields.compactMap { name, value in value.map { "\(name): \($0)\r\n" } }.joined()
      + more + "\r\n"
  }

  static let hosts: [Case] = {
    let good = ["localhost:PORT", "127.0.0.1:PORT", "[::1]:PORT", "LOCALHOST:PORT"]
    let bad = [
      "evil.example:PORT", "localhost6:PORT", "127.0.0.1.nip.example:PORT", "127.1:PORT",
      "0x7f.1:PORT", "2130706433:PORT", "10.0.2.555:PORT", "0.0.0.0:PORT",
      "[::ffff:127.0.0.1]:PORT", "localhost.:PORT", "localhost", "localhost:1", "localhost:PORT0",
      "user@localhost:PORT", "localhost:PORT@evil.example", "localhost:PORT,localhost:PORT",
      "::1:PORT", "lôcalhost:PORT", String(repeating: "a", count: 3_000) + ":PORT",
    ]
    return good.map { Case("page for host \($0)", page("Host: \($0)\r\n"), "200") }
      + good.map { Case("upgrade for host \($0)", upgrade(host: $0), "101") }
      + bad.map { Case("page for host \($0.prefix(40))", page("Host: \($0)\r\n"), "403") }
      + bad.map { Case("upgrade for host \($0.prefix(40))", upgrade(host: $0), "403") }
      + [
        Case("page without host", page(""), "403"),
        Case("page with empty host", page("Host: \r\n"), "403"),
        Case(
          "page with two hosts", page("Host: localhost:PORT\r\nHost: localhost:PORT\r\n"), "403"),
        Case(
          "page with a second, evil host", page("Host: localhost:PORT\r\nHost: evil\r\n"), "403"),
        Case("upgrade without host", upgrade(host: nil), "403"),
        Case(
          "upgrade with two hosts", upgrade("Host: localhost:PORT\r\n"), "403"),
        Case("page with a NUL in the host", page("Host: local\0host:PORT\r\n"), "403"),
        Case(
          "other path, wrong host", page("Host: evil\r\n", path: "/protocol.schema.json"), "403"),
      ]
  }()

  static let origins: [Case] = {
    let good = [
      "http://localhost:PORT", "http://127.0.0.1:PORT", "http://[::1]:PORT",
      "HTTP://LOCALHOST:PORT",
    ]
    let bad = [
      "null", "http://evil.example", "http://localhost", "http://localhost:1",
      "http://localhost:PORT.evil", "https://localhost:PORT", "http://localhost:PORT/",
      "http://127.0.0.1:PORT@evil", "file://", "ws://localhost:PORT", "localhost:PORT", "",
    ]
    return good.map { Case("upgrade from \($0)", upgrade("Origin: \($0)\r\n"), "101") }
      + bad.map {
        // A field without a value is one that is there.
        Case("upgrade from \($0)", upgrade("Origin: \($0)\r\n"), $0.isEmpty ? "101" : "403")
      }
      + bad.dropLast().map {
        Case("page from \($0)", page("Host: localhost:PORT\r\nOrigin: \($0)\r\n"), "403")
      }
      + [
        Case("upgrade from nowhere", upgrade(), "101"),
        Case(
          "upgrade from two origins",
          upgrade("Origin: http://localhost:PORT\r\nOrigin: http://localhost:PORT\r\n"), "403"),
        Case(
          "upgrade with the old name of the origin",
          upgrade("Sec-WebSocket-Origin: http://evil.example\r\n"), "403"),
      ]
  }()

  static let upgrades: [Case] = [
    Case(
      "h2c",
      upgrade(
        upgrade: "h2c", connection: "Upgrade, HTTP2-Settings",
        "HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n"), "403"),
    Case(
      "h2c with a long path",
      upgrade(
        start: "GET /\(String(repeating: "a", count: 3_000)) HTTP/1.1", upgrade: "h2c",
        connection: "Upgrade, HTTP2-Settings", "HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n"),
      "403"),
    Case("unknown upgrade", upgrade(upgrade: "irc"), "403"),
    Case("upgrade with a tail", upgrade(upgrade: "websocket, h2c"), "403"),
    Case("upgrade in capitals", upgrade(upgrade: "WebSocket"), "101"),
    Case("upgrade without connection", upgrade(connection: nil), "400"),
    Case("connection that lists more", upgrade(connection: "keep-alive, Upgrade"), "101"),
    Case("connection with a piece of the word", upgrade(connection: "up"), "400"),
    Case("version 8", upgrade(version: "8"), "426"),
    Case("version 13 twice", upgrade("Sec-WebSocket-Version: 13\r\n"), "426"),
    Case("version 013", upgrade(version: "013"), "426"),
    Case("no version", upgrade(version: nil), "426"),
    Case("short key", upgrade(key: "c2hvcnQ="), "400"),
    Case("key of 24 other characters", upgrade(key: "!!!!!!!!!!!!!!!!!!!!!!=="), "400"),
    Case("key without its end", upgrade(key: "dGhlIHNhbXBsZSBub25jZQAA"), "400"),
    Case("no key", upgrade(key: nil), "400"),
    Case("no subprotocol", upgrade(subprotocol: nil), "400"),
    Case("another subprotocol", upgrade(subprotocol: "bindinspect.v2"), "400"),
    Case("ours and another", upgrade(subprotocol: "bindinspect.v1, chat"), "400"),
    Case("ours in capitals", upgrade(subprotocol: "BINDINSPECT.V1"), "400"),
    Case("the name of the page's protocol", upgrade(subprotocol: "http"), "400"),
    Case("HTTP/1.0", upgrade(start: "GET / HTTP/1.0"), "400"),
    Case("POST", upgrade(start: "POST / HTTP/1.1"), "405"),
    Case("PUT", upgrade(start: "PUT / HTTP/1.1"), "405"),
    Case("HEAD", upgrade(start: "HEAD / HTTP/1.1"), "405"),
    Case("DELETE", upgrade(start: "DELETE / HTTP/1.1"), "405"),
    Case("body", upgrade("Content-Length: 5\r\n"), "400"),
    Case(
      "extensions are not taken up", upgrade("Sec-WebSocket-Extensions: permessage-deflate\r\n"),
      "101"),
  ]

  static let pages: [Case] = {
    let get = { (path: String) in page("Host: localhost:PORT\r\n", path: path) }
    return [
      Case("the page", get("/"), "200"),
      Case("the page with a query", get("/?x=../../etc/passwd"), "200"),
      Case("another page", get("/other"), "404"),
      Case("its own name again", get("/index.html"), "404"),
      Case("a hidden file", get("/.git/config"), "404"),
      Case("up and out", get("/../../etc/passwd"), "404"),
      Case("up and out, escaped", get("/%2e%2e/%2e%2e/etc/passwd"), "404"),
      Case("a double slash before a name", get("//etc/passwd"), "404"),
      Case("with an escaped NUL", get("/%00index"), "404"),
    ]
  }()

  static let rest: [Case] = [
    Case(
      "POST of a page", "POST / HTTP/1.1\r\nHost: localhost:PORT\r\nContent-Length: 3\r\n\r\nabc",
      "405"),
    Case(
      "OPTIONS", "OPTIONS / HTTP/1.1\r\nHost: localhost:PORT\r\nOrigin: http://evil\r\n\r\n", "405"),
    Case("GET with a body", page("Host: localhost:PORT\r\nContent-Length: 3\r\n") + "abc", "400"),
    Case(
      "GET with a chunked body", page("Host: localhost:PORT\r\nTransfer-Encoding: chunked\r\n"),
      "400"),
    Case("GET with a negative body", page("Host: localhost:PORT\r\nContent-Length: -1\r\n"), "400"),
    Case("CONNECT", "CONNECT localhost:PORT HTTP/1.1\r\nHost: localhost:PORT\r\n\r\n", ""),
    Case("no method that there is", "FROB / HTTP/1.1\r\nHost: localhost:PORT\r\n\r\n", "403"),
    Case("HTTP/2 by prior knowledge", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "403"),
    Case("a TLS greeting", "\u{16}\u{3}\u{1}\u{2}\0\u{1}\0\u{1}", "403"),
    Case("words of another protocol", "*1\r\n$4\r\nPING\r\n", "403"),
    Case("another banner", "SSH-2.0-OpenSSH_9.2\r\n", "403"),
  ]
}
