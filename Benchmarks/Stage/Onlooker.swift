internal import InspectLink
internal import InspectSystem
package import InspectWire

/// An observer on a link of its own.
///
/// Confined to one thread.
package final class Onlooker {
  private let client: LinkClient
  private var encoder = MessageEncoder()
  private var decoder = MessageDecoder()
  /// Bytes of all frames so far.
  package private(set) var bytes = 0
  /// Frames so far.
  package private(set) var frames = 0

  /// Dials the daemon of a stage and subscribes; takes nothing yet.
  package init(_ stage: Stage, level: Level = .status) throws {
    client = try LinkClient(dialing: .unix(stage.folder.path(of: "daemon.sock")))
    for message: Message in [
      .hello(Hello(role: .observer, implementation: "benchmark")),
      .subscribe(Subscribe(id: 1, level: level)),
    ] {
      for frame in encoder.encode(message) { try client.send(frame) }
    }
  }

  /// One that has taken the whole snapshot.
  ///
  /// - Parameter others: Who takes what comes meanwhile: who answers no ping for long is given up.
  package static func whole(_ stage: Stage, beside others: [Onlooker] = []) throws -> Onlooker {
    let onlooker = try Onlooker(stage)
    while let message = try onlooker.next() {
      if case .snapshotEnd = message { break }
      if onlooker.frames % 64 == 0 { for other in others { try other.drain() } }
    }
    return onlooker
  }

  /// Waits until it is told that a binding is red.
  package func wait(forRed id: UInt64) throws {
    while let message = try next() {
      guard case .delta(let section) = message else { continue }
      for case .status(let status) in section.records
      where status.binding.rawValue == id && status.colour == .red {
        return
      }
    }
  }

  /// The next message; nil where none comes until then.
  package func next(until limit: Moment? = nil) throws -> Message? {
    while true {
      guard case .message(let frame) = try client.next(until: limit) else { return nil }
      note(frame)
      if let message = try decoder.decode(frame) { return message }
    }
  }

  /// The moment in so many seconds.
  package func later(by seconds: Int) -> Moment { client.now.after(.seconds(seconds)) }

  /// Takes what has come, without reading it.
  package func drain() throws {
    while case .message(let frame) = try client.next(until: client.now) { note(frame) }
  }

  private func note(_ frame: [UInt8]) {
    bytes += frame.count
    frames += 1
  }

  /// Says goodbye.
  package func close() { client.close() }
}
