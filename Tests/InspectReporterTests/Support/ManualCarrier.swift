import InspectLink
import InspectWire

@testable import InspectReporter

/// Links that exist on paper: what a station does with them is written down, and what becomes of them
/// the test decides.
final class ManualCarrier: Carrier {
  struct Key: Hashable, Sendable { let number: Int }

  /// What dialling comes to; nil opens a link.
  var failure: LinkClosure?
  var outcome = SendOutcome.queued
  /// What the program does whenever a frame is sent.
  var meanwhile: () -> Void = {}
  private(set) var dials: [Moment] = []
  private(set) var sent: [(key: Key, frame: [UInt8])] = []
  private(set) var closed: [(key: Key, code: UInt16)] = []
  private(set) var removed: [Key] = []

  func dial(_ address: LinkAddress, now: Moment) throws(LinkClosure) -> Key {
    dials.append(now)
    if let failure { throw failure }
    return Key(number: dials.count)
  }

  func send(_ frame: [UInt8], on key: Key) -> SendOutcome {
    if outcome == .queued { sent.append((key, frame)) }
    meanwhile()
    return outcome
  }

  func close(_ key: Key, code: UInt16, reason: String, now: Moment) { closed.append((key, code)) }

  func remove(_ key: Key) { removed.append(key) }
}

extension Station<ManualCarrier.Key> {
  /// A station of a reporter that has no thread, on a clock that the test turns.
  static func manual(_ reporter: Reporter, seed: UInt64 = 1) -> Station {
    let facts = InstanceFacts(
      instance: InstanceID(high: 1, low: seed), name: "manual", pid: 1, startTime: 1, host: "here",
      mode: .armed, clock: ClockAnchor(moment: Moment(microseconds: 0), wallMicroseconds: 0))
    return Station(
      reporter, Introduction(facts: { _ in facts }, token: { nil }),
      chance: SplitMix(state: seed))
  }

  /// Dials and is welcomed; the link.
  @discardableResult
  mutating func beWelcomed(_ carrier: ManualCarrier) -> ManualCarrier.Key {
    let key = ManualCarrier.Key(number: 1)
    tick(carrier, now: Moment(microseconds: 0))
    take(.opened, on: key, carrier, now: Moment(microseconds: 10))
    var encoder = MessageEncoder()
    let welcome = Welcome(run: InstanceID(high: 1, low: 2), version: 1, implementation: "manual")
    for frame in encoder.encode(.welcome(welcome)) {
      take(.message(frame), on: key, carrier, now: Moment(microseconds: 20))
    }
    return key
  }

  /// Dials, is welcomed, and loses its daemon at a moment; nobody answers from then on.
  mutating func beWelcomedAndCutOff(_ carrier: ManualCarrier, at moment: Moment) {
    let key = beWelcomed(carrier)
    carrier.failure = .lost
    take(.closed(.lost), on: key, carrier, now: moment)
  }

  /// Does all that falls due until a moment; how often something did.
  mutating func run(_ carrier: ManualCarrier, from start: Moment, to end: Moment) -> Int {
    var (now, steps) = (start, 0)
    tick(carrier, now: now)
    while let deadline, deadline <= end {
      now = max(now, deadline)
      tick(carrier, now: now)
      steps += 1
    }
    return steps
  }
}
