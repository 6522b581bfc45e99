import InspectLink
import InspectSystem
import InspectWire
import TestSupport

/// A reporter that fills every field in which a text may stand with texts of somebody's choice.
final class ForeignReporter {
  private let client: LinkClient
  private var encoder = MessageEncoder()
  private var decoder = MessageDecoder()
  private var sequence: UInt64 = 0
  private let texts: Payloads.Texts

  /// Greets a daemon, as a process of that number.
  init(_ stage: Stage, _ texts: Payloads.Texts, number: Int) throws {
    self.texts = texts
    client = try LinkClient(dialing: .unix(stage.folder.path("daemon.sock")))
    try send(
      .hello(
        Hello(
          role: .reporter, implementation: texts(number, 0),
          instance: InstanceFacts(
            instance: InstanceID(high: 7, low: UInt64(number + 1)), name: texts(number, 1),
            pid: Int32(number + 1_000_000), startTime: 5, host: texts(number, 2), mode: .armed,
            clock: ClockAnchor(
              moment: Moment(microseconds: 0), wallMicroseconds: SystemClock.wallMicroseconds),
            redaction: [texts(number, 3)]))))
    while true {
      if case .welcome = try next() { break }
    }
  }

  /// Tells that there is nothing more to tell.
  func beat() throws { try send(.beat) }

  /// Answers the daemon's questions for a sign of life; to be called more often than every 20 seconds.
  func stayAlive() throws { while case .message = try client.next(until: client.now) {} }

  /// Tells of a thing of each kind for each text, and of what happened to it.
  func tellAll() throws {
    let things = texts.all.indices
    try tell(things.map { .scope(scope($0)) })
    try tell(things.map { .node(node($0)) })
    try tell(things.map { .binding(binding($0)) })
    try tell(things.map { .status(status($0, $0 % 3 == 0 ? .yellow : .red)) })
    sequence += 1
    try send(.history(History(sequence: sequence, entries: things.map(entry))))
    try send(.lost(Lost(from: 9_000, to: 9_001, count: 2, why: texts(0, 60))))
    try beat()
    try waitForCredit()
  }

  /// Changes the colour of some bindings, ends one, and waits until the daemon knows.
  func change() throws {
    try tell((0..<40).map { .status(status($0, $0 % 3 == 0 ? .red : .yellow)) })
    try tell([
      .ended(EndedRecord(subject: .binding(BindingID(50)), at: Moment(microseconds: 9)))
    ])
    try waitForCredit()
  }

  // MARK: Records

  private func scope(_ thing: Int) -> ScopeRecord {
    ScopeRecord(
      id: ScopeID(UInt64(thing + 1)), parent: thing == 0 ? nil : ScopeID(1), name: texts(thing, 4),
      owner: texts(thing, 5), isBoundary: thing == 0)
  }

  private func node(_ thing: Int) -> NodeRecord {
    NodeRecord(
      id: NodeID(UInt64(thing + 1)), scope: ScopeID(UInt64(thing + 1)), parent: nil,
      className: texts(thing, 6), name: texts(thing, 7), frame: nil)
  }

  private func binding(_ thing: Int) -> BindingRecord {
    let module = CodeAddress(module: texts(thing, 9), buildID: "00ff", offset: 16)
    let places: [Place] = [
      .source(file: texts(thing, 8), line: thing + 1), .code([module]),
      .unknown(why: texts(thing, 10)),
    ]
    return BindingRecord(
      id: BindingID(UInt64(thing + 1)), scope: ScopeID(UInt64(thing + 1)),
      node: NodeID(UInt64(thing + 1)), name: texts(thing, 11), stableKey: texts(thing, 12),
      place: places[thing % 3], keyPath: texts(thing, 13), transformer: texts(thing, 14),
      source: Endpoint(
        owner: texts(thing, 15), property: texts(thing, 16), valueType: texts(thing, 17)),
      target: Endpoint(
        owner: texts(thing, 18), property: texts(thing, 19), valueType: texts(thing, 20)),
      direction: thing % 2 == 0 ? .oneWay : .twoWay)
  }

