@testable internal import InspectServer

/// Lines are headers of a request to the daemon: who gets through must be one of few.
func fuzzRules(_ bytes: [UInt8]) {
  let lines = bytes.split(separator: 0x0A).prefix(12).map { String(decoding: $0, as: UTF8.self) }
  func field(_ name: String) -> RequestHead.Field {
    let found = lines.filter { $0.hasPrefix(name + ":") }.map {
      String($0.dropFirst(name.count + 1))
    }
    guard let only = found.first else { return .absent }
    return found.count == 1 ? .once(only.trimmed) : .unusable
  }
  var head = RequestHead()
  head.isGet = lines.first?.hasPrefix("GET ") ?? false
  head.version = field("V")
  head.host = field("Host")
  head.origin = field("Origin")
  head.connection = field("Connection")
  head.upgrade = field("Upgrade")
  head.webSocketVersion = field("Sec-WebSocket-Version")
  head.webSocketKey = field("Sec-WebSocket-Key")
  head.subprotocol = field("Sec-WebSocket-Protocol")
  let rules = AcceptRules(port: 8_080)
  guard (try? rules.checkUpgrade(head, from: .loopback)) != nil else { return }
  let hosts = ["localhost:8080", "127.0.0.1:8080", "[::1]:8080"]
  expect(hosts.contains(head.host.text?.lowercased() ?? ""), "\(head.host) got through")
  if case .once(let origin) = head.origin {
    expect(hosts.contains { "http://" + $0 == origin.lowercased() }, "\(origin) got through")
  }
  expect(head.subprotocol.text == AcceptRules.subprotocol, "\(head.subprotocol) got through")
}

extension String {
  fileprivate var trimmed: String {
    let head = drop { $0 == " " || $0 == "\r" }
    return String(head.reversed().drop { $0 == " " || $0 == "\r" }.reversed())
  }
}
