/// The two texts of the opening handshake (RFC 6455, section 4), made and judged.
struct Handshake: Equatable, Sendable {
  /// Value of the `Host` field.
  var host: String
  /// Path of the request.
  var path: String
  /// The one subprotocol that is spoken; nil for none.
  var subprotocol: String?
  /// The client's 16 bytes of chance in base64.
  var key = ""

  // MARK: The client's side

  /// The request.
  var request: [UInt8] {
    var lines = [
      "GET \(path) HTTP/1.1", "Host: \(host)", "Upgrade: websocket", "Connection: Upgrade",
      "Sec-WebSocket-Key: \(key)", "Sec-WebSocket-Version: 13",
    ]
    if let subprotocol { lines.append("Sec-WebSocket-Protocol: \(subprotocol)") }
    return Self.bytes(lines)
  }

  /// Judges the answer to the request.
  func check(answer head: HTTPHead) throws(LinkClosure) {
    guard let status = try Self.status(head.start) else {
      throw .handshake(.malformedHead)
    }
    guard status == 101 else { throw .refused(status: status) }
    do throws(HandshakeFault) {
      guard head.only("upgrade")?.lowercased() == "websocket" else {
        throw .missing(field: "Upgrade")
      }
      guard head.has("upgrade", in: "connection") else { throw .missing(field: "Connection") }
      guard head.only("sec-websocket-accept") == Self.accept(key) else { throw .wrongAccept }
      guard head.values("sec-websocket-extensions").isEmpty else { throw .unofferedExtension }
      let chosen = head.values("sec-websocket-protocol")
      guard chosen == (subprotocol.map { [$0] } ?? []) else {
        throw .wrongSubprotocol(chosen.first)
      }
    } catch {
      throw .handshake(error)
    }
  }

  /// Judges the first line of an answer; nil where the number is none.
  static func status(_ start: String) throws(LinkClosure) -> Int? {
    let words = start.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard words.count >= 2, words[0].hasPrefix("HTTP/") else { throw .handshake(.malformedHead) }
    guard words[0] == "HTTP/1.1" else { throw .handshake(.wrongHTTPVersion) }
    guard words[1].utf8.count == 3, let status = Int(words[1]), status >= 100 else { return nil }
    return status
  }

  // MARK: The server's side

  /// Judges the first line of a request.
  static func checkStart(_ start: String) throws(HandshakeFault) {
    let words = start.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, !words[1].isEmpty, words[2].hasPrefix("HTTP/") else {
      throw .malformedHead
    }
    guard words[2] == "HTTP/1.1" else { throw .wrongHTTPVersion }
    guard words[0] == "GET" else { throw .wrongMethod }
  }

  /// Judges a request and returns the client's key.
  func check(request head: HTTPHead) throws(HandshakeFault) -> String {
    try Self.checkStart(head.start)
    guard let host = head.only("host"), !host.isEmpty else { throw .missing(field: "Host") }
    guard head.values("origin").isEmpty else { throw .hasOrigin }
    guard head.values("transfer-encoding").isEmpty,
      head.values("content-length").allSatisfy({ $0 == "0" })
    else { throw .hasBody }
    guard head.start.split(separator: " ")[1] == path else { throw .wrongPath }
    guard !head.values("upgrade").isEmpty else { throw .noUpgrade }
    guard head.has("websocket", in: "upgrade") else { throw .missing(field: "Upgrade") }
    guard head.has("upgrade", in: "connection") else { throw .missing(field: "Connection") }
    guard head.only("sec-websocket-version") == "13" else { throw .wrongVersion }
    guard let key = head.only("sec-websocket-key"), key.utf8.count == 24,
      Base64.decodedCount(key) == 16
    else { throw .badKey }
    if let subprotocol {
      guard head.members("sec-websocket-protocol").contains(subprotocol) else {
        throw .wrongSubprotocol(nil)
      }
    }
    return key
  }

  /// The answer that opens the link.
  func answer(to key: String) -> [UInt8] {
    var lines = [
      "HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade",
      "Sec-WebSocket-Accept: \(Self.accept(key))",
    ]
    if let subprotocol { lines.append("Sec-WebSocket-Protocol: \(subprotocol)") }
    return Self.bytes(lines)
  }

  /// The answer that refuses, with a sentence for people.
  static func refusal(_ fault: HandshakeFault) -> [UInt8] {
    let body = fault.text + "\n"
    var lines = [
      "HTTP/1.1 \(fault.status) \(phrase(fault.status))", "Connection: close",
      "Content-Type: text/plain; charset=utf-8", "Content-Length: \(body.utf8.count)",
    ]
    switch fault {
    case .wrongMethod: lines.append("Allow: GET")
    case .noUpgrade: lines.append("Upgrade: websocket")
    case .wrongVersion: lines += ["Upgrade: websocket", "Sec-WebSocket-Version: 13"]
    default: break
    }
    return bytes(lines) + Array(body.utf8)
  }

  private static func phrase(_ status: Int) -> String {
    switch status {
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 426: "Upgrade Required"
    case 431: "Request Header Fields Too Large"
    case 505: "HTTP Version Not Supported"
    default: "Bad Request"
    }
  }

  // MARK: Both

  /// The proof that a key was understood as WebSocket's.
  static func accept(_ key: String) -> String {
    Base64.encode(SHA1.hash(Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)))
  }

  /// A key from 16 bytes of chance.
  static func key(using chance: inout some RandomNumberGenerator) -> String {
    Base64.encode((0..<16).map { _ in UInt8.random(in: 0...255, using: &chance) })
  }

  private static func bytes(_ lines: [String]) -> [UInt8] {
    Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }
}
