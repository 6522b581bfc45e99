import InspectWire
import Testing

@testable import inspectord

/// What happened, told on streams of level 3.
@Suite struct HistoryStreams {
  private var bench = HubBench()
  private var numbers: [PeerID: [UInt64]] = [:]
  private var lost: [PeerID: UInt64] = [:]

  private static func entries(_ numbers: ClosedRange<UInt64>) -> [HistoryEntry] {
    numbers.map { number in
      HistoryEntry(
        number: number, at: Moment(microseconds: 1), binding: BindingID(1),
        kind: .colour(
          from: .yellow, to: number.isMultiple(of: 3) ? .red : .green, reason: nil))
    }
  }

  private mutating func tell(_ numbers: ClosedRange<UInt64>, _ reporter: inout BenchReporter) {
    reporter.sequence += 1
    let history = History(sequence: reporter.sequence, entries: Self.entries(numbers))
    bench.send(.history(history), from: reporter.id)
  }

  private mutating func observer(_ level: Level) -> PeerID {
    let id = bench.observer()
    bench.send(.subscribe(Subscribe(id: 1, level: level)), from: id)
    return id
  }

  private mutating func read(_ id: PeerID) {
    for _ in 0..<4 {
      bench.advance(HubLimits.flush)
      for case .entries(let told) in bench.pull(id) {
        numbers[id, default: []] += told.entries.map(\.number)
        lost[id, default: 0] += told.lost?.count ?? 0
      }
    }
  }

  @Test mutating func `B2: who comes later is told the same as who was there`() {
    var reporter = bench.reporter(1)
    let first = observer(.history)
    read(first)
    tell(1...20, &reporter)
    read(first)
    let second = observer(.timings)
    read(second)
    tell(21...30, &reporter)
    read(first)
    read(second)
    #expect(numbers[first] == Array(1...30))
    #expect(numbers[second] == Array(1...30))
  }

  @Test(arguments: [Level.counts, .status, .values])
  mutating func `who did not ask for history is told none`(_ level: Level) {
    var reporter = bench.reporter(1)
    let id = observer(level)
    tell(1...20, &reporter)
    read(id)
    #expect(numbers[id] == nil)
  }

  @Test mutating func `C5: what is not to be had is told with how much it is`() {
    var reporter = bench.reporter(1)
    tell(5...10, &reporter)
    tell(15...15, &reporter)
    let id = observer(.history)
    read(id)
    #expect(numbers[id] == [5, 6, 7, 8, 9, 10, 15])
    #expect(lost[id] == 8)
  }

  @Test mutating func `of a large history each message stays below the size of a section`() {
    var reporter = bench.reporter(1)
    for part in 0..<8 { tell(UInt64(part * 500 + 1)...UInt64(part * 500 + 500), &reporter) }
    let id = observer(.history)
    read(id)
    #expect(numbers[id] == Array(1...4_000))
    #expect((bench.peers[id]?.largest ?? 0) <= Limits.sectionBytes + 1_024)
  }

  // MARK: Mode complete

  private mutating func completeReporter() -> BenchReporter {
    let id = bench.open()
    var facts = HubBench.facts(1)
    facts.isComplete = true
    bench.send(
      .hello(Hello(role: .reporter, implementation: "bench", instance: facts)), from: id)
    bench.pull(id)
    return BenchReporter(id: id, instance: facts.instance)
  }

  /// Tells as a reporter does that waits for credit; how much it could tell.
  private mutating func tell(
    through last: UInt64, _ reporter: inout BenchReporter, _ confirmed: inout UInt64,
    reading id: PeerID? = nil
  ) -> UInt64 {
    var told = (reporter.sequence) * 500
    while told < last {
      if let id { read(id) }
      for case .credit(let credit) in bench.pull(reporter.id) { confirmed = credit.sequence }
      guard reporter.sequence - confirmed < 8 else { return told }
      tell(told + 1...told + 500, &reporter)
      told += 500
    }
    return told
  }

  @Test mutating func `S6: a process in mode complete waits for the slowest and loses nothing`() {
    var reporter = completeReporter()
    var confirmed: UInt64 = 0
    let id = observer(.history)
    read(id)
    // Nobody reads: it is stopped before anything falls out.
    let told = tell(through: 100_000, &reporter, &confirmed)
    #expect(told < UInt64(HubLimits.completeHistory))
    let rest = tell(through: 100_000, &reporter, &confirmed, reading: id)
    #expect(rest == 100_000)
    read(id)
    #expect(numbers[id] == Array(1...100_000))
    #expect(lost[id] == 0)
  }

  @Test mutating func `S6: it waits no longer once the observer is gone`() {
    var reporter = completeReporter()
    var confirmed: UInt64 = 0
    let id = observer(.history)
    read(id)
    _ = tell(through: 100_000, &reporter, &confirmed)
    bench.hangUp(id)
    #expect(tell(through: 100_000, &reporter, &confirmed) == 100_000)
  }

  @Test mutating func `a process in another mode never waits`() {
    var reporter = bench.reporter(1)
    var confirmed: UInt64 = 0
    let id = observer(.history)
    read(id)
    #expect(tell(through: 100_000, &reporter, &confirmed) == 100_000)
    read(id)
    #expect((lost[id] ?? 0) + UInt64(numbers[id]?.count ?? 0) == 100_000)
  }
}
