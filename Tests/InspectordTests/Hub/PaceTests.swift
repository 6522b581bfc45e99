import InspectWire
import Testing

@testable import inspectord

@Suite struct HubPace {
  @Test func `the first change after quiet is told at once`() {
    var bench = HubBench()
    var reporter = bench.reporter(1)
    reporter.declare(1, in: &bench)
    let id = bench.observer()
    _ = bench.fleet(id)
    bench.advance(1_000_000)
    reporter.status(1, .green, in: &bench)
    #expect(bench.pull(id).count == 1)
  }

  @Test func `twenty flushes a second and no more`() {
    var bench = HubBench()
    var reporter = bench.reporter(1)
    reporter.declare(1, in: &bench)
    let id = bench.observer()
    _ = bench.fleet(id)
    let before = bench.peers[id]?.frames ?? 0
    for round in 0..<1_000 {
      reporter.status(1, .green, since: Int64(round), in: &bench)
      bench.advance(1_000)
      bench.pull(id)
    }
    let frames = (bench.peers[id]?.frames ?? 0) - before
    #expect((15...21).contains(frames), "\(frames)")
  }

  @Test func `the first red does not wait`() {
    var bench = HubBench()
    var reporter = bench.reporter(1)
    reporter.declare(1, in: &bench)
    let id = bench.observer()
    _ = bench.fleet(id)
    bench.advance(1_000_000)
    reporter.status(1, .green, in: &bench)
    bench.pull(id)
    bench.advance(1_000)
    reporter.status(1, .yellow, in: &bench)
    #expect(bench.pull(id).isEmpty)
    reporter.status(1, .red, in: &bench)
    let told = bench.pull(id)
    #expect(told.count == 1)
    reporter.status(1, .green, in: &bench)
    reporter.status(1, .red, in: &bench)
    #expect(bench.pull(id).isEmpty)
  }

  @Test func `what waits is merged, however slow the reader`() {
    var bench = HubBench()
    var reporter = bench.reporter(1)
    for number in 1...50 as ClosedRange<UInt64> { reporter.declare(number, in: &bench) }
    let id = bench.observer()
    var fleet = bench.fleet(id)
    for round in 0..<2_000 {
      reporter.status(UInt64(round % 50) + 1, .green, since: Int64(round), in: &bench)
      bench.advance(5_000)
    }
    let before = bench.peers[id]?.bytes ?? 0
    bench.read(id, into: &fleet)
    #expect((bench.peers[id]?.bytes ?? 0) - before < 10_000)
    #expect(fleet.processes[reporter.instance]?.model == bench.model(reporter))
  }

  @Test func `an observer that takes nothing for a minute is ended`() {
    var bench = HubBench()
    var reporter = bench.reporter(1)
    let id = bench.observer()
    _ = bench.fleet(id)
    bench.advance(100_000_000)
    #expect(bench.peers[id]?.closing == nil)
    reporter.declare(1, in: &bench)
    bench.advance(58_000_000)
    #expect(bench.peers[id]?.closing == nil)
    bench.advance(4_000_000)
    #expect(bench.peers[id]?.closing?.code == 4_000)
    #expect(bench.peers[reporter.id]?.isOpen == true)
  }

  @Test func `C9, T3: who took nothing for minutes is ended, and goes on from its last message`() {
    var bench = HubBench()
    var reporter = bench.reporter(1)
    for number in 1...50 as ClosedRange<UInt64> { reporter.declare(number, in: &bench) }
    let (asleep, awake) = (bench.observer(), bench.observer())
    let before = bench.fleet(asleep)
    var healthy = bench.fleet(awake)
    // Five minutes; ten changes a second are told as ten thousand are: the newest of each binding.
    for round in 0..<3_000 as Range<Int64> {
      let colour: Colour = round % 3 == 0 ? .red : .green
      reporter.status(UInt64(round % 50) + 1, colour, since: round, in: &bench)
      bench.advance(100_000)
      for message in bench.pull(awake) { _ = healthy.apply(message) }
    }
    #expect(bench.peers[asleep]?.closing?.code == WireClose.stalled)
    #expect(bench.peers[awake]?.isOpen == true && healthy.gaps == 0)
    let again = bench.observer()
    let subscribe = Subscribe(id: 1, level: .status, cursor: before.cursor)
    bench.send(.subscribe(subscribe), from: again)
    var resumed = ObservedFleet(stream: 1, resuming: before)
    var effects = bench.pull(again).map { resumed.apply($0) }
    bench.advance(HubLimits.flush)
    effects += bench.pull(again).map { resumed.apply($0) }
    let isAnew = effects.contains { if case .began = $0 { true } else { false } }
    #expect(!isAnew && resumed.gaps == 0)
    #expect(resumed.processes[reporter.instance]?.model == bench.model(reporter))
    #expect(healthy.processes[reporter.instance]?.model == bench.model(reporter))
  }

  @Test func `whoever asks and takes no answer is not read on`() {
    var bench = HubBench()
    let id = bench.observer()
    for number in 0..<300 { bench.send(.list(ListRequest(id: UInt64(number))), from: id) }
    #expect(bench.peers[id]?.isRead == false)
    bench.pull(id)
    #expect(bench.peers[id]?.isRead == true)
  }

  @Test func `a quiet hub asks for no time`() {
    var bench = HubBench()
    let reporter = bench.reporter(1)
    bench.send(.beat, from: reporter.id)
    bench.pull(reporter.id)
    let id = bench.observer()
    _ = bench.fleet(id)
    bench.advance(10_000_000)
    #expect(bench.hub.deadline == nil)
  }

  @Test func `a hub that nobody needs says so in time`() {
    var bench = HubBench(idleExit: 5_000_000)
    let id = bench.observer()
    bench.advance(20_000_000)
    #expect(bench.actions.isEmpty)
    bench.hangUp(id)
    bench.advance(4_000_000)
    #expect(bench.actions.isEmpty)
    bench.advance(2_500_000)
    #expect(bench.actions.first == .exit)
  }
}
