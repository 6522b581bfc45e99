import InspectLink
import InspectWire
import TestSupport

/// An observer that follows one stream, over as many links as it takes.
final class SimulatedObserver {
  let number: Int
  let level: Level
  private(set) var fleet = ObservedFleet(stream: 0)
  private(set) var link: Int?
  private var encoder = MessageEncoder()
  private var decoder = MessageDecoder()
  private var stream: UInt64 = 0
  private var requests: UInt64 = 0
  private(set) var isWelcome = false
  /// Why each snapshot began.
  private(set) var reasons: [String] = []
  private(set) var notes: [String] = []
  private(set) var resumptions = 0
  /// Requests that have no answer yet.
  private(set) var unanswered: Set<UInt64> = []
  private var backoff = Backoff()

  init(number: Int, level: Level) {
    self.number = number
    self.level = level
  }

  /// Whether it has been told everything there was.
  var isWhole: Bool { link != nil && isWelcome && fleet.isWhole }

  func dialled(_ link: Int) {
    self.link = link
    (encoder, decoder) = (MessageEncoder(), MessageDecoder())
    isWelcome = false
    unanswered = []
  }

  func lost(_ chance: inout SeededGenerator) -> Duration {
    link = nil
    isWelcome = false
    return backoff.next(using: &chance)
  }

  /// What it says when its link opens.
  func greet() -> [[UInt8]] {
    encoder.encode(.hello(Hello(role: .observer, implementation: "sim")))
  }

  /// Asks to attach to a process; the frames.
  func attach(_ instance: InstanceID) -> [[UInt8]] {
    guard isWelcome else { return [] }
    return ask { .attach(AttachRequest(id: $0, process: .instance(instance))) }
  }

  /// Asks why; the frames.
  func why(_ name: String) -> [[UInt8]] {
    guard isWelcome else { return [] }
    return ask { .why(WhyRequest(id: $0, name: name)) }
  }

  /// Something that is an answer, sent by one who was not asked; the frames.
  func answer() -> [[UInt8]] {
    guard isWelcome else { return [] }
    return encoder.encode(.result(Answer(id: 99, content: .done)))
      + encoder.encode(.error(Failure(id: 98, code: .refused, text: "no")))
  }

  private func ask(_ message: (UInt64) -> Message) -> [[UInt8]] {
    requests += 1
    unanswered.insert(1_000_000 + requests)
    return encoder.encode(message(1_000_000 + requests))
  }

  /// Takes a frame; what it says to it.
  func read(_ frame: [UInt8]) throws(Violation) -> [[UInt8]] {
    let message: Message?
    do { message = try decoder.decode(frame) } catch {
      throw Violation("observer \(number) cannot read the hub: \(error.text)")
    }
    guard let message else { return [] }
    switch message {
    case .welcome: return subscribe()
    case .reject(let reject): throw Violation("observer \(number) is refused: \(reject.text)")
    case .result(let answer):
      if answer.id == stream { resumptions += 1 } else { try answered(answer.id) }
    case .error(let failure):
      guard let id = failure.id, id != stream else {
        throw Violation("observer \(number) is told \(failure.text)")
      }
      try answered(id)
    default: break
    }
    switch fleet.apply(message) {
    case .gap(let gap): throw Violation("observer \(number) sees a gap: \(gap.text)")
    case .began(let why): reasons.append(why)
    case .note(let note): notes.append(note.kind)
    default: break
    }
    return []
  }

  private func answered(_ id: UInt64) throws(Violation) {
    try demand(unanswered.remove(id) != nil, "observer \(number): \(id) is answered twice")
  }

  private func subscribe() -> [[UInt8]] {
    isWelcome = true
    backoff.reset()
    requests += 1
    stream = requests
    let cursor = fleet.cursor
    fleet = ObservedFleet(stream: stream, resuming: fleet)
    return encoder.encode(.subscribe(Subscribe(id: stream, level: level, cursor: cursor)))
  }
}
