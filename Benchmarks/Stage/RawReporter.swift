internal import InspectLink
internal import InspectSystem
internal import InspectWire

/// A reporter without a runtime behind it: it says what it is told to, as fast as it is read.
///
/// Confined to one thread.
package final class RawReporter {
  private let client: LinkClient
  private var encoder = MessageEncoder()
  private var decoder = MessageDecoder()
  private var sequence: UInt64 = 0
  private var confirmed: UInt64 = 0
  private var told = 0
  /// Bytes of all frames said so far.
  package private(set) var bytes = 0
  /// Frames said so far.
  package private(set) var messages = 0

  /// Dials the daemon of a stage and waits until it is welcome.
  package init(_ stage: Stage, number: UInt64) throws {
    client = try LinkClient(dialing: .unix(stage.folder.path(of: "daemon.sock")))
    let facts = InstanceFacts(
      instance: InstanceID(high: 7, low: number), name: "raw\(number)", pid: Environment.ownPID,
      startTime: number, host: Environment.hostName, mode: .armed,
      clock: ClockAnchor(moment: .now, wallMicroseconds: SystemClock.wallMicroseconds))
    try say(.hello(Hello(role: .reporter, implementation: "benchmark", instance: facts)))
    while true { if case .welcome = try next() { return } }
  }

  /// Declares bindings numbered from 1, one in a hundred of them red with a trail of four.
  package func declare(_ count: Int, name: (Int) -> String) throws {
    try say(records: count) { index in
      .binding(
        BindingRecord(
          id: BindingID(UInt64(index + 1)), scope: nil, node: nil, name: name(index),
          stableKey: name(index), place: .source(file: "App/Screen.swift", line: 1 + index % 50),
          keyPath: nil, transformer: nil,
          source: Endpoint(owner: "Employee", property: "salary", valueType: "Int"),
          target: Endpoint(owner: "Label", property: "text", valueType: "String"),
          direction: .oneWay))
    }
    try say(records: count) { index in
      .status(Self.status(of: BindingID(UInt64(index + 1)), isRed: index % 100 == 0, change: 1))
    }
    try say(.beat)
  }

  /// Tells whole statuses of so many bindings in turn, in full batches.
  package func tell(_ count: Int, ofBindings bindings: Int) throws {
    try say(records: count) { _ in
      told += 1
      let id = BindingID(UInt64(told % bindings + 1))
      return .status(Self.status(of: id, isRed: false, change: UInt32(told / bindings + 2)))
    }
  }

  /// Makes one binding red, in a batch of its own.
  package func redden(_ id: UInt64, change: UInt32) throws {
    try say(records: 1) { _ in
      .status(Self.status(of: BindingID(id), isRed: true, change: change))
    }
  }

  /// Says that it lives, and takes what it was told: who says nothing for long has ended.
  package func stayAlive() throws {
    try say(.beat)
    while case .message(let frame) = try client.next(until: client.now) {
      if case .credit(let credit)? = try decoder.decode(frame) {
        confirmed = max(confirmed, credit.sequence)
      }
    }
  }

  /// Waits until the daemon has taken all of it.
  package func drain() throws { while confirmed < sequence { try take() } }

  /// Says goodbye.
  package func close() { client.close() }

  private static func status(of id: BindingID, isRed: Bool, change: UInt32) -> StatusRecord {
    let reason = Reason(
      .ownerNotFound, [Parameter("path", "employee.salary")],
      trail: ["Cell", "Row", "Table", "Screen"].map { Candidate($0, "has no “employee”") })
    return StatusRecord(
      binding: id, colour: isRed ? .red : .green, step: isRed ? .owner : nil,
      reasons: isRed ? [reason] : [], since: Moment(microseconds: Int64(change)), changes: change,
      counters: Counters(updates: UInt64(change)))
  }

  // The records of a batch are of one kind.
  private func say(records count: Int, _ make: (Int) -> Record) throws {
    var records: [Record] = []
    for index in 0..<count {
      records.append(make(index))
      if records.count == Limits.batchRecords || index == count - 1 {
        sequence += 1
        while sequence > confirmed + UInt64(Limits.batchesUnderWay) { try take() }
        try say(.batch(Batch(sequence: sequence, records: records)))
        records.removeAll(keepingCapacity: true)
      }
    }
  }

  private func say(_ message: Message) throws {
    for frame in encoder.encode(message) {
      bytes += frame.count
      messages += 1
      try client.send(frame)
    }
  }

  private func take() throws {
    if case .credit(let credit) = try next() { confirmed = max(confirmed, credit.sequence) }
  }

  private func next() throws -> Message {
    while true {
      guard case .message(let frame) = try client.next() else { continue }
      if let message = try decoder.decode(frame) { return message }
    }
  }
}
