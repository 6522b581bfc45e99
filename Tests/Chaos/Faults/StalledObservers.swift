import InspectLink
import InspectSystem
import InspectWire
import TestSupport

/// F3: observers that take nothing cost a bounded amount, hold nobody up, and are ended after a minute.
struct StalledObservers: Fault {
  let id = "F3"
  let isPatient = true

  func happen(_ options: Options, _ chance: inout SeededGenerator) async throws -> [String] {
    let stalled = options.times(10, 200)
    return try await Field.with { field in
      try await field.startReporters(2, bindings: 1_000)
      try field.startWatchers(2)
      try await field.agree()
      let before = try field.daemonMemory
      let peers = try (0..<stalled).map { _ in try Self.stall(field.socket) }
      let seconds = options.times(64, 300)
      try field.tell { "churn \($0) \(options.times(500, 5_000)) \(seconds * 1_000)" }
      let start = SystemClock.monotonicMicroseconds
      pass(milliseconds: UInt32(seconds / 2) * 1_000)
      let each = (try field.daemonMemory - before) / stalled
      try hold(each < 1_024, "the daemon grew by \(each) KiB for each that takes nothing")
      try await field.agree(within: .seconds(seconds))
      let waited = (SystemClock.monotonicMicroseconds - start) / 1_000_000
      var ended = 0
      for peer in peers where Self.isEnded(peer) { ended += 1 }
      try hold(ended == stalled, "\(ended) of \(stalled) were ended after \(waited) s")
      return ["\(stalled) that take nothing: +\(each) KiB each, all ended within \(waited) s"]
    }
  }

  /// Asks for everything and never reads.
  private static func stall(_ socket: String) throws -> RawPeer {
    let peer = try RawPeer(path: socket).upgrade()
    var encoder = MessageEncoder()
    for message: Message in [
      .hello(Hello(role: .observer, implementation: "asleep")),
      .subscribe(Subscribe(id: 1, level: .status)),
    ] {
      for frame in encoder.encode(message) { try peer.send(frame: .init(opcode: 1, bytes: frame)) }
    }
    return peer
  }

  /// Reads what is left; whether the daemon had ended it.
  private static func isEnded(_ peer: RawPeer) -> Bool {
    do {
      _ = try peer.readToEnd()
      return peer.isEnded
    } catch {
      return false
    }
  }
}
