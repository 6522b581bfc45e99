private import InspectLink
internal import InspectWire

/// A stream of what is true of some processes, read until it is whole and then on.
struct Observation {
  private(set) var session: DaemonSession
  /// All that was told.
  private(set) var fleet: ObservedFleet
  private var instances: [InstanceID]
  private let query: String
  private var stream: UInt64
  private var attempts = 0

  // A stream that breaks this often in one command is broken for good.
  private static let mostAttempts = 5

  /// Subscribes and reads until the snapshot is complete.
  ///
  /// - Parameters:
  ///   - instances: Processes of interest; empty means all.
  ///   - query: Bindings of interest; empty means all.
  init(
    _ session: DaemonSession, of instances: [InstanceID] = [], query: String = ""
  ) throws(Complaint) {
    self.session = session
    self.instances = instances
    self.query = query
    stream = try session.request {
      .subscribe(Subscribe(id: $0, instances: instances, level: .status, query: query))
    }
    fleet = ObservedFleet(stream: stream)
    var progress = Progress(now: session.now)
    defer { progress.end() }
    while !fleet.isWhole {
      let counts = fleet.counts
      progress.note(
        counts.live &+ counts.grey, of: fleet.expectedBindings, now: session.now)
      let limit = session.now.after(.microseconds(CLILimits.answerMicroseconds))
      switch try session.next(until: limit) {
      case .late: throw .silent
      case .interrupted: continue
      case .ended(let closure): throw Complaint(closure, wasOpen: true)
      case .message(let message): _ = try take(message)
      }
    }
  }

  /// Goes on with a new link: from where the stream was read to, as far as the daemon can.
  ///
  /// A daemon that was started anew is asked to attach to what lived when it was heard last.
  mutating func resume(on session: DaemonSession) throws(Complaint) {
    self.session = session
    attempts = 0
    if let cursor = fleet.cursor, cursor.run != session.welcome.run {
      let lived = processes.filter { !$0.entry.hasEnded }.map(\.entry.facts.instance)
      try session.askAll(
        patience: CLILimits.attachMicroseconds,
        lived.map { instance in
          { .attach(AttachRequest(id: $0, process: .instance(instance))) }
        })
    }
    try subscribeAgain()
  }

  /// Attaches to another process and observes that from now on; where it cannot be attached, all stays
  /// as it is.
  ///
  /// To be called when nothing more is to be expected of what was observed.
  mutating func turn(to instance: InstanceID) throws(Complaint) {
    do throws(Complaint) {
      _ = try session.ask(patience: CLILimits.attachMicroseconds) {
        .attach(AttachRequest(id: $0, process: .instance(instance)))
      }
    } catch {
      // It may have ended again, or is not ready yet; if the link is gone, reading tells.
      return
    }
    let old = stream
    _ = try session.request { .unsubscribe(Unsubscribe(id: $0, stream: old)) }
    instances = [instance]
    attempts = 0
    try subscribeAgain(from: nil)
  }

  private mutating func subscribeAgain() throws(Complaint) {
    try subscribeAgain(from: fleet.cursor)
  }

  private mutating func subscribeAgain(from cursor: Cursor?) throws(Complaint) {
    let (wanted, query) = (instances, query)
    var cursor = cursor
    cursor?.query = query
    let left = cursor
    stream = try session.request {
      .subscribe(
        Subscribe(id: $0, instances: wanted, level: .status, cursor: left, query: query))
    }
    fleet = ObservedFleet(stream: stream, resuming: fleet)
  }

  /// Takes a message; after a gap it subscribes again.
  mutating func take(_ message: Message) throws(Complaint) -> ObservedFleet.Effect {
    if case .error(let failure) = message, failure.id == stream || failure.id == nil {
      throw Complaint(failure)
    }
    let effect = fleet.apply(message)
    guard case .gap(let gap) = effect else { return effect }
    attempts += 1
    guard attempts < Self.mostAttempts else {
      throw Complaint(
        .refused, "The daemon's stream has gaps: \(gap.text).",
        remedy: "Use inspectord and inspect-cli of one version.")
    }
    let old = stream
    _ = try session.request { .unsubscribe(Unsubscribe(id: $0, stream: old)) }
    try subscribeAgain()
    return effect
  }

  /// The processes that were told of, with their graphs.
  var processes: [(entry: ProcessEntry, model: GraphModel)] {
    fleet.ordered.compactMap { item in
      item.process.entry.map { ($0, item.process.model) }
    }
  }
}
