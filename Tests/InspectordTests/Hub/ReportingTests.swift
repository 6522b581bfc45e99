import InspectWire
import TestSupport
import Testing

@testable import inspectord

@Suite struct HubReporting {
  // MARK: Sequence

  @Test func `batches are confirmed, the newest number once`() {
    var bench = HubBench()
    let reporter = bench.reporter(1)
    for number in 1...3 as ClosedRange<UInt64> {
      bench.send(
        .batch(Batch(sequence: number, records: [.binding(.bench(number))])), from: reporter.id)
    }
    #expect(bench.pull(reporter.id) == [.credit(Credit(sequence: 3))])
  }

  @Test func `a gap ends the link and names both numbers`() {
    var bench = HubBench()
    var reporter = bench.reporter(1)
    reporter.declare(1, in: &bench)
    bench.send(.batch(Batch(sequence: 3, records: [.binding(.bench(3))])), from: reporter.id)
    #expect(
      bench.peers[reporter.id]?.closing
        == .init(code: 4_003, reason: "batch 2 expected, 3 came"))
    #expect(bench.model(reporter)?.bindings.map(\.id) == [BindingID(1)])
    #expect(bench.actions == [.watch(HubBench.facts(1))])
  }

  @Test func `a batch that comes twice counts once`() {
    var bench = HubBench()
    var reporter = bench.reporter(1)
    reporter.declare(1, in: &bench)
    reporter.status(1, .green, in: &bench)
    bench.send(
      .batch(Batch(sequence: 1, records: [.status(.bench(1, .red))])), from: reporter.id)
    #expect(bench.pull(reporter.id) == [.credit(Credit(sequence: 2))])
    #expect(bench.model(reporter)?.counts == Counts(green: 1))
  }

  @Test(arguments: [0, UInt64(Int64.max), .max])
  func `no number traps`(_ number: UInt64) {
    var bench = HubBench()
    let reporter = bench.reporter(1)
    bench.send(
      .batch(Batch(sequence: number, records: [.binding(.bench(1))])), from: reporter.id)
    #expect(bench.model(reporter)?.bindings.isEmpty == true)
  }

  // MARK: New links

  // G1: what ended while the link was down is gone, what stood idle is there, under the same ids.
  @Test(arguments: [true, false])
  func `what was not told again has ended`(_ saysBeat: Bool) throws {
    var bench = HubBench()
    var first = bench.reporter(1)
    for number in 1...4 as ClosedRange<UInt64> {
      first.declare(number, in: &bench)
      first.status(number, .green, in: &bench)
    }
    let id = bench.observer()
    var fleet = bench.fleet(id)
    bench.hangUp(first.id)
    var second = bench.reporter(1)
    for number in [1, 3] as [UInt64] {
      second.declare(number, in: &bench)
      second.status(number, .green, in: &bench)
    }
    if saysBeat {
      bench.send(.beat, from: second.id)
    } else {
      bench.advance(HubLimits.confirming + 200_000)
    }
    second.declare(5, in: &bench)
    bench.read(id, into: &fleet)
    let told = try #require(fleet.processes[first.instance])
    #expect(told.model == bench.model(first))
    let colours = (1...5).map { told.colour(of: BindingID(UInt64($0))) }
    #expect(colours == [.green, .grey, .green, .grey, .yellow])
    #expect(told.entry?.state == .live)
  }

  @Test func `what is told again unchanged is no news`() {
    var bench = HubBench()
    var first = bench.reporter(1)
    first.declare(1, in: &bench)
    first.status(1, .red, in: &bench)
    let stamp = bench.hub.stamp
    bench.hangUp(first.id)
    var second = bench.reporter(1)
    second.declare(1, in: &bench)
    second.status(1, .red, in: &bench)
    bench.send(.beat, from: second.id)
    #expect(bench.hub.stamp == stamp)
  }

  // G4
  @Test func `two processes of one name are two rows`() {
    var bench = HubBench()
    var first = bench.reporter(1, name: "twin")
    var second = bench.reporter(2, name: "twin")
    first.declare(1, in: &bench)
    second.declare(1, in: &bench)
    second.status(1, .red, in: &bench)
    let id = bench.observer()
    let fleet = bench.fleet(id)
    #expect(fleet.processes.count == 2)
    #expect(fleet.processes[first.instance]?.model.counts == Counts(yellow: 1))
    #expect(fleet.processes[second.instance]?.model.counts == Counts(red: 1))
  }

  // B1
  @Test func `an observer that comes last sees all three, with their names`() {
    var bench = HubBench()
    for number in 1...3 as ClosedRange<UInt64> {
      var reporter = bench.reporter(number, name: "app-\(number)")
      reporter.declare(number, name: "b\(number)", in: &bench)
    }
    let id = bench.observer()
    let fleet = bench.fleet(id)
    #expect(fleet.ordered.map { $0.process.entry?.facts.name } == ["app-1", "app-2", "app-3"])
    #expect(fleet.ordered.allSatisfy { $0.process.model.size.bindings == 1 })
  }

  @Test func `two observers see the same, the late one too`() {
    var bench = HubBench()
    var reporter = bench.reporter(1)
    for number in 1...100 as ClosedRange<UInt64> { reporter.declare(number, in: &bench) }
    let early = bench.observer()
    var first = bench.fleet(early)
    for number in 1...100 as ClosedRange<UInt64> {
      reporter.status(number, number % 3 == 0 ? .red : .green, in: &bench)
    }
    let late = bench.observer()
    var second = bench.fleet(late)
    bench.read(early, into: &first)
    bench.read(late, into: &second)
    let models = [first, second].map { $0.processes[reporter.instance]?.model }
    #expect((models[0] == models[1]) == true)
    #expect(first.counts == Counts(red: 33, green: 67))
  }

  // MARK: Ends

  @Test func `a process that says goodbye has ended, with how`() {
    var bench = HubBench()
    var reporter = bench.reporter(1)
    reporter.declare(1, in: &bench)
    let id = bench.observer()
    var fleet = bench.fleet(id)
    bench.send(.bye(Bye(why: "exit")), from: reporter.id)
    bench.pull(reporter.id)
    bench.read(id, into: &fleet)
    #expect(
      fleet.processes[reporter.instance]?.entry?.state
        == .ended(how: "exit", atWall: HubBench().now.wall))
    #expect(fleet.counts == Counts(grey: 1))
    #expect(bench.peers[reporter.id]?.isOpen == false)
    #expect(bench.actions == [.letGo(reporter.instance)])
  }

  @Test func `a lost link is stale until it is known more`() {
    var bench = HubBench()
    let reporter = bench.reporter(1)
    let id = bench.observer()
    var fleet = bench.fleet(id)
    bench.hangUp(reporter.id)
    bench.read(id, into: &fleet)
    guard case .stale? = fleet.processes[reporter.instance]?.entry?.state else {
      Issue.record("\(String(describing: fleet.processes[reporter.instance]?.entry))")
      return
    }
    #expect(bench.actions == [.watch(HubBench.facts(1))])
    bench.hub.gone(reporter.instance, how: nil, now: bench.now)
    bench.act()
    bench.read(id, into: &fleet)
    guard case .ended(let how, _)? = fleet.processes[reporter.instance]?.entry?.state else {
      Issue.record("not ended")
      return
    }
    #expect(how == "gone without a word")
  }

  @Test func `a process that comes back is not ended by an old look`() {
    var bench = HubBench()
    let first = bench.reporter(1)
    bench.hangUp(first.id)
    let second = bench.reporter(1)
    bench.hub.gone(second.instance, how: "exit 3", now: bench.now)
    #expect(bench.hub.processes[second.instance]?.entry.state == .live)
  }

  // MARK: Keeping

  @Test func `what has ended is kept for ten minutes`() {
    var bench = HubBench()
    var reporter = bench.reporter(1)
    reporter.declare(1, in: &bench)
    reporter.declare(2, in: &bench)
    reporter.end(.binding(BindingID(1)), in: &bench)
    let id = bench.observer()
    var fleet = bench.fleet(id)
    #expect(fleet.counts == Counts(yellow: 1, grey: 1))
    bench.advance(HubLimits.retention - 2_000_000)
    bench.read(id, into: &fleet)
    #expect(fleet.counts.grey == 1)
    bench.advance(4_000_000)
    bench.read(id, into: &fleet)
    #expect(fleet.counts == Counts(yellow: 1))
    #expect(fleet.processes[reporter.instance]?.model == bench.model(reporter))
  }

  @Test func `of what has ended the newest are kept`() {
    var bench = HubBench()
    var reporter = bench.reporter(1)
    let count = UInt64(HubLimits.endedThings) + 100
    for start in stride(from: 1, to: count + 1, by: 2_000) {
      let numbers = start..<min(start + 2_000, count + 1)
      reporter.send(numbers.map { .binding(.bench($0)) }, to: &bench)
      reporter.send(
        numbers.map {
          .ended(EndedRecord(subject: .binding(BindingID($0)), at: Moment(microseconds: 1)))
        }, to: &bench)
    }
    #expect(bench.model(reporter)?.counts == Counts(grey: UInt64(HubLimits.endedThings)))
    #expect(bench.model(reporter)?.binding(BindingID(100)) == nil)
    #expect(bench.model(reporter)?.binding(BindingID(101)) != nil)
  }

  @Test func `ended processes are kept for ten minutes, and so many`() {
    var bench = HubBench()
    let id = bench.observer()
    var fleet = bench.fleet(id)
    let count = UInt64(HubLimits.endedProcesses) + 5
    for number in 1...count {
      let reporter = bench.reporter(number)
      bench.send(.bye(Bye(why: "exit")), from: reporter.id)
      bench.pull(reporter.id)
      bench.advance(1_000)
    }
    bench.read(id, into: &fleet)
    #expect(fleet.processes.count == HubLimits.endedProcesses)
    #expect(fleet.processes[HubBench.facts(5).instance] == nil)
    #expect(fleet.processes[HubBench.facts(6).instance] != nil)
    bench.advance(HubLimits.retention + 2_000_000)
    bench.read(id, into: &fleet)
    #expect(fleet.processes.isEmpty)
    #expect(bench.hub.processes.isEmpty && bench.hub.order.isEmpty)
  }

  // MARK: History

  @Test func `greens fall out before reds, and are counted`() {
    var history = HubHistory(capacity: 10)
    let reason = ReasonCode("x")
    for number in 1...100 as ClosedRange<UInt64> {
      let isRed = number % 25 == 0
      history.tell([
        HistoryEntry(
          number: number, at: Moment(microseconds: Int64(number)), binding: BindingID(1),
          kind: .colour(
            from: isRed ? .green : .red, to: isRed ? .red : .green, reason: isRed ? reason : nil))
      ])
    }
    let kept = history.entries(of: BindingID(1)).map(\.number)
    #expect(kept == [25, 50, 75, 94, 95, 96, 97, 98, 99, 100])
    #expect(history.loss.total == 90)
  }

  @Test func `history that is told again counts once`() {
    var history = HubHistory()
    let entries = (1...3).map { number in
      HistoryEntry(
        number: UInt64(number), at: Moment(microseconds: 1), binding: BindingID(1),
        kind: .event(Reason(ReasonCode("vetoed"))))
    }
    history.tell(entries)
    history.tell(entries)
    #expect(history.entries(of: BindingID(1)).count == 3)
  }

  @Test func `lost history is counted in the entry`() {
    var bench = HubBench()
    let reporter = bench.reporter(1)
    bench.send(.lost(Lost(from: 1, to: 5, count: 5, why: "full")), from: reporter.id)
    #expect(bench.hub.processes[reporter.instance]?.entry.lostEntries == 5)
  }

  // MARK: Demand

  @Test func `a reporter is told what all observers together demand`() {
    var bench = HubBench()
    let reporter = bench.reporter(1)
    let one = bench.observer()
    _ = bench.fleet(one, level: .status)
    #expect(bench.pull(reporter.id).isEmpty)
    let other = bench.observer()
    _ = bench.fleet(other, of: [reporter.instance], level: .timings)
    #expect(bench.pull(reporter.id) == [.want(Want(level: .timings))])
    _ = bench.fleet(one, stream: 2, level: .values)
    #expect(bench.pull(reporter.id).isEmpty)
    bench.hangUp(other)
    #expect(bench.pull(reporter.id) == [.want(Want(level: .values))])
    _ = bench.ask(one, .unsubscribe(Unsubscribe(id: 3, stream: 2)))
    #expect(bench.pull(reporter.id) == [.want(Want(level: .status))])
  }

  @Test func `whoever floods its graph is bounded`() {
    var bench = HubBench()
    var reporter = bench.reporter(1)
    reporter.send([.status(.bench(UInt64(1) << 53, .red))], to: &bench)
    reporter.end(.scope(ScopeID(99)), in: &bench)
    #expect(bench.model(reporter)?.counts == Counts())
    #expect(bench.peers[reporter.id]?.isOpen == true)
  }
}
