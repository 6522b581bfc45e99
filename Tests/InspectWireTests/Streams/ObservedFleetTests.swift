internal import InspectWire
internal import Testing

@Suite struct ObservedFleetTests {
  private let run = InstanceID(high: 1, low: 1)

  private func section(
    _ from: UInt64, _ to: UInt64, _ instance: UInt64, _ records: [Record],
    forgotten: [Subject] = []
  ) -> Section {
    Section(
      stream: 7, link: ChainLink(run: run, from: from, to: to),
      instance: InstanceID(high: 0, low: instance), records: records, forgotten: forgotten)
  }

  private func entry(_ instance: UInt64, _ state: ProcessEntry.State = .live) -> ProcessEntry {
    ProcessEntry(
      facts: InstanceFacts(
        instance: InstanceID(high: 0, low: instance), name: "p\(instance)", pid: 1, startTime: 0,
        host: "h", mode: .armed,
        clock: ClockAnchor(moment: Moment(microseconds: 0), wallMicroseconds: 0)),
      state: state, counts: Counts())
  }

  private func binding(_ id: UInt64, _ colour: Colour) -> [Record] {
    var random = RandomRecords(seed: id)
    var binding = random.binding()
    binding.id = BindingID(id)
    return [
      .binding(binding),
      .status(StatusRecord(binding: BindingID(id), colour: colour, since: Moment(microseconds: 0))),
    ]
  }

  private func fleet() -> ObservedFleet {
    var fleet = ObservedFleet(stream: 7)
    _ = fleet.apply(.processes(Processes(id: 7, isWhole: true, entries: [entry(1), entry(2)])))
    _ = fleet.apply(
      .snapshotBegin(SnapshotBegin(stream: 7, run: run, why: "subscribed", bindings: 2)))
    _ = fleet.apply(.snapshotPart(section(0, 3, 1, binding(1, .red))))
    _ = fleet.apply(.delta(section(3, 4, 2, binding(1, .green))))
    _ = fleet.apply(.snapshotEnd(SnapshotEnd(stream: 7, link: ChainLink(run: run, from: 4, to: 4))))
    return fleet
  }

  @Test func `a snapshot with deltas between makes a whole picture`() {
    let fleet = fleet()
    #expect(fleet.isWhole)
    #expect(fleet.counts == Counts(red: 1, green: 1))
    #expect(fleet.ordered.map { $0.process.entry?.facts.name } == ["p1", "p2"])
  }

  @Test func `a gap is told and takes nothing`() {
    var fleet = fleet()
    let found = section(9, 10, 1, binding(5, .red))
    guard case .gap = fleet.apply(.delta(found)) else { return #expect(Bool(false)) }
    #expect(fleet.counts == Counts(red: 1, green: 1))
    #expect(fleet.gaps == 1)
    #expect(fleet.cursor == Cursor(run: run, revision: 4))
  }

  @Test func `a resumed fleet goes on`() {
    var resumed = ObservedFleet(stream: 8, resuming: fleet())
    var next = section(4, 5, 1, binding(9, .yellow))
    next.stream = 8
    let effect = resumed.apply(.delta(next))
    #expect(effect == .changed(InstanceID(high: 0, low: 1)))
    #expect(resumed.counts == Counts(red: 1, yellow: 1, green: 1))
  }

  @Test func `what is forgotten is gone`() {
    var fleet = fleet()
    _ = fleet.apply(.delta(section(4, 5, 1, [], forgotten: [.binding(BindingID(1))])))
    #expect(fleet.counts == Counts(green: 1))
  }

  @Test func `a process that ended takes its bindings with it`() {
    var fleet = fleet()
    let ended = entry(1, .ended(how: "exit", atWall: 5))
    let effect = fleet.apply(.processes(Processes(id: 7, isWhole: false, entries: [ended])))
    #expect(effect == .processes)
    #expect(fleet.counts == Counts(green: 1, grey: 1))
    #expect(fleet.processes[InstanceID(high: 0, low: 1)]?.colour(of: BindingID(1)) == .grey)
  }

  @Test func `a whole list drops the processes that it does not name`() {
    var fleet = fleet()
    _ = fleet.apply(.processes(Processes(id: 7, isWhole: true, entries: [entry(2)])))
    #expect(fleet.processes.count == 1)
  }

  @Test func `a new snapshot starts the graphs anew`() {
    var fleet = fleet()
    let begin = SnapshotBegin(stream: 7, run: run, why: "gap", bindings: 1)
    let effect = fleet.apply(.snapshotBegin(begin))
    #expect(effect == .began(why: "gap"))
    #expect(!fleet.isWhole)
    _ = fleet.apply(.snapshotPart(section(0, 9, 1, binding(3, .yellow))))
    #expect(fleet.counts == Counts(yellow: 1))
  }

  @Test func `messages of other streams are passed over`() {
    var fleet = fleet()
    var other = section(4, 5, 1, binding(9, .red))
    other.stream = 8
    let effect = fleet.apply(.delta(other))
    #expect(effect == .nothing)
  }
}
