import InspectLink
import InspectSystem
import InspectWire
import TestSupport

/// Somebody else's server on this machine: serves one page and remembers what it is sent.
final class PageServer: Sendable {
  let port: UInt16
  private let seen = Lock<[String]>([])
  private let isDone = Lock(false)

  init(_ page: String) throws {
    let listener = try Socket.listen(onLoopbackPort: 0)
    port = try Socket.port(of: listener.number)
    let shared = Held(listener)
    let body = Array(page.utf8)
    let head = """
      HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: \(body.count)\r\n\
      Connection: close\r\n\r\n
      """
    try PlainThread.start(name: "pages") { [seen, isDone] in
      while !isDone.withLock({ $0 }) {
        var poll = Poll()
        poll.add(shared.listener.number, read: true, write: false)
        try? poll.wait(microseconds: 50_000)
        guard let guest = try? Socket.accept(on: shared.listener) else { continue }
        var request: [UInt8] = []
        for _ in 0..<200 where !request.containsBlankLine {
          var wait = Poll()
          wait.add(guest.number, read: true, write: false)
          try? wait.wait(microseconds: 10_000)
          _ = try? Socket.receive(from: guest.number, into: &request, atMost: 65_536)
        }
        seen.withLock { $0.append(String(decoding: request, as: UTF8.self)) }
        _ = try? Socket.send((Array(head.utf8) + body)[...], to: guest.number)
      }
    }
  }

  deinit { isDone.withLock { $0 = true } }

  /// Whole requests that came.
  var requests: [String] { seen.withLock { $0 } }

  private final class Held: Sendable {
    let listener: Descriptor
    init(_ listener: consuming Descriptor) { self.listener = listener }
  }
}

extension [UInt8] {
  fileprivate var containsBlankLine: Bool {
    String(decoding: self, as: UTF8.self).contains("\r\n\r\n")
  }
}
