internal import InspectLink
private import InspectSystem
internal import InspectWire
private import Synchronization

/// What a reporter does with its links: dials, greets, and tells what has changed.
///
/// No clock, no chance, no socket: time comes with each input, links are the carrier's. It is driven
/// by the reporter's thread, or, a step at a time, by a test.
struct Station<Key: Hashable & Sendable> {
  private let reporter: Reporter
  private let introduction: Introduction
  private var dialler: Dialler
  private var session: Session?
  /// Links that somebody dialled and that are not open yet.
  private var arrivals: Set<Key> = []
  private var clock: FlushClock

  private var life: Life { reporter.life }

  /// How the process introduces itself, asked anew for each greeting.
  struct Introduction {
    /// Facts of the instance at a moment.
    var facts: (Moment) -> InstanceFacts
    /// What a daemon that is dialled wants to be shown; nil where it wants nothing.
    var token: () -> String?
  }

  /// The one daemon that is reported to.
  private struct Session {
    var key: Key
    var isDialled: Bool
    var outlet = Outlet()
    var decoder = MessageDecoder()
    /// When the daemon must have welcomed the reporter.
    var welcomeLimit: Moment?
    var wasRefused = false
  }

  init(
    _ reporter: Reporter, _ introduction: Introduction,
    chance: any RandomNumberGenerator & Sendable
  ) {
    self.reporter = reporter
    self.introduction = introduction
    dialler = Dialler(reporter.life.setting.address, chance: chance)
    clock = FlushClock(pause: reporter.life.setting.flushEvery)
  }

  static var implementation: String { "InspectReporter 1 (Swift)" }

  /// Whether a daemon takes reports.
  var isReporting: Bool { session?.outlet.conversation.isReporting ?? false }

  /// Frames that the link had no room for.
  var waitingFrames: Int { session?.outlet.waitingFrames ?? 0 }

  /// Batches that the daemon has not confirmed.
  var unconfirmed: Int { session?.outlet.conversation.unconfirmed ?? 0 }

  // MARK: Time

  /// When `tick` has something to do; nil where only others can cause it.
  var deadline: Moment? {
    let redial = session == nil ? dialler.deadline : nil
    return [redial, session?.welcomeLimit, clock.deadline].compactMap(\.self).min()
  }

  /// Does what is due: dials, gives up a daemon that does not answer, tells what has changed.
  mutating func tick(_ links: some Carrier<Key>, now: Moment) {
    if let limit = session?.welcomeLimit, now >= limit {
      close(links, code: 1008, reason: "no welcome came", now)
    }
    if session == nil, dialler.isDue(now: now) { dial(links, now) }
    flushIfDue(links, now)
  }

  // MARK: Links

  private mutating func dial(_ links: some Carrier<Key>, _ now: Moment) {
    do throws(LinkClosure) {
      guard let address = dialler.address else { return }
      session = Session(key: try links.dial(address, now: now), isDialled: true)
      dialler.began()
    } catch {
      failed(error, now)
    }
  }

  private mutating func failed(_ closure: LinkClosure, _ now: Moment) {
    if dialler.failed(closure, now: now), let address = dialler.address {
      life.remark(["no daemon at \(address.text): \(display(closure.text)); trying again quietly"])
    }
  }

  /// Somebody dials; the link opens by and by.
  mutating func arrived(_ key: Key) { arrivals.insert(key) }

  /// Takes an event of a link.
  mutating func take(_ event: LinkEvent, on key: Key, _ links: some Carrier<Key>, now: Moment) {
    if arrivals.contains(key) {
      takeArrival(key, event, links, now)
    } else if key == session?.key {
      take(event, links, now)
    }
  }

  private mutating func takeArrival(
    _ key: Key, _ event: LinkEvent, _ links: some Carrier<Key>, _ now: Moment
  ) {
    switch event {
    case .opened:
      arrivals.remove(key)
      // One daemon at a time; but one that is only being dialled gives way to one that is here.
      if let session, !session.isDialled || session.outlet.conversation.isReporting {
        links.close(
          key, code: 1008, reason: "another daemon is attached to this process", now: now)
        return
      }
      if let key = session?.key { links.remove(key) }
      session = Session(key: key, isDialled: false)
      greet(links, now)
    case .closed: arrivals.remove(key)
    case .message, .binary, .drained: break
    }
  }

  private mutating func take(_ event: LinkEvent, _ links: some Carrier<Key>, _ now: Moment) {
    switch event {
    case .opened: greet(links, now)
    case .drained: pump(links)
    case .message(let frame): read(frame, links, now)
    case .binary: break  // Refused by the link.
    case .closed(let closure): ended(closure, now)
    }
  }

  private mutating func greet(_ links: some Carrier<Key>, _ now: Moment) {
    guard let isDialled = session?.isDialled else { return }
    session?.welcomeLimit = now.after(ReporterLimits.welcome)
    say(
      .hello(
        Hello(
          role: .reporter, implementation: Self.implementation,
          token: isDialled ? introduction.token() : nil, instance: introduction.facts(now))), links)
  }

