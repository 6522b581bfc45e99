import InspectWire
import Testing

@testable import inspectord

@Suite struct HubLife {
  private func state(_ bench: HubBench, _ reporter: BenchReporter) -> ProcessEntry.State? {
    bench.hub.processes[reporter.instance]?.state
  }

  @Test func `T2: a process is stale since its last word, at most as long as a link lasts`() {
    var bench = HubBench()
    var busy = bench.reporter(1)
    let quiet = bench.reporter(2)
    bench.advance(40_000_000)
    busy.declare(1, in: &bench)
    let wall = bench.now.wall
    bench.advance(20_000_000)
    bench.hangUp(busy.id)
    bench.hangUp(quiet.id)
    #expect(state(bench, busy) == .stale(sinceWall: wall))
    #expect(state(bench, quiet) == .stale(sinceWall: bench.now.wall - HubLimits.silence))
  }

  @Test func `T2: a stale process comes back by itself, with the same ids`() {
    var bench = HubBench()
    var reporter = bench.reporter(1)
    reporter.declare(1, in: &bench)
    reporter.status(1, .red, in: &bench)
    let id = bench.observer()
    var fleet = bench.fleet(id)
    bench.hangUp(reporter.id)
    bench.read(id, into: &fleet)
    guard case .stale? = fleet.processes[reporter.instance]?.entry?.state else {
      Issue.record("not stale")
      return
    }
    #expect(fleet.counts == Counts(red: 1))
    var again = bench.reporter(1)
    again.declare(1, in: &bench)
    again.status(1, .red, in: &bench)
    bench.read(id, into: &fleet)
    #expect(fleet.processes[reporter.instance]?.entry?.state == .live)
    #expect(fleet.counts == Counts(red: 1))
    #expect(fleet.gaps == 0)
  }

  @Test func `F10: a daemon that was stopped makes nobody else pay for it`() {
    var bench = HubBench()
    var reporter = bench.reporter(1)
    let id = bench.observer()
    _ = bench.fleet(id)
    let late = bench.open()
    reporter.declare(1, in: &bench)
    #expect(bench.peers[id]?.isAsked == true)
    bench.oversleep(600_000_000)
    #expect(bench.peers[id]?.isOpen == true)
    #expect(bench.peers[late]?.isOpen == true)
    #expect(bench.peers[reporter.id]?.isOpen == true)
    // From now on time counts as ever.
    bench.advance(6_000_000)
    #expect(bench.peers[late]?.closing?.code == WireClose.ruleBroken)
    bench.advance(60_000_000)
    #expect(bench.peers[id]?.closing?.code == WireClose.stalled)
  }

  @Test(arguments: [-3_600_000_000, 7_200_000_000] as [Int64])
  func `T12: a step of the wall clock changes no order and ends nothing`(_ step: Int64) {
    var bench = HubBench()
    var reporter = bench.reporter(1)
    for number in 1...3 as ClosedRange<UInt64> { reporter.declare(number, in: &bench) }
    reporter.end(.binding(BindingID(3)), in: &bench)
    let id = bench.observer()
    var fleet = bench.fleet(id)
    bench.now.wall += step
    for number in 1...2 as ClosedRange<UInt64> {
      reporter.status(number, .red, since: Int64(number), in: &bench)
      reporter.status(number, .green, since: Int64(number) + 1, in: &bench)
    }
    bench.read(id, into: &fleet)
    bench.advance(1_000_000)
    #expect(fleet.gaps == 0)
    #expect(fleet.processes[reporter.instance]?.model == bench.model(reporter))
    // What ended is kept for its ten minutes, and no one was cut off.
    #expect(bench.model(reporter)?.isEnded(.binding(BindingID(3))) == true)
    #expect(bench.peers.values.allSatisfy { $0.isOpen })
    let history = bench.hub.processes[reporter.instance]?.history.entries(of: BindingID(1))
    #expect(history?.map(\.number).sorted() == history?.map(\.number))
    bench.hangUp(reporter.id)
    #expect(state(bench, reporter) == .stale(sinceWall: bench.now.wall - 2_000_000))
  }
}
