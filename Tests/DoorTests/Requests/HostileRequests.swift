import InspectLink
import InspectSystem
import InspectWire
import TestSupport
import Testing

/// What strangers and browsers may try: each is one request, and how its answer begins.
struct HostileRequest: Sendable {
  let name: String
  /// The request; `PORT` stands for the daemon's.
  let text: String
  /// How the answer's number begins; empty for a connection that is closed without one.
  let answer: String

  init(_ name: String, _ text: String, _ answer: String) {
    (self.name, self.text, self.answer) = (name, text, answer)
  }

  /// A table of them.
  struct Group: CustomTestStringConvertible, Sendable {
    let name: String
    let requests: [HostileRequest]
    var testDescription: String { "\(name): \(requests.count) requests" }
  }

  static let groups = [
    Group(name: "names of the host", requests: hosts),
    Group(name: "origins", requests: origins),
    Group(name: "upgrades", requests: upgrades),
    Group(name: "paths", requests: pages),
    Group(name: "headers", requests: headers),
    Group(name: "other words", requests: rest),
  ]
}

// MARK: The tables

extension HostileRequest {
  static let hosts: [HostileRequest] = {
    let good = ["localhost:PORT", "127.0.0.1:PORT", "[::1]:PORT", "LOCALHOST:PORT"]
    let bad = [
      "evil.example:PORT", "localhost6:PORT", "127.0.0.1.nip.example:PORT", "127.1:PORT",
      "0x7f.1:PORT", "2130706433:PORT", "10.0.2.555:PORT", "0.0.0.0:PORT",
      "[::ffff:127.0.0.1]:PORT", "localhost.:PORT", "localhost", "localhost:1", "localhost:PORT0",
      "user@localhost:PORT", "localhost:PORT@evil.example", "localhost:PORT,localhost:PORT",
      "::1:PORT", "lôcalhost:PORT", String(repeating: "a", count: 3_000) + ":PORT",
    ]
    return good.map {
      HostileRequest("page for host \($0)", RawRequest.page("Host: \($0)\r\n"), "200")
    }
      + good.map { HostileRequest("upgrade for host \($0)", RawRequest.upgrade(host: $0), "101") }
      + bad.map {
        HostileRequest("page for host \($0.prefix(40))", RawRequest.page("Host: \($0)\r\n"), "403")
      }
      + bad.map {
        HostileRequest("upgrade for host \($0.prefix(40))", RawRequest.upgrade(host: $0), "403")
      }
      + [
        HostileRequest("page without host", RawRequest.page(""), "403"),
        HostileRequest("page with empty host", RawRequest.page("Host: \r\n"), "403"),
        HostileRequest(
          "page with two hosts",
          RawRequest.page("Host: localhost:PORT\r\nHost: localhost:PORT\r\n"), "403"),
        HostileRequest(
          "page with a second, evil host",
          RawRequest.page("Host: localhost:PORT\r\nHost: evil\r\n"), "403"),
        HostileRequest("upgrade without host", RawRequest.upgrade(host: nil), "403"),
        HostileRequest(
          "upgrade with two hosts", RawRequest.upgrade("Host: localhost:PORT\r\n"), "403"),
        HostileRequest(
          "page with a NUL in the host", RawRequest.page("Host: local\0host:PORT\r\n"), "403"),
        HostileRequest(
          "other path, wrong host",
          RawRequest.page("Host: evil\r\n", path: "/protocol.schema.json"), "403"),
      ]
  }()

  static let origins: [HostileRequest] = {
    let good = [
      "http://localhost:PORT", "http://127.0.0.1:PORT", "http://[::1]:PORT",
      "HTTP://LOCALHOST:PORT",
    ]
    let bad = [
      "null", "http://evil.example", "http://localhost", "http://localhost:1",
      "http://localhost:PORT.evil", "https://localhost:PORT", "http://localhost:PORT/",
      "http://127.0.0.1:PORT@evil", "file://", "ws://localhost:PORT", "localhost:PORT", "",
    ]
    return good.map {
      HostileRequest("upgrade from \($0)", RawRequest.upgrade("Origin: \($0)\r\n"), "101")
    }
      + bad.map {
        // A field without a value is one that is there.
        HostileRequest(
          "upgrade from \($0)", RawRequest.upgrade("Origin: \($0)\r\n"), $0.isEmpty ? "101" : "403")
      }
      + bad.dropLast().map {
        HostileRequest(
          "page from \($0)", RawRequest.page("Host: localhost:PORT\r\nOrigin: \($0)\r\n"), "403")
      }
      + [
        HostileRequest("upgrade from nowhere", RawRequest.upgrade(), "101"),
        HostileRequest(
          "upgrade from two origins",
          RawRequest.upgrade("Origin: http://localhost:PORT\r\nOrigin: http://localhost:PORT\r\n"),
          "403"),
        HostileRequest(
          "upgrade with the old name of the origin",
          RawRequest.upgrade("Sec-WebSocket-Origin: http://evil.example\r\n"), "403"),
      ]
  }()