  private mutating func say(_ message: Message, _ links: some Carrier<Key>) {
    guard let key = session?.key else { return }
    session?.outlet.say(message) { links.send($0, on: key) }
  }

  private mutating func read(_ frame: [UInt8], _ links: some Carrier<Key>, _ now: Moment) {
    let actions: [Conversation.Action]
    do throws(WireError) {
      guard let message = try session?.decoder.decode(frame) else { return }
      actions = session?.outlet.received(message) ?? []
    } catch {
      actions = session?.outlet.misread(error) ?? []
    }
    for action in actions { obey(action, links, now) }
    pump(links)
  }

  private mutating func obey(
    _ action: Conversation.Action, _ links: some Carrier<Key>, _ now: Moment
  ) {
    switch action {
    case .attach: attach()
    case .demand(let level): demand(level)
    case .answer(let message): say(message, links)
    case .close(let code, let reason): close(links, code: code, reason: reason, now)
    case .refused(let why):
      session?.wasRefused = true
      if session?.isDialled == true {
        life.remark(["the daemon refuses this process: \(display(why))"])
      }
    }
  }

  private mutating func close(
    _ links: some Carrier<Key>, code: UInt16, reason: String, _ now: Moment
  ) {
    guard let key = session?.key else { return }
    session?.welcomeLimit = nil
    links.close(key, code: code, reason: reason, now: now)
  }

  private mutating func ended(_ closure: LinkClosure, _ now: Moment) {
    guard let old = session else { return }
    session = nil
    detach()
    guard old.isDialled else { return }
    let wasWelcome = old.outlet.conversation.isReporting
    if old.wasRefused {
      dialler.refused(now: now)
    } else if case .closedByPeer(code: 1000, _) = closure, wasWelcome {
      dialler.dismissed()
    } else {
      failed(closure, now)
    }
  }

  // MARK: Attached or not

  private mutating func attach() {
    session?.welcomeLimit = nil
    if session?.isDialled == true { dialler.welcomed() }
    reporter.forgetWriters()
    let extent = reporter.registry.withLock { registry in
      registry.attach(level: .counts)
      return registry.extent
    }
    session?.outlet.begin(extent)
    clock.becameQuiet()
  }

  private mutating func demand(_ level: Level) {
    // First followed, then told: so no update falls between the two.
    reporter.noting.store(
      level >= .status ? .attached : reporter.idleNoting, ordering: .sequentiallyConsistent)
    switch reporter.registry.withLock({ $0.demand(level) }) {
    case .none: break
    case .valued: reporter.eachTold { if $1 { session?.outlet.mark($0) } }
    case .all: reporter.eachTold { probe, _ in session?.outlet.mark(probe) }
    }
    reporter.throttle?.hasRoom()
    life.subscribed.open()
  }

  private mutating func detach() {
    reporter.noting.store(reporter.idleNoting, ordering: .sequentiallyConsistent)
    reporter.registry.withLock { $0.detach() }
    reporter.throttle?.hasRoom()
    reporter.dirtyList.takeAll { _ in }
    reporter.isQuiet.store(false, ordering: .relaxed)
    clock.becameQuiet()
  }

  // MARK: Sending

  private mutating func pump(_ links: some Carrier<Key>) {
    guard let key = session?.key, isReporting else { return }
    let reporter = reporter
    _ = session?.outlet.pump(reporter) { links.send($0, on: key) }
  }

  private mutating func flushIfDue(_ links: some Carrier<Key>, _ now: Moment) {
    guard isReporting else { return }
    let hasRed = reporter.hasRed.load(ordering: .acquiring)
    guard clock.isDue(hasRed: hasRed, now: now) else { return }
    reporter.isQuiet.store(false, ordering: .relaxed)
    if hasRed { reporter.hasRed.store(false, ordering: .relaxed) }
    flush(links, now)
  }

  private mutating func flush(_ links: some Carrier<Key>, _ now: Moment) {
    guard let key = session?.key else { return }
    let reporter = reporter
    let hasGathered = session?.outlet.gather(from: reporter) ?? false
    let hasSent = session?.outlet.pump(reporter) { links.send($0, on: key) } ?? false
    let isStalled = session?.outlet.isBacklogged ?? false
    if hasGathered || hasSent || isStalled {
      clock.flushed(isStalled: isStalled, now: now)
      return
    }
    // An exchange, then a last look: whoever changes something looks at the flag afterwards.
    _ = reporter.isQuiet.exchange(true, ordering: .acquiringAndReleasing)
    let hasMore =
      !reporter.dirtyList.isEmpty || reporter.registry.withLock { $0.hasNews }
    if hasMore {
      reporter.isQuiet.store(false, ordering: .relaxed)
      clock.flushed(isStalled: false, now: now)
    } else {
      clock.becameQuiet()
    }
  }

  // MARK: The end

  /// Says goodbye as far as that needs no waiting; the link that is to be closed, if there is one.
  mutating func leave(_ links: some Carrier<Key>, now: Moment) -> Key? {
    if isReporting { say(.bye(Bye(why: "exit")), links) }
    let key = session?.key
    close(links, code: 1000, reason: "", now)
    detach()
    return key
  }
}
