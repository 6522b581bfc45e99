import InspectWire
import TestSupport
import Testing

@testable import inspectord

@Suite struct HubStreams {
  // MARK: Laws

  @Test(arguments: 0..<60)
  func `observers hold what the processes hold, whenever they read`(_ seed: UInt64) throws {
    var chance = SeededGenerator(seed: seed)
    var bench = HubBench()
    var traffic = (1...3).map { Traffic(bench.reporter(UInt64($0))) }
    var watching: [(id: PeerID, fleet: ObservedFleet)] = []
    for step in 0..<250 {
      let place = Int.random(in: 0..<traffic.count, using: &chance)
      traffic[place].step(&bench, &chance)
      if step % 60 == 10 {
        let id = bench.observer()
        bench.send(.subscribe(Subscribe(id: 1, level: .status)), from: id)
        watching.append((id, ObservedFleet(stream: 1)))
      }
      for place in watching.indices where Int.random(in: 0..<4, using: &chance) == 0 {
        let limit = Int.random(in: 1...6, using: &chance)
        for message in bench.pull(watching[place].id, atMost: limit) {
          if case .gap(let gap) = watching[place].fleet.apply(message) {
            Issue.record("seed \(seed): \(gap.text)")
          }
        }
      }
      if Int.random(in: 0..<3, using: &chance) == 0 {
        bench.advance(Int64.random(in: 0...80_000, using: &chance))
      }
    }
    bench.readOut(&watching)
    for (_, fleet) in watching {
      #expect(fleet.isWhole, "seed \(seed)")
      #expect(fleet.gaps == 0, "seed \(seed)")
      for process in traffic {
        let told = try #require(fleet.processes[process.reporter.instance], "seed \(seed)")
        // Compared first: a failing expectation would print both models.
        let isTrue = told.model == process.truth
        let isTheHubs = told.model == bench.model(process.reporter)
        #expect(isTrue && isTheHubs, "seed \(seed)")
      }
    }
  }

  @Test(arguments: 0..<30)
  func `a stream goes on from its last message`(_ seed: UInt64) throws {
    var chance = SeededGenerator(seed: seed)
    var bench = HubBench()
    var traffic = (1...2).map { Traffic(bench.reporter(UInt64($0))) }
    var fleet: ObservedFleet?
    for _ in 0..<6 {
      for _ in 0..<25 { traffic[Int.random(in: 0..<2, using: &chance)].step(&bench, &chance) }
      let id = bench.observer()
      var next = bench.fleet(id, resuming: fleet)
      // Cut at an arbitrary place, in mid-snapshot too.
      bench.advance(HubLimits.flush)
      for message in bench.pull(id, atMost: Int.random(in: 0...4, using: &chance)) {
        _ = next.apply(message)
      }
      for _ in 0..<10 { traffic[Int.random(in: 0..<2, using: &chance)].step(&bench, &chance) }
      bench.advance(HubLimits.flush * 2)
      for message in bench.pull(id, atMost: Int.random(in: 0...3, using: &chance)) {
        _ = next.apply(message)
      }
      #expect(next.gaps == 0, "seed \(seed)")
      bench.hangUp(id)
      fleet = next
    }
    let id = bench.observer()
    var last = bench.fleet(id, resuming: fleet)
    bench.read(id, into: &last)
    #expect(last.gaps == 0 && last.isWhole, "seed \(seed)")
    for process in traffic {
      #expect(last.processes[process.reporter.instance]?.model == process.truth, "seed \(seed)")
    }
  }

  // MARK: Snapshots

