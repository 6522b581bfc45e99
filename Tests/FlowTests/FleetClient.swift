import InspectLink
import InspectSystem
import InspectWire
import TestSupport

/// An observer of the built daemon, over a real link, that folds all it is told.
final class FleetClient {
  private let client: LinkClient
  private var encoder = MessageEncoder()
  private var decoder = MessageDecoder()
  private var lastID: UInt64 = 100
  private(set) var fleet: ObservedFleet
  private(set) var notes: [Note] = []
  /// Why snapshots began, in the hub's words.
  private(set) var beginnings: [String] = []
  /// What happened, as it was told, and how much of it is not to be had.
  private(set) var happened: [HistoryEntry] = []
  private(set) var lostEntries: UInt64 = 0
  private(set) var frames = 0
  /// Bytes of the largest frame.
  private(set) var largest = 0
  /// How the link ended; nil while it has not.
  private(set) var closure: LinkClosure?

  /// Subscribes to everything, going on from where an earlier one was.
  init(_ stage: Stage, level: Level = .status, resuming earlier: ObservedFleet? = nil) throws {
    client = try LinkClient(dialing: .unix(stage.folder.path("daemon.sock")))
    fleet = ObservedFleet(stream: 1, resuming: earlier)
    try send(.hello(Hello(role: .observer, implementation: "FlowTests")))
    try send(.subscribe(Subscribe(id: 1, level: level, cursor: earlier?.cursor)))
  }

  /// Says goodbye.
  func close() { client.close() }

  func send(_ message: Message) throws {
    for frame in encoder.encode(message) { try client.send(frame) }
  }

  /// Whether it comes to see this, before the time is over.
  func sees(
    within limit: Duration = generously, _ condition: (ObservedFleet) -> Bool
  ) throws -> Bool {
    let end = client.now.after(limit)
    while !condition(fleet) {
      guard client.now < end, try read(until: end) != nil else { return condition(fleet) }
    }
    return true
  }

  /// Whether it comes to see these counts of all processes together.
  func sees(_ counts: Counts) throws -> Bool { try sees { $0.counts == counts && $0.isWhole } }

  /// Whether it comes to see these counts of one process.
  func sees(_ counts: Counts, of pid: Int32) throws -> Bool {
    try sees { fleet in
      fleet.isWhole
        && fleet.processes.values.contains {
          $0.entry?.facts.pid == pid && $0.counts == counts
        }
    }
  }

  /// Sends a request and waits for what answers it.
  func ask(_ message: (UInt64) -> Message) throws -> Message {
    lastID += 1
    try send(message(lastID))
    let end = client.now.after(generously)
    while let answer = try read(until: end) {
      switch answer {
      case .result(let result) where result.id == lastID: return answer
      case .error(let failure) where failure.id == lastID: return answer
      default: continue
      }
    }
    throw WaitFailure("no answer to request \(lastID); \(String(describing: closure))")
  }

  /// Takes all that has come so far.
  func readOut() throws {
    while try read(until: client.now) != nil {}
  }

  /// Takes the next message; nil where none comes in time, or the link has ended.
  func read(until limit: Moment) throws -> Message? {
    let frame: [UInt8]
    do throws(LinkClosure) {
      guard case .message(let next) = try client.next(until: limit) else { return nil }
      frame = next
    } catch {
      closure = error
      return nil
    }
    frames += 1
    largest = max(largest, frame.count)
    guard let message = try decoder.decode(frame) else { return try read(until: limit) }
    switch fleet.apply(message) {
    case .note(let note): notes.append(note)
    case .began(let why): beginnings.append(why)
    case .happened(let told):
      happened += told.entries
      lostEntries += told.lost?.count ?? 0
    default: break
    }
    return message
  }
}
