import InspectWire
import TestSupport

@testable import inspectord

/// A hub with peers that are values: no sockets, no threads, and a clock that the test turns.
struct HubBench {
  static let run = InstanceID(high: 7, low: 7)
  static let token = "secret"

  var hub: Hub
  var now = Instant(moment: Moment(microseconds: 1_000_000), wall: 1_700_000_000_000_000)
  var peers: [PeerID: BenchPeer] = [:]
  /// What the hub asked for, apart from writing and closing.
  var actions: [HubAction] = []
  private var lastID: UInt64 = 0

  init(idleExit: Int64? = nil) {
    hub = Hub(
      Hub.Settings(
        run: Self.run, token: Token(text: Self.token), implementation: "inspectord test",
        idleExit: idleExit), now: now)
  }

  // MARK: Peers

  mutating func open(_ origin: PeerOrigin = .unix(pid: 1)) -> PeerID {
    lastID += 1
    let id = PeerID(lastID)
    peers[id] = BenchPeer()
    hub.opened(id, as: origin, now: now)
    act()
    return id
  }

  mutating func send(_ message: Message, from id: PeerID) {
    for frame in peers[id]?.encoder.encode(message) ?? [] { send(frame: frame, from: id) }
  }

  mutating func send(frame: [UInt8], from id: PeerID) {
    hub.received(frame, from: id, now: now)
    act()
  }

  mutating func send(text: String, from id: PeerID) { send(frame: Array(text.utf8), from: id) }

  /// Ends a link from the peer's side.
  mutating func hangUp(_ id: PeerID, why: String = "gone") {
    peers[id]?.isOpen = false
    hub.closed(id, why: why, now: now)
    act()
  }

  /// Lets a peer take frames, as many as it may, while there are any; what they said.
  @discardableResult
  mutating func pull(_ id: PeerID, atMost limit: Int = .max) -> [Message] {
    var found: [Message] = []
    var count = 0
    while count < limit, peers[id]?.isAsked == true, peers[id]?.isOpen == true {
      switch hub.nextFrame(for: id, now: now) {
      case .frame(let frame):
        count += 1
        peers[id]?.note(frame)
        do {
          guard let message = try peers[id]?.decoder.decode(frame) else { continue }
          found.append(message)
        } catch {
          preconditionFailure("the hub sent what cannot be read: \(error.text)")
        }
      case .idle: peers[id]?.isAsked = false
      case .close(let code, let reason):
        peers[id]?.closing = BenchPeer.Closing(code: code, reason: reason)
        hangUp(id)
      }
      act()
    }
    return found
  }

  /// Turns the clock, and has the hub do what is due on the way.
  mutating func advance(_ microseconds: Int64) {
    let end = now.moment.plus(microseconds)
    while let deadline = hub.deadline, deadline <= end {
      if deadline > now.moment {
        now.wall += deadline.microseconds - now.moment.microseconds
        now.moment = deadline
      }
      hub.tick(now: now)
      act()
    }
    now.wall += end.microseconds - now.moment.microseconds
    now.moment = end
  }

  /// Turns the clock at once, as after a stop of the whole daemon.
  mutating func oversleep(_ microseconds: Int64) {
    now.moment = now.moment.plus(microseconds)
    now.wall += microseconds
    hub.tick(now: now)
    act()
  }

  /// Does what the hub asks for.
  mutating func act() {
    for action in hub.takeActions() {
      switch action {
      case .write(let id): peers[id]?.isAsked = true
      case .read(let id, let isReading): peers[id]?.isRead = isReading
      case .close(let id, let code, let reason):
        guard peers[id]?.isOpen == true else { continue }
        peers[id]?.closing = BenchPeer.Closing(code: code, reason: reason)
        hangUp(id)
      // How a process ended is the kernel's to tell.
      case .log, .meet: break
      default: actions.append(action)
      }
    }
  }

  // MARK: Greeting

  static func facts(
    _ number: UInt64, name: String? = nil, pid: Int32? = nil, mode: IdleMode = .armed
  ) -> InstanceFacts {
    InstanceFacts(
      instance: InstanceID(high: 1, low: number), name: name ?? "app\(number)",
      pid: pid ?? Int32(number), startTime: number * 10, host: "here", mode: mode,
      clock: ClockAnchor(moment: Moment(microseconds: 5), wallMicroseconds: 1_700_000_000_000_000))
  }

  static func hello(_ number: UInt64, name: String? = nil) -> Message {
    .hello(Hello(role: .reporter, implementation: "bench", instance: facts(number, name: name)))
  }

