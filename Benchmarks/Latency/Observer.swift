import InspectLink
import InspectSystem
import InspectWire

/// An observer that looks at nothing but how old the news is.
struct Observer {
  private let client: LinkClient
  private var encoder = MessageEncoder()
  private var decoder = MessageDecoder()

  init(folder: RuntimeFolder) throws {
    client = try LinkClient(dialing: .unix(folder.path(of: "daemon.sock")))
    for message: Message in [
      .hello(Hello(role: .observer, implementation: "Latency benchmark")),
      .subscribe(Subscribe(id: 1, level: .status)),
    ] {
      for frame in encoder.encode(message) { try client.send(frame) }
    }
    while true { if case .snapshotEnd = try next() { return } }
  }

  /// Ages in microseconds of the next changes of colour, at their arrival.
  mutating func delays(count: Int) throws -> [Int64] {
    var delays: [Int64] = []
    while delays.count < count {
      guard case .delta(let section) = try next() else { continue }
      let now = SystemClock.monotonicMicroseconds
      for case .status(let status) in section.records {
        delays.append(now - status.since.microseconds)
      }
    }
    return delays
  }

  private mutating func next() throws -> Message {
    while true {
      guard case .message(let frame) = try client.next() else { continue }
      if let message = try decoder.decode(frame) { return message }
    }
  }
}
