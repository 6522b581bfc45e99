/// Whether a request may go on, decided before anything of it is obeyed.
///
/// Hosts and origins are compared as whole texts with a short list: parsing addresses is how others
/// were fooled (`localhost6`, `10.0.2.555`, octal forms). Sources: `docs/decisions`, and RFC 6455, 4.2.1.
struct AcceptRules: Sendable {
  /// The one subprotocol that is spoken.
  static let subprotocol = "bindinspect.v1"

  /// The loopback port; nil if there is none.
  let port: UInt16?
  /// How other machines name this one, with the port; empty if they are not served.
  var remoteNames: [String] = []

  /// Why a request is refused: what the peer is told, and how.
  struct Refusal: Error, Hashable, Sendable {
    let status: HTTPResponse.Status
    let why: String

    init(_ status: HTTPResponse.Status, _ why: String) {
      self.status = status
      self.why = why
    }
  }

  /// What holds for every request, pages included.
  ///
  /// - Returns: The host as the request names it.
  func check(_ head: RequestHead, from transport: ServerPeer.Transport) throws(Refusal) -> String {
    guard head.isGet else { throw Refusal(.methodNotAllowed, "Only GET is answered here.") }
    guard !head.announcesBody else { throw Refusal(.badRequest, "A request here has no body.") }
    guard case .once(let host) = head.host, !host.isEmpty else {
      throw Refusal(.forbidden, "A request names exactly one host.")
    }
    switch transport {
    case .unix:
      // The kernel has said who it is; names of hosts mean nothing on a file. A page in a browser
      // cannot open one, so nothing that names an origin belongs here.
      guard head.origin == .absent else { throw Refusal(.forbidden, "No page may come this way.") }
    case .loopback: try check(host, head.origin, names, "http://")
    case .remote: try check(host, head.origin, remoteNames, "https://")
    }
    return host
  }

  private func check(
    _ host: String, _ origin: RequestHead.Field, _ names: [String], _ scheme: String
  ) throws(Refusal) {
    guard names.contains(where: { same($0, host) }) else {
      throw Refusal(.forbidden, "This host is not served here.")
    }
    switch origin {
    case .absent: break
    case .once(let origin) where names.contains(where: { same(scheme + $0, origin) }): break
    default: throw Refusal(.forbidden, "This origin is not served here.")
    }
  }

  /// What holds for a request that wants to become a WebSocket, besides.
  func checkUpgrade(_ head: RequestHead, from transport: ServerPeer.Transport) throws(Refusal) {
    _ = try check(head, from: transport)
    guard let upgrade = head.upgrade.text, same(upgrade, "websocket") else {
      throw Refusal(.forbidden, "The only upgrade here is websocket.")
    }
    guard head.version.text == "HTTP/1.1" else {
      throw Refusal(.badRequest, "A WebSocket begins with HTTP/1.1.")
    }
    guard let connection = head.connection.text, lists("upgrade", in: connection) else {
      throw Refusal(.badRequest, "The header Connection must list upgrade.")
    }
    guard head.webSocketVersion.text == "13" else {
      throw Refusal(.upgradeRequired, "The WebSocket version here is 13.")
    }
    guard let key = head.webSocketKey.text, isKey(key) else {
      throw Refusal(.badRequest, "The header Sec-WebSocket-Key must hold 16 bytes in base64.")
    }
    guard head.subprotocol.text == Self.subprotocol else {
      throw Refusal(.badRequest, "The subprotocol here is \(Self.subprotocol), and it alone.")
    }
  }

  private var names: [String] {
    guard let port else { return [] }
    return ["localhost", "127.0.0.1", "[::1]"].map { "\($0):\(port)" }
  }

  /// Whether two ASCII texts are the same but for the case of letters, byte by byte.
  private func same(_ one: String, _ other: String) -> Bool {
    one.utf8.count == other.utf8.count
      && zip(one.utf8, other.utf8).allSatisfy { lowered($0) == lowered($1) }
  }

  private func lowered(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }

  private func lists(_ word: String, in list: String) -> Bool {
    list.split(separator: ",").contains { item in
      same(String(item.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()), word)
    }
  }

  /// 16 bytes in base64: 22 letters, of which the last holds 2 bits, and two marks.
  private func isKey(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.count == 24 && bytes[22] == UInt8(ascii: "=") && bytes[23] == UInt8(ascii: "=")
      && "AQgw".utf8.contains(bytes[21]) && bytes[..<22].allSatisfy(isBase64)
  }

  private func isBase64(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
      true
    default: false
    }
  }
}
