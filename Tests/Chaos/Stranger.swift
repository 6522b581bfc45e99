import InspectLink
import InspectSystem
import InspectWire

/// A reporter that no program stands behind, and that says what it is told to say.
final class Stranger {
  private let client: LinkClient
  private var encoder = MessageEncoder()
  private var decoder = MessageDecoder()

  init(_ socket: String) throws { client = try LinkClient(dialing: .unix(socket)) }

  func send(_ message: Message) throws {
    for frame in encoder.encode(message) { try client.send(frame) }
  }

  /// Sends text as it is.
  func send(text: String) throws { try client.send(Array(text.utf8)) }

  /// The next message; nil when none comes in time.
  func next(within seconds: Int64 = 10) throws -> Message? {
    while true {
      let limit = client.now.after(.seconds(seconds))
      guard case .message(let frame) = try client.next(until: limit) else { return nil }
      if let message = try decoder.decode(frame) { return message }
    }
  }

  /// Why the link is over; nil while it is not, so many seconds from now.
  func closure(within seconds: Int64 = 10) -> LinkClosure? {
    do throws(LinkClosure) {
      let limit = client.now.after(.seconds(seconds))
      while case .message = try client.next(until: limit) {}
      return nil
    } catch {
      return error
    }
  }

  /// Facts of a process that is this one, under another instance.
  static func facts(_ number: UInt64) -> InstanceFacts {
    let pid = Environment.ownPID
    return InstanceFacts(
      instance: InstanceID(high: 99, low: number), name: "stranger \(number)", pid: pid,
      startTime: ProcessTable.entry(of: pid)?.startTime ?? 0, host: "here", mode: .off,
      clock: ClockAnchor(
        moment: Moment(microseconds: SystemClock.monotonicMicroseconds),
        wallMicroseconds: SystemClock.wallMicroseconds))
  }

  static func binding(_ number: UInt64) -> Record {
    .binding(
      BindingRecord(
        id: BindingID(number), scope: nil, node: nil, name: "stranger\(number)",
        stableKey: "stranger\(number)", place: .source(file: "Stranger.swift", line: 1),
        keyPath: nil, transformer: nil,
        source: Endpoint(owner: "A", property: "b", valueType: "String"),
        target: Endpoint(owner: "C", property: "d", valueType: "String"), direction: .oneWay))
  }
}
