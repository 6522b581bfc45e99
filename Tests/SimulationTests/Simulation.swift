import InspectLink
import InspectSystem
import InspectWire
import TestSupport

@testable import InspectReporter
@testable import inspectord

/// A daemon, programs and observers in one thread, with time, chance and every link made here.
///
/// All that happens follows from the seed. After each step the invariants are looked at; the first
/// that does not hold ends the run.
final class Simulation {
  let seed: UInt64
  var chance: SeededGenerator
  let clock = Lock(Moment(microseconds: 1_000_000))
  /// The daemon's wall clock, apart from the monotonic one.
  var wallOffset: Int64 = 1_700_000_000_000_000

  var hub: Hub
  var run: UInt64 = 1
  var isDaemonAlive = true
  /// Set while the daemon is stopped: when it goes on.
  var frozenUntil: Moment?
  var kills = 0

  var programs: [SimulatedProgram] = []
  var runs: [Int] = []
  var observers: [SimulatedObserver] = []
  var links: [Int: SimulatedLink] = [:]
  var lastLink = 0
  var calendar = Calendar<Event>()
  /// Processes whose links are gone and that the daemon's dialler keeps an eye on.
  var watched: Set<InstanceID> = []
  /// Whether the world is left alone, so that all comes to rest.
  var isCalm = false
  var step = 0
  /// Filled where the run is to be told.
  var trace: [String]?

  /// What is to happen later.
  enum Event {
    case opens(Int)
    case ownerEnds(Int, LinkClosure)
    case hubEnds(Int)
    case found(UInt64, ProcessSelector)
    case gone(InstanceID)
    case redial(InstanceID)
    case observerDials(Int)
    case daemonStarts
    case daemonWakes
    case programStarts(Int)
  }

  init(seed: UInt64, tracing: Bool = false) {
    self.seed = seed
    chance = SeededGenerator(seed: seed)
    trace = tracing ? [] : nil
    hub = Self.hub(1, at: Instant(moment: Moment(microseconds: 1_000_000), wall: wallOffset))
    for number in 0..<Int.random(in: 1...3, using: &chance) {
      runs.append(0)
      programs.append(program(number))
    }
    let levels: [Level] = [.history, .status, .values, .counts]
    for number in 0..<Int.random(in: 1...3, using: &chance) {
      // The first demands the whole history, so that losses can be counted.
      observers.append(SimulatedObserver(number: number, level: levels[number]))
      calendar.add(.observerDials(number), at: now)
    }
  }

  static func hub(_ run: UInt64, at now: Instant) -> Hub {
    Hub(
      Hub.Settings(
        run: InstanceID(high: 99, low: run), token: nil, implementation: "sim", idleExit: nil),
      now: now)
  }

  func program(_ number: Int) -> SimulatedProgram {
    SimulatedProgram(
      number: number, run: runs[number], isDialling: chance.happens(2, in: 3),
      now: { [clock] in clock.withLock { $0 } }, seed: chance.next(), links: carrier(number))
  }

  // MARK: Time

  var now: Moment { clock.withLock { $0 } }
  var instant: Instant { Instant(moment: now, wall: wallOffset + now.microseconds) }
  var isDaemonAwake: Bool { isDaemonAlive && frozenUntil == nil }

  func note(_ text: @autoclosure () -> String) {
    if trace != nil { trace?.append("\(step) \(now.microseconds): \(text())") }
  }

  /// Runs to the end: troubles, then rest, then a last look.
  func run(steps: Int) throws(Violation) {
    for _ in 0..<steps {
      step += 1
      try advance(pause())
      try disturb()
      try check()
    }
    try rest()
  }

  func pause() -> Int64 {
    switch Int.random(in: 0..<40, using: &chance) {
    case 0: chance.microseconds(200_000...3_000_000)
    case 1...9: chance.microseconds(8_000...80_000)
    default: chance.microseconds(0...8_000)
    }
  }