  static let upgrades: [HostileRequest] = [
    HostileRequest(
      "h2c",
      RawRequest.upgrade(
        upgrade: "h2c", connection: "Upgrade, HTTP2-Settings",
        "HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n"), "403"),
    HostileRequest(
      "h2c with a long path",
      RawRequest.upgrade(
        start: "GET /\(String(repeating: "a", count: 3_000)) HTTP/1.1", upgrade: "h2c",
        connection: "Upgrade, HTTP2-Settings", "HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n"),
      "403"),
    HostileRequest("unknown upgrade", RawRequest.upgrade(upgrade: "irc"), "403"),
    HostileRequest("upgrade with a tail", RawRequest.upgrade(upgrade: "websocket, h2c"), "403"),
    HostileRequest("upgrade in capitals", RawRequest.upgrade(upgrade: "WebSocket"), "101"),
    HostileRequest("upgrade without connection", RawRequest.upgrade(connection: nil), "400"),
    HostileRequest(
      "connection that lists more", RawRequest.upgrade(connection: "keep-alive, Upgrade"), "101"),
    HostileRequest(
      "connection with a piece of the word", RawRequest.upgrade(connection: "up"), "400"),
    HostileRequest("version 8", RawRequest.upgrade(version: "8"), "426"),
    HostileRequest("version 13 twice", RawRequest.upgrade("Sec-WebSocket-Version: 13\r\n"), "426"),
    HostileRequest("version 013", RawRequest.upgrade(version: "013"), "426"),
    HostileRequest("no version", RawRequest.upgrade(version: nil), "426"),
    HostileRequest("short key", RawRequest.upgrade(key: "c2hvcnQ="), "400"),
    HostileRequest(
      "key of 24 other characters", RawRequest.upgrade(key: "!!!!!!!!!!!!!!!!!!!!!!=="), "400"),
    HostileRequest(
      "key without its end", RawRequest.upgrade(key: "dGhlIHNhbXBsZSBub25jZQAA"), "400"),
    HostileRequest("no key", RawRequest.upgrade(key: nil), "400"),
    HostileRequest("no subprotocol", RawRequest.upgrade(subprotocol: nil), "400"),
    HostileRequest("another subprotocol", RawRequest.upgrade(subprotocol: "bindinspect.v2"), "400"),
    HostileRequest(
      "ours and another", RawRequest.upgrade(subprotocol: "bindinspect.v1, chat"), "400"),
    HostileRequest("ours in capitals", RawRequest.upgrade(subprotocol: "BINDINSPECT.V1"), "400"),
    HostileRequest(
      "the name of the page's protocol", RawRequest.upgrade(subprotocol: "http"), "400"),
    HostileRequest("HTTP/1.0", RawRequest.upgrade(start: "GET / HTTP/1.0"), "400"),
    HostileRequest("POST", RawRequest.upgrade(start: "POST / HTTP/1.1"), "405"),
    HostileRequest("PUT", RawRequest.upgrade(start: "PUT / HTTP/1.1"), "405"),
    HostileRequest("HEAD", RawRequest.upgrade(start: "HEAD / HTTP/1.1"), "405"),
    HostileRequest("DELETE", RawRequest.upgrade(start: "DELETE / HTTP/1.1"), "405"),
    HostileRequest("body", RawRequest.upgrade("Content-Length: 5\r\n"), "400"),
    HostileRequest(
      "extensions are not taken up",
      RawRequest.upgrade("Sec-WebSocket-Extensions: permessage-deflate\r\n"),
      "101"),
  ]

  static let pages: [HostileRequest] = {
    let outside = [
      "/other", "/index.html", "/.git/config", "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd",
      "/..%2f..%2fetc%2fpasswd", "/%252e%252e/%252e%252e/etc/passwd", "//etc/passwd",
      "/./../etc/passwd", "/%00index", "/proc/self/environ", "/daemon.json",
      "/..\\..\\etc\\passwd", "/%c0%ae%c0%ae/etc/passwd", "/~root/.ssh/id_rsa", "/;/etc/passwd",
      "/..;/", "/C:/windows/win.ini", "/file:///etc/passwd", "/@fs/etc/passwd",
      "/@fs/etc/passwd?import&raw??", "/protocol.schema.json/../../etc/passwd",
      "/\(String(repeating: "a/", count: 500))",
      "/\(String(repeating: "%2e%2e%2f", count: 100))etc",
    ]
    let get = { (path: String) in RawRequest.page("Host: localhost:PORT\r\n", path: path) }
    return [
      HostileRequest("the page", get("/"), "200"),
      HostileRequest("a NUL in a path", get("/etc/passwd%00.html"), ""),
      HostileRequest("the page with a query", get("/?x=../../etc/passwd"), "200"),
    ] + outside.map { HostileRequest("the path \($0.prefix(60))", get($0), "40") }
  }()