  @Test func `the worst comes first, with what it needs`() throws {
    var bench = HubBench()
    var reporter = bench.reporter(1)
    let scope = ScopeRecord(
      id: ScopeID(1), parent: nil, name: "top", owner: "", isBoundary: true)
    reporter.send([.scope(scope)], to: &bench)
    for number in 1...3_000 as ClosedRange<UInt64> {
      reporter.declare(number, in: &bench)
      reporter.status(number, number % 10 == 0 ? .yellow : .green, in: &bench)
    }
    reporter.send([.binding(.bench(2_999, scope: 1))], to: &bench)
    reporter.status(2_999, .red, in: &bench)
    let id = bench.observer()
    bench.send(.subscribe(Subscribe(id: 1, level: .status)), from: id)
    let sections = bench.pull(id).compactMap { message in
      if case .snapshotPart(let section) = message { section } else { nil }
    }
    #expect(sections.count > 3)
    let order = sections.flatMap(\.records).compactMap { record in
      if case .status(let status) = record { status.colour } else { nil }
    }
    #expect(order.first == .red)
    #expect(order.sorted() == order)
    #expect(sections[0].records.first == .scope(scope))
    #expect(bench.peers[id]?.largest ?? 0 <= Limits.sectionBytes + 1_024)
  }

  @Test func `changes are told between the parts of a snapshot`() {
    var bench = HubBench()
    var reporter = bench.reporter(1)
    for number in 1...3_000 as ClosedRange<UInt64> {
      reporter.declare(number, in: &bench)
      reporter.status(number, .green, in: &bench)
    }
    let id = bench.observer()
    bench.send(.subscribe(Subscribe(id: 1, level: .status)), from: id)
    var fleet = ObservedFleet(stream: 1)
    for message in bench.pull(id, atMost: 6) { _ = fleet.apply(message) }
    #expect(!fleet.isWhole)
    reporter.status(2_900, .red, in: &bench)
    bench.advance(HubLimits.flush)
    var kinds: [String] = []
    for message in bench.pull(id) {
      _ = fleet.apply(message)
      switch message {
      case .delta: kinds.append("delta")
      case .snapshotPart: kinds.append("part")
      case .snapshotEnd: kinds.append("end")
      default: continue
      }
    }
    #expect(kinds.firstIndex(of: "delta") ?? .max < kinds.lastIndex(of: "part") ?? 0)
    #expect(kinds.last == "end")
    #expect(fleet.processes[reporter.instance]?.model == bench.model(reporter))
  }

  @Test func `an empty hub has a whole snapshot too`() {
    var bench = HubBench()
    let id = bench.observer()
    var fleet = bench.fleet(id)
    #expect(fleet.isWhole)
    var reporter = bench.reporter(1)
    reporter.declare(1, in: &bench)
    bench.read(id, into: &fleet)
    #expect(fleet.processes[reporter.instance]?.model.counts == Counts(yellow: 1))
    #expect(fleet.processes[reporter.instance]?.entry?.facts.name == "app1")
    #expect(fleet.gaps == 0)
  }

  @Test func `an edges record larger than a section arrives`() {
    var bench = HubBench()
    var reporter = bench.reporter(1)
    reporter.declare(1, in: &bench)
    reporter.status(1, .red, in: &bench)
    let precedents = (1...Limits.precedents).map { BindingID(UInt64($0) + 1_000_000) }
    reporter.send(
      [.edges(EdgesRecord(binding: BindingID(1), precedents: precedents))], to: &bench)
    reporter.end(.binding(BindingID(1)), in: &bench)
    for isLate in [true, false] {
      let id = bench.observer()
      var fleet = bench.fleet(id)
      if !isLate {
        reporter.send(
          [
            .edges(EdgesRecord(binding: BindingID(1), precedents: precedents.reversed().sorted()))
          ], to: &bench)
      }
      bench.read(id, into: &fleet)
      #expect(fleet.processes[reporter.instance]?.model == bench.model(reporter))
    }
  }

  @Test func `a stream is about the processes it names`() {
    var bench = HubBench()
    var reporters = (1...3).map { bench.reporter(UInt64($0)) }
    for place in reporters.indices { reporters[place].declare(1, in: &bench) }
    let id = bench.observer()
    var fleet = bench.fleet(id, of: [reporters[1].instance])
    for place in reporters.indices { reporters[place].status(1, .red, in: &bench) }
    bench.read(id, into: &fleet)
    #expect(Set(fleet.processes.keys) == [reporters[1].instance])
    #expect(fleet.counts == Counts(red: 1))
  }

