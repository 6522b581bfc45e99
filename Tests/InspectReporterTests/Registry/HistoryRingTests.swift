import Testing

@testable import InspectReporter

@Suite struct HistoryRings {
  @Test func `the oldest green falls out before any red`() {
    var ring = HistoryRing(limit: 4)
    for colour in [Colour.red, .green, .red, .green, .green] { ring.add(colour) }
    #expect(ring.following(0, atMost: 10).map(\.number) == [1, 3, 4, 5])
    ring.add(.green)
    #expect(ring.following(0, atMost: 10).map(\.number) == [1, 3, 5, 6])
  }

  @Test func `where all are red the oldest red falls out`() {
    var ring = HistoryRing(limit: 3)
    for _ in 0..<5 { ring.add(.red) }
    #expect(ring.following(0, atMost: 10).map(\.number) == [3, 4, 5])
  }

  @Test func `in mode complete the oldest falls out, whatever it is`() {
    var ring = HistoryRing(limit: 3, dropsOldest: true)
    for colour in [Colour.red, .green, .red, .green, .red] { ring.add(colour) }
    #expect(ring.following(0, atMost: 10).map(\.number) == [3, 4, 5])
  }

  @Test func `what fell out is counted between its numbers`() {
    var ring = HistoryRing(limit: 2)
    for _ in 0..<7 { ring.add(.green) }
    #expect(ring.lost == HistoryRing.Loss(from: 1, to: 5, count: 5))
    #expect(ring.newest == 7)
  }

  @Test func `reading goes on where it stopped`() {
    var ring = HistoryRing(limit: 100)
    for number in 0..<50 { ring.add(number % 3 == 0 ? .red : .green) }
    var numbers: [UInt64] = []
    while true {
      let part = ring.following(numbers.last ?? 0, atMost: 7)
      if part.isEmpty { break }
      numbers += part.map(\.number)
    }
    #expect(numbers == Array(1...50))
  }

  @Test func `an event is no red`() {
    var ring = HistoryRing(limit: 1)
    ring.add(.red)
    ring.append(.event(Reason(ReasonCode("vetoed"))), of: BindingID(1), at: Moment(microseconds: 0))
    #expect(ring.following(0, atMost: 2).map(\.number) == [1])
  }
}

extension HistoryRing {
  fileprivate mutating func add(_ colour: Colour) {
    append(
      .colour(from: .yellow, to: colour, reason: nil), of: BindingID(1),
      at: Moment(microseconds: 0))
  }
}