  static let headers: [HostileRequest] = {
    let many = (1...100).map { "X-\($0): y\r\n" }.joined()
    let block = { (size: Int) in
      let fixed = "GET / HTTP/1.1\r\nHost: localhost:PORT\r\nX: ".utf8.count
      return "X: \(String(repeating: "a", count: size - fixed - 4))\r\n"
    }
    return [
      HostileRequest(
        "a hundred headers", RawRequest.page("Host: localhost:PORT\r\n\(many)"), "200"),
      HostileRequest(
        "a thousand headers",
        RawRequest.page("Host: localhost:PORT\r\n" + (1...10).map { _ in many }.joined()), ""),
      HostileRequest(
        "a known header too long",
        RawRequest.page(
          "Host: localhost:PORT\r\nCookie: \(String(repeating: "a", count: 5_000))\r\n"), ""),
      HostileRequest(
        "an unknown header too long", RawRequest.page("Host: localhost:PORT\r\n" + block(9_000)), ""
      ),
      HostileRequest(
        "a header without a colon", RawRequest.page("Host: localhost:PORT\r\nnonsense\r\n"), ""),
      HostileRequest(
        "a folded host", RawRequest.page("Host: localhost:PORT\r\n evil.example\r\n"), ""),
      HostileRequest(
        "a space before the colon", RawRequest.page("Host : localhost:PORT\r\n"), "403"),
      HostileRequest(
        "a host in another field",
        RawRequest.page("X-Forwarded-Host: localhost:PORT\r\nHost: evil.example:PORT\r\n"), "403"),
      HostileRequest(
        "a request that names the host itself",
        "GET http://localhost:PORT/ HTTP/1.1\r\nHost: evil.example\r\n\r\n", "403"),
    ]
  }()

  static let rest: [HostileRequest] = [
    HostileRequest(
      "POST of a page", "POST / HTTP/1.1\r\nHost: localhost:PORT\r\nContent-Length: 3\r\n\r\nabc",
      "405"),
    HostileRequest(
      "OPTIONS", "OPTIONS / HTTP/1.1\r\nHost: localhost:PORT\r\nOrigin: http://evil\r\n\r\n", "405"),
    HostileRequest(
      "GET with a body", RawRequest.page("Host: localhost:PORT\r\nContent-Length: 3\r\n") + "abc",
      "400"),
    HostileRequest(
      "GET with a chunked body",
      RawRequest.page("Host: localhost:PORT\r\nTransfer-Encoding: chunked\r\n"),
      "400"),
    HostileRequest(
      "GET with a negative body", RawRequest.page("Host: localhost:PORT\r\nContent-Length: -1\r\n"),
      "400"),
    HostileRequest(
      "CONNECT", "CONNECT localhost:PORT HTTP/1.1\r\nHost: localhost:PORT\r\n\r\n", ""),
    HostileRequest(
      "no method that there is", "FROB / HTTP/1.1\r\nHost: localhost:PORT\r\n\r\n", "403"),
    HostileRequest("HTTP/2 by prior knowledge", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "403"),
    HostileRequest("a TLS greeting", "\u{16}\u{3}\u{1}\u{2}\0\u{1}\0\u{1}", "403"),
    HostileRequest("words of another protocol", "*1\r\n$4\r\nPING\r\n", "403"),
    HostileRequest("another banner", "SSH-2.0-OpenSSH_9.2\r\n", "403"),
    HostileRequest(
      "GET with a huge body",
      RawRequest.page("Host: localhost:PORT\r\nContent-Length: 99999999999999999999\r\n"), "400"),
    HostileRequest(
      "a body twice announced",
      RawRequest.page(
        "Host: localhost:PORT\r\nContent-Length: 0\r\nTransfer-Encoding: chunked\r\n"),
      "400"),
    HostileRequest(
      "a POST that speaks to another database",
      "POST / HTTP/1.1\r\nHost: localhost:PORT\r\nContent-Length: 30\r\n\r\nSET x y\r\nCONFIG SET dir /\r\n",
      "405"),
    HostileRequest("a line that never ends", String(repeating: "A", count: 20_000), "4"),
    HostileRequest("no request at all", "\r\n\r\n\r\n\r\n", ""),
    HostileRequest("a WebSocket frame at once", "\u{1}\u{2}\u{3}{\"m\":\"hello\"}\r\n\r\n", "4"),
  ]
}
