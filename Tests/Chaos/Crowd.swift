import InspectLink
import InspectSystem
import InspectWire
import TestSupport

/// Very many observers on one thread, which count what they are told and keep nothing of it.
final class Crowd: Sendable {
  /// What has come to them.
  struct Seen {
    /// Observers that hold a whole snapshot.
    var whole = 0
    /// Observers whose link is over.
    var ended = 0
    var frames = 0
    var failure: String?
    var isStopped = false
  }

  private let seen = Lock(Seen())
  private let waker: Waker

  /// Dials a daemon so many times, and goes on until it is stopped.
  init(_ count: Int, _ socket: String) throws {
    let waker = try Waker()
    self.waker = waker
    let frames = Self.greeting()
    try PlainThread.start(name: "crowd", stackBytes: 1 << 20) { [self] in
      do {
        try run(count, socket, frames, waker)
      } catch {
        seen.withLock { $0.failure = "\(error)" }
      }
    }
  }

  func stop() {
    seen.withLock { $0.isStopped = true }
    waker.wake()
  }

  /// What has come so far.
  var sight: Seen { seen.withLock { $0 } }

  private static func greeting() -> [[UInt8]] {
    var encoder = MessageEncoder()
    return [
      Message.hello(Hello(role: .observer, implementation: "crowd")),
      .subscribe(Subscribe(id: 1, level: .status)),
    ].flatMap { encoder.encode($0) }
  }

  private func run(_ count: Int, _ socket: String, _ greeting: [[UInt8]], _ waker: Waker) throws {
    let loop = try LinkLoop(waker: waker)
    let last = Array(#"{"m":"snapshotEnd""#.utf8)
    var left = count
    while !seen.withLock({ $0.isStopped }) {
      // A few at a time: what waits to be let in is as long as the kernel's queue.
      for _ in 0..<min(left, 32) {
        loop.add(try Link(dialing: .unix(socket), now: loop.now))
        left -= 1
      }
      for event in try loop.turn(until: left > 0 ? loop.now : nil) {
        guard case .link(let key, let event) = event else { continue }
        switch event {
        case .opened: for frame in greeting { _ = loop[key]?.send(frame) }
        case .message(let frame):
          let isLast = frame.starts(with: last)
          seen.withLock { seen in
            seen.frames += 1
            if isLast { seen.whole += 1 }
          }
        case .closed: seen.withLock { $0.ended += 1 }
        case .binary, .drained: break
        }
      }
    }
  }
}