  /// Lets time pass; what falls due on the way happens in its order.
  func advance(_ microseconds: Int64) throws(Violation) {
    let end = now.later(microseconds)
    var rounds = 0
    while true {
      try serve()
      rounds += 1
      try demand(rounds < 20_000, "time stands still at \(now)")
      guard let next = nextMoment, next <= end else { break }
      if next > now { clock.withLock { $0 = next } }
    }
    clock.withLock { $0 = max($0, end) }
    try serve()
  }

  var nextMoment: Moment? {
    var moments = [calendar.next]
    if isDaemonAwake { moments.append(hub.deadline) }
    for (_, link) in links {
      if link.ownerEnd == .open { moments.append(link.toOwner.nextArrival) }
      if link.hubEnd == .open, isDaemonAwake, link.isRead { moments.append(link.toHub.nextArrival) }
    }
    for program in programs where program.isAlive { moments.append(program.station.deadline) }
    return moments.compactMap(\.self).filter { $0 > now }.min()
  }

  /// Does all that is due now.
  func serve() throws(Violation) {
    while let event = calendar.take(due: now) { try happen(event) }
    if isDaemonAwake, let deadline = hub.deadline, deadline <= now {
      watchSettling { hub.tick(now: instant) }
      try obeyHub()
    }
    for program in programs where program.isAlive {
      let isDue = program.station.deadline.map { $0 <= now } ?? false
      if isDue || program.isAwake { program.station.tick(carrier(program.number), now: now) }
    }
    for number in links.keys.sorted() { try serve(number) }
  }

  func serve(_ number: Int) throws(Violation) {
    if isDaemonAwake, links[number]?.hubEnd == .open, links[number]?.isRead == true {
      for frame in try links[number]?.toHub.receive(now: now, &chance) ?? [] {
        try hubReceives(frame, number)
      }
      refill(number)
      pull(number)
      try obeyHub()
    }
    if links[number]?.ownerEnd == .open {
      for frame in try links[number]?.toOwner.receive(now: now, &chance) ?? [] {
        try ownerReceives(frame, number)
      }
    }
    if links[number]?.isOver == true { links[number] = nil }
  }

  /// Tells a program that there is room again.
  func refill(_ number: Int) {
    guard let link = links[number], link.hasRefused, link.toHub.bytes <= Line.room / 2,
      case .program(let place) = link.owner, link.ownerEnd == .open
    else { return }
    links[number]?.hasRefused = false
    programs[place].station.take(
      .drained, on: SimulatedKey(number: number), carrier(place), now: now)
  }

  // MARK: The daemon

  /// The service thread: as many frames as the line has room for.
  func pull(_ number: Int) {
    var count = Int.random(in: 1...6, using: &chance)
    while count > 0, links[number]?.isAsked == true, links[number]?.hubEnd == .open,
      links[number]?.toOwner.hasRoom(for: 1_000) == true
    {
      count -= 1
      switch hub.nextFrame(for: PeerID(UInt64(number)), now: instant) {
      case .frame(let frame):
        let late = now.later(latency())
        links[number]?.toOwner.send(frame, arriving: late)
      case .idle: links[number]?.isAsked = false
      case .close(let code, let reason): endByHub(number, code, reason)
      }
    }
  }

  func latency() -> Int64 {
    isCalm
      ? 100
      : chance.happens(1, in: 30)
        ? chance.microseconds(0...300_000)
        : chance.microseconds(20...2_000)
  }

  func obeyHub() throws(Violation) {
    while true {
      let actions = hub.takeActions()
      if actions.isEmpty { return }
      for action in actions { try perform(action) }
    }
  }

