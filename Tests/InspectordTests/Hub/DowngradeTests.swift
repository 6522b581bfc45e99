import InspectWire
import Testing

@testable import inspectord

@Suite struct HubDowngrades {
  // MARK: The steps

  @Test func `each late frame is a step down, and none is below the last`() {
    var pace = Pace()
    var steps: [Pace.Step] = []
    for second in 1...5 as ClosedRange<Int64> {
      _ = pace.took(HubLimits.lateTake, now: Moment(microseconds: second * 1_000_000))
      steps.append(pace.step)
    }
    #expect(steps == [.slower, .statesOnly, .summaries, .summaries, .summaries])
  }

  @Test func `whoever takes frames quickly for ten seconds gets a step back`() {
    var pace = Pace()
    for _ in 0..<3 { _ = pace.took(HubLimits.lateTake, now: Moment(microseconds: 0)) }
    var changes: [(Int64, Pace.Step)] = []
    for tenth in 0..<400 as Range<Int64>
    where pace.took(1, now: Moment(microseconds: tenth * 100_000)) {
      changes.append((tenth / 10, pace.step))
    }
    #expect(changes.map(\.1) == [.statesOnly, .slower, .full])
    #expect(changes.map(\.0) == [10, 20, 30])
  }

  @Test func `one frame that is not quick begins the ten seconds anew`() {
    var pace = Pace()
    _ = pace.took(HubLimits.lateTake, now: Moment(microseconds: 0))
    for second in 0..<60 as Range<Int64> {
      let delay = second % 9 == 8 ? HubLimits.quickTake : 1
      let hasChanged = pace.took(delay, now: Moment(microseconds: second * 1_000_000))
      #expect(!hasChanged)
    }
  }

  @Test func `a whole minute of one frame is not four steps`() {
    var pace = Pace()
    _ = pace.took(59_000_000, now: Moment(microseconds: 0))
    #expect(pace.step == .slower)
  }

  // MARK: What is told

  /// A hub with a process of three bindings, and an observer at the level of values.
  private struct Slow {
    var bench = HubBench()
    var reporter: BenchReporter
    let id: PeerID
    var fleet: ObservedFleet
    var notes: [String] = []
    var round: Int64 = 0

    init(_ level: Level = .values) {
      reporter = bench.reporter(1)
      for number in 1...3 as ClosedRange<UInt64> { reporter.declare(number, in: &bench) }
      id = bench.observer()
      fleet = bench.fleet(id, level: level)
      bench.advance(1_000_000)
    }

    mutating func change() {
      round += 1
      var status = StatusRecord.bench(1, round % 2 == 0 ? .yellow : .green, since: round)
      status.lastGood = .int(round)
      reporter.send([.status(status)], to: &bench)
    }

    /// Lets a frame wait for so long.
    mutating func take(after delay: Int64) {
      change()
      bench.advance(delay)
      read()
    }

    mutating func read() {
      for message in bench.pull(id) {
        if case .note(let note) = fleet.apply(message) { notes.append(note.kind) }
      }
    }

    var model: GraphModel? { fleet.processes[reporter.instance]?.model }
  }

  @Test func `C9: each step down is announced on the stream`() {
    var slow = Slow()
    for _ in 0..<5 { slow.take(after: 3_000_000) }
    #expect(slow.notes == ["downgrade", "downgrade", "downgrade"])
    #expect(slow.fleet.gaps == 0)
  }

  @Test func `values are left out from the second step on, and the runtime is told so`() {
    var slow = Slow()
    slow.take(after: 10_000)
    #expect(slow.model?.statusAsTold(of: BindingID(1))?.lastGood == .int(1))
    #expect(slow.bench.hub.processes[slow.reporter.instance]?.wanted == .values)
    slow.take(after: 3_000_000)
    slow.take(after: 3_000_000)
    #expect(slow.bench.hub.processes[slow.reporter.instance]?.wanted == .status)
    slow.change()
    slow.bench.advance(1_000_000)
    slow.read()
    #expect(slow.model?.statusAsTold(of: BindingID(1))?.lastGood == nil)
  }

