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

  /// The next message; nil where none comes until then.
  package func next(until limit: Moment? = nil) throws -> Message? {
    while true {
      guard case .message(let frame) = try client.next(until: limit) else { return nil }
      bytes += frame.count
      if let message = try decoder.decode(frame) { return message }
    }
  }

  /// Takes what has come, without reading it.
  package func drain() throws {
    while case .message(let frame) = try client.next(until: client.now) { bytes += frame.count }
  }

  /// Says goodbye.
  package func close() { client.close() }
}