  func perform(_ action: HubAction) throws(Violation) {
    switch action {
    case .write(let id): links[Int(id.rawValue)]?.isAsked = true
    case .close(let id, let code, let reason): endByHub(Int(id.rawValue), code, reason)
    case .read(let id, let isReading): links[Int(id.rawValue)]?.isRead = isReading
    case .dial(let request):
      calendar.add(
        .found(request.number, request.process), at: now.later(chance.microseconds(0...5_000)))
    case .letGo(let instance): watched.remove(instance)
    case .watch(let facts):
      watched.insert(facts.instance)
      calendar.add(.redial(facts.instance), at: now.later(chance.microseconds(1...50_000)))
    case .unwatch(let instance): watched.remove(instance)
    case .meet: break
    case .log(let line): note("hub: \(line.text)")
    case .exit: throw Violation("a daemon that is to stay has ended")
    }
  }

  // MARK: Frames

  /// Sends what an observer says.
  func say(_ frames: [[UInt8]], _ number: Int) {
    guard links[number]?.ownerEnd == .open else { return }
    for frame in frames {
      let late = now.later(latency())
      links[number]?.toHub.send(frame, arriving: late)
    }
  }

  func programSends(_ frame: [UInt8], _ number: Int) -> SendOutcome {
    guard links[number]?.ownerEnd == .open else { return .notOpen }
    guard links[number]?.toHub.hasRoom(for: frame.count) == true else {
      links[number]?.hasRefused = true
      return .full
    }
    let late = now.later(latency())
    links[number]?.toHub.send(frame, arriving: late)
    return .queued
  }

  func ownerReceives(_ frame: [UInt8], _ number: Int) throws(Violation) {
    guard let link = links[number] else { return }
    switch link.owner {
    case .program(let place):
      guard programs[place].isAlive else { return }
      programs[place].station.take(
        .message(frame), on: SimulatedKey(number: number), carrier(place), now: now)
    case .observer(let place):
      guard observers[place].link == number else { return }
      say(try observers[place].read(frame), number)
    }
  }

  // MARK: Starting and stopping

  func killDaemon() {
    note("daemon is killed")
    isDaemonAlive = false
    frozenUntil = nil
    kills += 1
    watched = []
    for number in links.keys.sorted() {
      links[number]?.hubEnd = .closed
      calendar.add(.ownerEnds(number, .lost), at: now.later(chance.microseconds(1...10_000)))
    }
    for program in programs { program.forget() }
    calendar.add(.daemonStarts, at: now.later(chance.microseconds(1_000...900_000)))
  }

  func startDaemon() {
    run += 1
    hub = Self.hub(run, at: instant)
    isDaemonAlive = true
    note("daemon \(run) starts")
  }

  func killProgram(_ place: Int) {
    note("program \(place) is killed")
    programs[place].isAlive = false
    for number in links.keys.sorted() where links[number]?.owner == .program(place) {
      endByOwner(number)
    }
    calendar.add(.programStarts(place), at: now.later(chance.microseconds(10_000...500_000)))
  }

  func carrier(_ place: Int) -> SimulatedCarrier {
    SimulatedCarrier(simulation: self, place: place)
  }
}

/// The links of one program's station.
struct SimulatedCarrier: Carrier {
  unowned let simulation: Simulation
  let place: Int

  func dial(_ address: LinkAddress, now: Moment) throws(LinkClosure) -> SimulatedKey {
    guard simulation.isDaemonAlive else { throw .lost }
    return SimulatedKey(number: simulation.add(.program(place), .unix(pid: 1)))
  }

  func send(_ frame: [UInt8], on key: SimulatedKey) -> SendOutcome {
    simulation.programSends(frame, key.number)
  }

  func close(_ key: SimulatedKey, code: UInt16, reason: String, now: Moment) {
    guard simulation.links[key.number]?.ownerEnd != .closed else { return }
    simulation.note("program \(place) closes \(key.number): \(code) \(reason)")
    simulation.calendar.add(.ownerEnds(key.number, .closed(code: code)), at: now.later(500))
    simulation.calendar.add(.hubEnds(key.number), at: now.later(900))
  }

  func remove(_ key: SimulatedKey) { simulation.endByOwner(key.number) }
}
