import InspectWire
import Testing

@testable import inspectord

/// When a daemon ends by itself: `--idle-exit`, with a clock that the test turns.
@Suite struct IdleTests {
  private let second: Int64 = 1_000_000

  @Test func `it ends when nobody has needed it for so long, not before`() {
    var bench = HubBench(idleExit: 10 * second)
    bench.advance(9 * second)
    #expect(!bench.actions.contains(.exit))
    bench.advance(3 * second)
    #expect(bench.actions.contains(.exit))
  }

  @Test func `it stays while somebody observes, and ends after that`() {
    var bench = HubBench(idleExit: 10 * second)
    let observer = bench.observer()
    bench.pull(observer)
    bench.advance(30 * second)
    #expect(!bench.actions.contains(.exit))
    bench.hangUp(observer)
    bench.advance(12 * second)
    #expect(bench.actions.contains(.exit))
  }

  @Test func `it stays while a process reports`() {
    var bench = HubBench(idleExit: 10 * second)
    _ = bench.reporter(1)
    bench.advance(30 * second)
    #expect(!bench.actions.contains(.exit))
  }
}
