import InspectLink
import TestSupport
import Testing

@Suite struct BackoffTests {
  @Test func `every delay is above zero and within its bound, which doubles to the ceiling`() {
    var chance = SeededGenerator(seed: 1)
    let bounds = [50, 100, 200, 400, 800, 1_600, 2_000, 2_000, 2_000]
    for _ in 0..<200 {
      var backoff = Backoff()
      for bound in bounds {
        let delay = backoff.next(using: &chance)
        #expect(delay > .zero && delay <= .milliseconds(bound))
      }
    }
  }

  @Test func `delays are spread over the whole range`() {
    var chance = SeededGenerator(seed: 2)
    let delays = (0..<1_000).map { _ in
      var backoff = Backoff()
      return backoff.next(using: &chance)
    }
    #expect(delays.count { $0 < .milliseconds(10) } > 100)
    #expect(delays.count { $0 > .milliseconds(40) } > 100)
  }

  @Test func `after a success it begins anew`() {
    var chance = SeededGenerator(seed: 3)
    var backoff = Backoff()
    for _ in 0..<10 { _ = backoff.next(using: &chance) }
    backoff.reset()
    #expect(backoff == Backoff())
  }

  @Test func `a large ceiling is reached without overflow`() {
    var chance = SeededGenerator(seed: 4)
    var backoff = Backoff(first: .seconds(1), ceiling: .seconds(Int64.max / 4))
    for _ in 0..<200 { #expect(backoff.next(using: &chance) <= backoff.ceiling) }
  }
}
