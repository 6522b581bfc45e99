import InspectLink
import InspectSystem
import InspectWire
import TestSupport
import Testing

/// Cases A7, C4, C7 and C9 of `peers.md`, T3, T10 and T13 of `goals.md` on the built programs, in short
/// form: what comes and goes leaves nothing behind. Not under a sanitizer, which keeps what is let go of.
///
/// Memory is the kernel's count of whole debug programs, so that what is kept by design shows too: rings,
/// tables of names, ended things. It is filled first and measured afterwards.
@Suite(.oneAtATime) struct Plateaus {
  /// Scaled: 20 rounds instead of 200. Here the built daemon attaches; under both sanitizers a test of the
  /// reporter's does.
  @Test
  func `A7, T13: rounds of attaching leave a program with eight busy threads as it was`()
    async throws
  {
    try await withStage { stage in
      let daemon = try await stage.startDaemon()
      defer { daemon.kill() }
      let program = try await stage.workload("--bindings", "20")
      defer { program.kill() }
      try await stage.attach(program)
      let observer = try FleetClient(stage)
      try await stage.tell(program, "restless 8")
      func round() throws {
        let requests: [(UInt64) -> Message] = [
          { .attach(AttachRequest(id: $0, process: .pid(program.pid))) },
          { .detach(DetachRequest(id: $0, process: .pid(program.pid))) },
        ]
        for request in requests {
          let answer = try observer.ask(request)
          guard case .result = answer else { throw WaitFailure("\(answer): \(program.summary)") }
        }
      }
      for _ in 0..<8 { try round() }
      let before = try Residence(of: program.pid)
      for _ in 0..<12 { try round() }
      try await stage.tell(program, "rest")
      try round()
      let after = try Residence(of: program.pid)
      #expect(after.kilobytes - before.kilobytes < 2_048, "\(before) \(after)")
      #expect(after.descriptors <= before.descriptors, "\(before) \(after)")
      try await stage.attach(program)
      try await eventually("what is left", seen: { program.summary }) {
        try await stage.counts(of: program.pid)?.live == 20
      }
    }
  }

  /// Scaled: 30,000 bindings in one second instead of a million in ten minutes.
  @Test func `C4, T10: bindings that come and go leave program and daemon on a plateau`()
    async throws
  {
    try await withStage { stage in
      let daemon = try await stage.startDaemon()
      defer { daemon.kill() }
      let program = try await stage.workload("--bindings", "10")
      defer { program.kill() }
      try await stage.attach(program)
      let observer = try FleetClient(stage)
      var sizes: [(program: Int, daemon: Int)] = []
      for _ in 0..<5 {
        try await stage.tell(program, "pass 6000")
        #expect(try observer.sees { $0.isWhole && $0.counts.live == 10 })
        sizes.append(
          (try Residence(of: program.pid).kilobytes, try Residence(of: daemon.pid).kilobytes))
      }
      #expect(sizes[4].program - sizes[2].program < 2_048, "\(sizes)")
      #expect(sizes[4].daemon - sizes[2].daemon < 2_048, "\(sizes)")
    }
  }

  /// Scaled: 24 cycles of observers and of reporters instead of 500 each, which were run by hand.
  @Test func `C7, T10: observers and reporters that come and go leave nothing in the daemon`()
    async throws
  {
    try await withStage { stage in
      let daemon = try await stage.startDaemon()
      defer { daemon.kill() }
      let program = try await stage.workload("--bindings", "100")
      defer { program.kill() }
      try await stage.attach(program)
      func cycle(_ numbers: Range<UInt64>) throws {
        for number in numbers {
          let observer = try FleetClient(stage)
          #expect(try observer.sees { $0.isWhole })
          if number % 2 == 0 { observer.close() }
          try RawReporter(stage, number: number).live()
        }
      }
      func atRest() async throws -> Residence {
        var last = try Residence(of: daemon.pid)
        try await eventually("two equal counts", seen: { "\(last)" }) {
          let now = try Residence(of: daemon.pid)
          defer { last = now }
          return now.descriptors == last.descriptors
        }
        return last
      }
      try cycle(0..<8)
      let before = try await atRest()
      try cycle(8..<24)
      var after = try await atRest()
      try await eventually("the descriptors of before", seen: { "\(before) \(after)" }) {
        after = try Residence(of: daemon.pid)
        return after.descriptors <= before.descriptors
      }
      #expect(after.kilobytes - before.kilobytes < 2_048, "\(before) \(after)")
    }
  }