  @Test func `the level of counts tells no records`() {
    var bench = HubBench()
    var reporter = bench.reporter(1)
    reporter.declare(1, in: &bench)
    let id = bench.observer()
    var fleet = bench.fleet(id, level: .counts)
    #expect(fleet.isWhole)
    reporter.status(1, .red, in: &bench)
    bench.read(id, into: &fleet)
    #expect(fleet.processes[reporter.instance]?.entry?.counts == Counts(red: 1))
    #expect(fleet.processes[reporter.instance]?.model == GraphModel())
  }

  @Test func `values are told from their level on`() {
    var bench = HubBench()
    var reporter = bench.reporter(1)
    reporter.declare(1, in: &bench)
    var status = StatusRecord.bench(1, .red)
    status.lastGood = .int(7)
    reporter.send([.status(status)], to: &bench)
    for (level, good) in [(Level.status, nil), (.values, Value.int(7))] {
      let id = bench.observer()
      let fleet = bench.fleet(id, level: level)
      let told = fleet.processes[reporter.instance]?.model.statusAsTold(of: BindingID(1))
      #expect(told?.lastGood == good)
    }
  }

  // MARK: Cursors

  @Test func `a cursor of another run starts anew and says why`() {
    var bench = HubBench()
    var reporter = bench.reporter(1)
    reporter.declare(1, in: &bench)
    let reasons = [
      (Cursor(run: InstanceID(high: 1, low: 2), revision: 1), "restarted"),
      (Cursor(run: HubBench.run, revision: 0), "expired"),
      (Cursor(run: HubBench.run, revision: .max), "expired"),
    ]
    for (cursor, why) in reasons {
      let id = bench.observer()
      bench.send(.subscribe(Subscribe(id: 1, level: .status, cursor: cursor)), from: id)
      let begins = bench.pull(id).compactMap { message in
        if case .snapshotBegin(let begin) = message { begin.why } else { nil }
      }
      #expect(begins == [why])
    }
  }

  @Test func `who missed too many endings starts anew`() {
    var bench = HubBench()
    var reporter = bench.reporter(1)
    reporter.declare(1, in: &bench)
    let id = bench.observer()
    let fleet = bench.fleet(id)
    bench.hangUp(id)
    // As many as are remembered, and those that are kept because they ended last.
    let count = UInt64(HubLimits.forgottenThings + HubLimits.endedThings) + 10
    for start in stride(from: 2, to: count + 2, by: 2_000) {
      let numbers = start..<min(start + 2_000, count + 2)
      reporter.send(numbers.map { .binding(.bench($0)) }, to: &bench)
      let end = { EndedRecord(subject: .binding(BindingID($0)), at: Moment(microseconds: 1)) }
      reporter.send(numbers.map { .ended(end($0)) }, to: &bench)
    }
    let next = bench.observer()
    bench.send(.subscribe(Subscribe(id: 1, level: .status, cursor: fleet.cursor)), from: next)
    var resumed = ObservedFleet(stream: 1, resuming: fleet)
    let effects = bench.pull(next).map { resumed.apply($0) }
    #expect(effects.contains(.began(why: "expired")))
    #expect(resumed.processes[reporter.instance]?.model == bench.model(reporter))
  }

  // MARK: Requests

  @Test func `a stream ends when it is told to`() {
    var bench = HubBench()
    var reporter = bench.reporter(1)
    let id = bench.observer()
    _ = bench.fleet(id)
    #expect(
      bench.ask(id, .unsubscribe(Unsubscribe(id: 9, stream: 1)))
        == [.result(Answer(id: 9, content: .done))])
    reporter.declare(1, in: &bench)
    bench.advance(1_000_000)
    #expect(bench.pull(id).isEmpty)
  }

  @Test func `a number is one stream's, and there are sixteen`() {
    var bench = HubBench()
    let id = bench.observer()
    _ = bench.fleet(id)
    let again = bench.ask(id, .subscribe(Subscribe(id: 1, level: .status)))
    guard case .error(let failure)? = again.first else {
      Issue.record("\(again)")
      return
    }
    #expect(failure.code == .tooMany)
    for number in 2...UInt64(Limits.streams) {
      #expect(bench.ask(id, .subscribe(Subscribe(id: number, level: .status))).isEmpty)
    }
    #expect(bench.ask(id, .subscribe(Subscribe(id: 99, level: .status))).count == 1)
  }
}
