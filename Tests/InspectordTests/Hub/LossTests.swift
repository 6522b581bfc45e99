import InspectWire
import Testing

@testable import inspectord

@Suite struct HubLosses {
  private func entries(_ numbers: ClosedRange<UInt64>, to colour: Colour = .green) -> [HistoryEntry]
  {
    numbers.map { number in
      HistoryEntry(
        number: number, at: Moment(microseconds: 1), binding: BindingID(1),
        kind: .colour(from: .yellow, to: colour, reason: nil))
    }
  }

  private func lost(_ from: UInt64, _ to: UInt64, _ count: UInt64) -> Lost {
    Lost(from: from, to: to, count: count, why: "full")
  }

  @Test func `C5: what the process passed over is counted from the numbers alone`() {
    var history = HubHistory()
    history.tell(entries(5...5, to: .red))
    history.tell(entries(10...12))
    #expect(history.loss.total == 8)
    #expect(history.loss.range == NumberRange(from: 1, to: 9))
  }

  @Test func `what is announced and then seen to be missing counts once`() {
    var history = HubHistory()
    // Reds 5 and 10 survived; the rest up to 20 fell out.
    history.lose(lost(1, 20, 18))
    #expect(history.loss.total == 18)
    history.tell(entries(5...5, to: .red))
    #expect(history.loss.total == 18)
    history.tell(entries(10...10, to: .red))
    #expect(history.loss.total == 18)
    history.tell(entries(21...30))
    #expect(history.loss.total == 18)
    #expect(history.loss.range == NumberRange(from: 1, to: 20))
  }

  @Test func `a loss that is told again on a new link counts once`() {
    var history = HubHistory()
    for _ in 0..<3 {
      history.lose(lost(1, 100, 100))
      history.tell(entries(101...110))
    }
    #expect(history.loss.total == 100)
  }

  @Test func `what was told here before it fell out there is not lost`() {
    var history = HubHistory()
    history.tell(entries(1...100))
    history.lose(lost(1, 60, 60))
    #expect(history.loss.total == 0)
    history.lose(lost(1, 110, 110))
    #expect(history.loss.total == 10)
    #expect(history.loss.range == NumberRange(from: 101, to: 110))
  }

  @Test func `what falls out of the hub's own ring is counted too`() {
    var history = HubHistory(capacity: 10)
    history.tell(entries(1...5, to: .red))
    history.tell(entries(6...30))
    #expect(history.loss.total == 20)
    // Greens before reds.
    #expect(history.loss.range == NumberRange(from: 6, to: 25))
    #expect(history.entries(of: BindingID(1)).prefix(5).map(\.number) == [1, 2, 3, 4, 5])
  }

  @Test func `C5: an observer is told how many, and between which numbers`() {
    var bench = HubBench()
    let reporter = bench.reporter(1)
    let id = bench.observer()
    var fleet = bench.fleet(id)
    bench.send(.lost(lost(3, 12, 9)), from: reporter.id)
    bench.read(id, into: &fleet)
    let entry = fleet.processes[reporter.instance]?.entry
    #expect(entry?.lostEntries == 9)
    #expect(entry?.lostNumbers == NumberRange(from: 3, to: 12))
  }

  @Test(
    arguments: [(1, 1, 1), (.max - 1, .max, 2), (0, .max, .max)] as [(UInt64, UInt64, UInt64)])
  func `no number that a process can say is too large`(
    _ from: UInt64, _ to: UInt64, _ count: UInt64
  ) {
    var history = HubHistory()
    history.lose(lost(from, to, count))
    history.tell(entries(to...to))
    history.lose(lost(from, to, count))
    #expect(history.loss.range?.to ?? 0 <= to)
  }

  @Test func `records above the limit are told to be left out`() {
    var model = GraphModel(limit: 2)
    for number in 1...5 as ClosedRange<UInt64> { model.apply(.binding(.bench(number))) }
    #expect(model.refused == 3)
    #expect(HubProcess(facts: HubBench.facts(1)).entry.leftOut == 0)
  }
}