  /// Scaled: 12 of 18 observers stand still for 1.5 s at 2,000 changes a second, instead of 200 of 1,000 for
  /// five minutes at 10,000; that they are closed after a minute is shown by `HubPace` and by `Chaos`.
  @Test func `C9, T3: observers that stop reading cost a bounded amount, and are told all later`()
    async throws
  {
    try await withStage { stage in
      let daemon = try await stage.startDaemon()
      defer { daemon.kill() }
      let program = try await stage.workload("--bindings", "500")
      defer { program.kill() }
      try await stage.attach(program)
      let healthy = try (0..<6).map { _ in try FleetClient(stage) }
      for observer in healthy { #expect(try observer.sees { $0.isWhole }) }
      let base = try Residence(of: daemon.pid)
      let stalled = try (0..<12).map { _ in try FleetClient(stage) }
      try program.type("churn 1 2000 1500")
      try await eventually("the load is over", seen: { program.summary }) {
        for observer in healthy { try observer.readOut() }
        return program.lines.contains { $0.hasPrefix("churned ") }
      }
      let each = (try Residence(of: daemon.pid).kilobytes - base.kilobytes) / stalled.count
      #expect(each <= 256, "\(each) KiB for each that takes nothing")
      try await stage.tell(program, "all green")
      try await stage.tell(program, "red 7")
      for observer in healthy + stalled.prefix(3) {
        #expect(try observer.sees { $0.counts.red == 1 && $0.counts.live == 500 })
        #expect(observer.fleet.gaps == 0 && observer.closure == nil)
      }
    }
  }
}

/// A reporter as another language would write it: says what it has, and goodbye.
private struct RawReporter {
  private let client: LinkClient
  private let facts: InstanceFacts

  init(_ stage: Stage, number: UInt64) throws {
    client = try LinkClient(dialing: .unix(stage.folder.path("daemon.sock")))
    facts = InstanceFacts(
      instance: InstanceID(high: 77, low: number), name: "raw", pid: Environment.ownPID,
      startTime: number, host: Environment.hostName, mode: .armed,
      clock: ClockAnchor(moment: .now, wallMicroseconds: SystemClock.wallMicroseconds))
  }

  func live() throws {
    var encoder = MessageEncoder()
    var decoder = MessageDecoder()
    func say(_ message: Message) throws {
      for frame in encoder.encode(message) { try client.send(frame) }
    }
    try say(.hello(Hello(role: .reporter, implementation: "raw", instance: facts)))
    var isWelcome = false
    while !isWelcome {
      let limit = client.now.after(generously)
      guard case .message(let frame) = try client.next(until: limit) else {
        throw WaitFailure("no welcome")
      }
      if case .welcome? = try decoder.decode(frame) { isWelcome = true }
    }
    let records = (1...20 as ClosedRange<UInt64>).map { number in
      Record.binding(
        BindingRecord(
          id: BindingID(number), scope: nil, node: nil, name: "raw\(number)",
          stableKey: "raw\(number)", place: .unknown(why: "raw"), keyPath: nil, transformer: nil,
          source: Endpoint(owner: "A", property: "b", valueType: "C"),
          target: Endpoint(owner: "D", property: "e", valueType: "F"), direction: .oneWay))
    }
    try say(.batch(Batch(sequence: 1, records: records)))
    try say(.beat)
    try say(.bye(Bye(why: "exit")))
    client.close()
  }
}