  private func status(_ thing: Int, _ colour: Colour) -> StatusRecord {
    StatusRecord(
      binding: BindingID(UInt64(thing + 1)), colour: colour, step: .owner,
      reasons: reasons(thing), since: Moment(microseconds: 5), changes: 1,
      marks: [.follows, .hasFallback],
      lastWrite: WriteFact(place: .unknown(why: texts(thing, 21)), thread: texts(thing, 22)),
      lastGood: value(thing), counters: Counters())
  }

  // Of a known code, with all that a sentence may ask for; of an unknown one; and in between.
  private func reasons(_ thing: Int) -> [Reason] {
    let names = ["name", "input", "text", "type", "path", "object", "target", "values", "found"]
    let known = names.enumerated().map { Parameter($1, texts(thing, 23 + $0)) }
    let foreign = [Parameter(texts(thing, 32), texts(thing, 33))]
    let codes: [ReasonCode] = [.transformerFailed, .ownerNotFound, .validationFailed]
    let ownHint = Hint(.transformersThatFit, known + [Parameter("names", texts(thing, 34))])
    let foreignHint = Hint(HintCode(texts(thing, 35)), foreign)
    return [
      Reason(
        codes[thing % 3], known, trail: [Candidate(texts(thing, 36), texts(thing, 37))],
        hint: thing % 2 == 0 ? ownHint : foreignHint),
      Reason(
        ReasonCode(texts(thing, 38)), foreign,
        trail: [Candidate(texts(thing, 39), texts(thing, 40))], hint: foreignHint),
    ]
  }

  private func value(_ thing: Int) -> Value {
    let text = Value.string(texts(thing, 41), byteCount: 7)
    return switch thing % 7 {
    case 0: text
    case 1: .other(type: texts(thing, 42), description: texts(thing, 43))
    case 2: .error(type: texts(thing, 44), text: texts(thing, 45))
    case 3: .record(type: texts(thing, 46), [Value.Field(label: texts(thing, 47), value: text)])
    case 4:
      .enumeration(
        type: texts(thing, 48), name: texts(thing, 49),
        payload: [Value.Field(label: texts(thing, 50), value: text)])
    case 5: .dictionary([Value.Entry(key: text, value: .some(text))], count: 1)
    default: .object(type: texts(thing, 51), handle: 1)
    }
  }

  private func entry(_ thing: Int) -> HistoryEntry {
    let kind: HistoryEntry.Kind =
      thing % 2 == 0
      ? .event(reasons(thing)[thing % 4 / 2])
      : .colour(from: .green, to: .red, reason: ReasonCode(texts(thing, 52)))
    return HistoryEntry(
      number: UInt64(5_000 + thing), at: Moment(microseconds: 6),
      binding: BindingID(UInt64(thing + 1)), kind: kind)
  }

  // MARK: Speaking

  private func tell(_ records: [Record]) throws {
    for start in stride(from: 0, to: records.count, by: 50) {
      sequence += 1
      let part = Array(records[start..<min(records.count, start + 50)])
      try send(.batch(Batch(sequence: sequence, records: part)))
    }
  }

  private func waitForCredit() throws {
    while true {
      if case .credit(let credit) = try next(), credit.sequence == sequence { return }
    }
  }

  private func send(_ message: Message) throws {
    for frame in encoder.encode(message) {
      try client.send(frame, until: client.now.after(generously))
    }
  }

  private func next() throws -> Message {
    while true {
      guard case .message(let frame) = try client.next(until: client.now.after(generously)) else {
        throw WaitFailure("the daemon says nothing")
      }
      let message = try decoder.decode(frame)
      if case .error(let failure) = message { throw WaitFailure("the daemon objects: \(failure)") }
      if case .reject(let reject) = message { throw WaitFailure("the daemon rejects: \(reject)") }
      if let message { return message }
    }
  }
}