  /// A reporter that has been welcomed.
  mutating func reporter(
    _ number: UInt64, name: String? = nil, origin: PeerOrigin = .unix(pid: 1)
  ) -> BenchReporter {
    let id = open(origin)
    send(Self.hello(number, name: name), from: id)
    pull(id)
    return BenchReporter(id: id, instance: Self.facts(number).instance)
  }

  /// An observer that has been welcomed.
  mutating func observer() -> PeerID {
    let id = open()
    send(.hello(Hello(role: .observer, implementation: "bench")), from: id)
    pull(id)
    return id
  }

  // MARK: Observing

  /// Subscribes and reads until the snapshot is whole.
  mutating func fleet(
    _ id: PeerID, stream: UInt64 = 1, of instances: [InstanceID] = [], level: Level = .status,
    resuming earlier: ObservedFleet? = nil, query: String = ""
  ) -> ObservedFleet {
    send(
      .subscribe(
        Subscribe(
          id: stream, instances: instances, level: level, cursor: earlier?.cursor, query: query)),
      from: id)
    var fleet = ObservedFleet(stream: stream, resuming: earlier)
    for message in pull(id) { _ = fleet.apply(message) }
    return fleet
  }

  /// Lets time pass and reads all that is told meanwhile.
  mutating func read(_ id: PeerID, into fleet: inout ObservedFleet) {
    for _ in 0..<20 {
      advance(HubLimits.flush)
      for message in pull(id) { _ = fleet.apply(message) }
    }
  }

  /// Reads on until also an observer that was told less is told everything again.
  mutating func readOut(_ watching: inout [(id: PeerID, fleet: ObservedFleet)]) {
    for _ in 0..<450 {
      advance(100_000)
      for place in watching.indices where peers[watching[place].id]?.isAsked == true {
        for message in pull(watching[place].id) { _ = watching[place].fleet.apply(message) }
      }
    }
  }

  /// Sends a request and returns the one answer.
  mutating func ask(_ id: PeerID, _ message: Message) -> [Message] {
    send(message, from: id)
    return pull(id).filter { message in
      switch message {
      case .result, .error: true
      default: false
      }
    }
  }

  func model(_ reporter: BenchReporter) -> GraphModel? { hub.processes[reporter.instance]?.model }
}

/// The other end of a link.
struct BenchPeer {
  var encoder = MessageEncoder()
  var decoder = MessageDecoder()
  var isOpen = true
  var isAsked = false
  var isRead = true
  var closing: Closing?
  var frames = 0
  var bytes = 0
  var largest = 0

  mutating func note(_ frame: [UInt8]) {
    frames += 1
    bytes += frame.count
    largest = max(largest, frame.count)
  }

  struct Closing: Equatable {
    var code: UInt16
    var reason: String
  }
}

/// A process that reports, with the sequence of its batches.
struct BenchReporter {
  let id: PeerID
  let instance: InstanceID
  var sequence: UInt64 = 0

  mutating func send(_ records: [Record], to bench: inout HubBench) {
    guard !records.isEmpty else { return }
    sequence += 1
    bench.send(.batch(Batch(sequence: sequence, records: records)), from: id)
    bench.pull(id)
  }

  mutating func declare(_ binding: UInt64, name: String? = nil, in bench: inout HubBench) {
    send([.binding(.bench(binding, name: name))], to: &bench)
  }

  mutating func status(
    _ binding: UInt64, _ colour: Colour, _ reason: Reason? = nil, since: Int64 = 1,
    in bench: inout HubBench
  ) {
    send([.status(.bench(binding, colour, reason, since: since))], to: &bench)
  }

  mutating func end(_ subject: Subject, in bench: inout HubBench) {
    send(
      [.ended(EndedRecord(subject: subject, at: Moment(microseconds: 99)))], to: &bench)
  }
}

extension BindingRecord {
  static func bench(
    _ number: UInt64, name: String? = nil, scope: UInt64? = nil, node: UInt64? = nil
  ) -> BindingRecord {
    BindingRecord(
      id: BindingID(number), scope: scope.map { ScopeID($0) }, node: node.map { NodeID($0) },
      name: name ?? "binding\(number)", stableKey: "Bench.swift:\(number)",
      place: .source(file: "Bench.swift", line: Int(number)), keyPath: nil, transformer: nil,
      source: Endpoint(owner: "Model", property: "p\(number)", valueType: "String"),
      target: Endpoint(owner: "Label", property: "text", valueType: "String"), direction: .oneWay)
  }
}

extension StatusRecord {
  static func bench(
    _ number: UInt64, _ colour: Colour, _ reason: Reason? = nil, since: Int64 = 1
  ) -> StatusRecord {
    StatusRecord(
      binding: BindingID(number), colour: colour, step: colour == .green ? nil : .path,
      reasons: reason.map { [$0] } ?? [], since: Moment(microseconds: since))
  }
}
