/// Requests for pages and upgrades by hand, right but for what a test changes.
package enum RawRequest {
  /// A request for a page.
  package static func page(_ fields: String, path: String = "/") -> String {
    "GET \(path) HTTP/1.1\r\n\(fields)\r\n"
  }

  /// A request that is let in, but for what is named; nil leaves a field out.
  package static func upgrade(
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
}