  @Test func `summaries are counts alone, and all is told when the observer has recovered`() {
    var slow = Slow()
    for _ in 0..<3 { slow.take(after: 3_000_000) }
    let before = slow.model
    slow.reporter.status(2, .red, in: &slow.bench)
    slow.bench.advance(1_500_000)
    slow.read()
    #expect(slow.model == before)
    #expect(slow.fleet.processes[slow.reporter.instance]?.entry?.counts.red == 1)
    for _ in 0..<400 {
      slow.change()
      slow.bench.advance(100_000)
      slow.read()
    }
    #expect(slow.notes.suffix(3) == ["upgrade", "upgrade", "upgrade"])
    slow.bench.read(slow.id, into: &slow.fleet)
    #expect(slow.fleet.gaps == 0)
    #expect(slow.model == slow.bench.model(slow.reporter))
  }

  @Test func `who was told less is told all though nothing more happens`() {
    var slow = Slow()
    for _ in 0..<3 { slow.take(after: 3_000_000) }
    slow.reporter.status(2, .red, in: &slow.bench)
    var watching = [(id: slow.id, fleet: slow.fleet)]
    slow.bench.readOut(&watching)
    slow.fleet = watching[0].fleet
    #expect(slow.model == slow.bench.model(slow.reporter))
    #expect(slow.bench.peers[slow.id]?.isOpen == true)
  }

  @Test(arguments: [(0, 20), (1, 2), (2, 1), (3, 1)])
  func `the rate falls with the step`(_ steps: Int, _ rate: Int) {
    var slow = Slow(.status)
    for _ in 0..<steps { slow.take(after: 3_000_000) }
    slow.bench.advance(2_000_000)
    slow.read()
    let before = slow.bench.peers[slow.id]?.frames ?? 0
    for _ in 0..<500 {
      slow.change()
      slow.bench.advance(10_000)
      slow.read()
    }
    let frames = (slow.bench.peers[slow.id]?.frames ?? 0) - before
    #expect(frames <= 5 * rate + 2 && frames >= 4 * rate - 5, "\(frames)")
  }

  @Test func `a new stream of a slow observer is told its pace`() {
    var slow = Slow()
    slow.take(after: 3_000_000)
    slow.bench.send(.subscribe(Subscribe(id: 2, level: .status)), from: slow.id)
    let notes = slow.bench.pull(slow.id).compactMap { message in
      if case .note(let note) = message, note.stream == 2 { note.kind } else { nil }
    }
    #expect(notes == ["downgrade"])
  }

  // MARK: Many

  @Test func `a thousand observers have twenty sections a second each`() {
    var bench = HubBench()
    var reporters = (1...6).map { bench.reporter(UInt64($0)) }
    for place in reporters.indices { reporters[place].declare(1, in: &bench) }
    let ids = (0..<1_000).map { _ in bench.observer() }
    let id = ids[0]
    _ = bench.fleet(id)
    bench.advance(1_000_000)
    bench.pull(id)
    let before = bench.peers[id]?.frames ?? 0
    for round in 0..<25 as Range<Int64> {
      for place in reporters.indices {
        reporters[place].status(1, .green, since: round, in: &bench)
      }
      bench.advance(40_000)
      bench.pull(id)
    }
    let frames = (bench.peers[id]?.frames ?? 0) - before
    // A flush is a section here; the entries of processes do not change.
    #expect(frames <= 24, "\(frames)")
    #expect(bench.hub.view(bench.now).sectionsPerFlush == 1)
  }

  @Test func `a process with a new red has every second turn, and starves nobody`() {
    var bench = HubBench()
    var reporters = (1...6).map { bench.reporter(UInt64($0)) }
    for place in reporters.indices { reporters[place].declare(1, in: &bench) }
    let crowd = (0..<1_000).map { _ in bench.observer() }
    var fleet = bench.fleet(crowd[0])
    bench.advance(1_000_000)
    for message in bench.pull(crowd[0]) { _ = fleet.apply(message) }
    var told: [InstanceID] = []
    for round in 0..<80 as Range<Int64> {
      for place in reporters.indices {
        reporters[place].status(1, .green, since: round, in: &bench)
      }
      // The last of all processes is broken again and again.
      reporters[5].status(1, .red, since: round, in: &bench)
      bench.advance(50_000)
      for message in bench.pull(crowd[0]) {
        if case .changed(let instance) = fleet.apply(message) { told.append(instance) }
      }
    }
    let reds = told.count { $0 == reporters[5].instance }
    #expect(reds >= told.count * 2 / 5, "\(reds) of \(told.count)")
    #expect(Set(told).count == 6)
    #expect(fleet.gaps == 0)
  }
}
