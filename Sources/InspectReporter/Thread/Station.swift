internal import InspectLink
internal import InspectSystem
internal import InspectWire
private import Synchronization

/// The reporter's thread: is found and dialled, dials, and sends what has changed.
///
/// Asleep in `poll` but for that. All it opens it opens on this thread, apart from the program's
/// descriptors, and closes here.
final class Station {
  private let reporter: Reporter
  private let loop: LinkLoop
  private let isApart: Bool
  private var advertiser: Advertiser?
  private var nextLook: Moment
  private var dialler: Dialler
  private var session: Session?
  /// Links that somebody dialled and that are not open yet.
  private var arrivals: Set<LinkLoop.Key> = []
  private var clock: FlushClock

  private var life: Life { reporter.life }
  private var setting: Setting { life.setting }

  /// The one daemon that is reported to.
  private struct Session {
    var key: LinkLoop.Key
    var isDialled: Bool
    var outlet = Outlet()
    var decoder = MessageDecoder()
    /// When the daemon must have welcomed the reporter.
    var welcomeLimit: Moment?
    var wasRefused = false
  }

  /// Lives until the reporter is stopped.
  static func run(_ reporter: Reporter) {
    let life = reporter.life
    life.working.hold()
    defer { life.working.letGo() }
    let thread = ApartThread.begin()
    // Without a waker, or where polling itself fails, the program is one that cannot be inspected.
    do throws(SystemError) {
      let station = try Station(reporter, on: thread)
      reporter.life.opened(on: thread)
      try station.serve()
    } catch {
      reporter.noting.store(reporter.idleNoting, ordering: .relaxed)
      reporter.registry.withLock { $0.detach() }
    }
    reporter.life.closed()
  }

  private init(_ reporter: Reporter, on thread: ApartThread) throws(SystemError) {
    self.reporter = reporter
    isApart = thread.isApart
    let now = reporter.life.setting.now
    loop = try LinkLoop(clock: now, waker: Waker(apartOn: thread))
    nextLook = now()
    dialler = Dialler(reporter.life.setting.address)
    clock = FlushClock(pause: reporter.life.setting.flushEvery)
    let working = reporter.life.working
    loop.aroundSleep = (falling: { working.letGo() }, awake: { working.hold() })
  }

  private func serve() throws(SystemError) {
    while !life.isStopping {
      let now = loop.now
      if now >= nextLook { advertise(now) }
      if session == nil, dialler.isDue(now: now) { dial(now) }
      flushIfDue(now)
      publish()
      for event in try loop.turn(until: deadline) { take(event) }
      if let limit = session?.welcomeLimit, loop.now >= limit {
        close(code: 1008, reason: "no welcome came")
      }
    }
    try leave()
  }

  private var deadline: Moment? {
    let redial = session == nil ? dialler.deadline : nil
    return [nextLook, redial, session?.welcomeLimit, clock.deadline].compactMap(\.self).min()
  }

  // MARK: Being found

  /// Makes the advertisement, or what vanished of it; a folder that cannot be had is tried again.
  private func advertise(_ now: Moment) {
    nextLook = now.after(setting.lookEvery)
    do throws(PlaceFault) {
      if let advertiser {
        guard try advertiser.restore() else { return }
        loop.removeListeners()
        loop.add(advertiser.listener)
      } else {
        let made = try Advertiser(
          facts(now), implementation: Self.implementation,
          in: RuntimeFolder.located(given: setting.folder))
        advertiser = made
        loop.add(made.listener)
      }
    } catch {
      // Nobody can find the program, and it must not notice; `inspect-cli doctor` says why.
    }
  }

  private func facts(_ now: Moment) -> InstanceFacts {
    let pid = Environment.ownPID
    let program = ProcessTable.ownProgram?.split(separator: "/").last.map(String.init)
    return InstanceFacts(
      instance: life.instance, name: setting.name ?? program ?? "process \(pid)", pid: pid,
      startTime: ProcessTable.own?.startTime ?? 0, host: Environment.hostName,
      mode: setting.mode,
      clock: ClockAnchor(moment: now, wallMicroseconds: SystemClock.wallMicroseconds),
      redaction: Redaction.announced)
  }

  private static let implementation = "InspectReporter 1 (Swift)"

  // MARK: Links

  private func dial(_ now: Moment) {
    do throws(LinkClosure) {
      guard let address = dialler.address else { return }
      let key = loop.add(try Link(dialing: address, now: now))
      session = Session(key: key, isDialled: true)
      dialler.began()
    } catch {
      failed(error, now)
    }
  }

  private func failed(_ closure: LinkClosure, _ now: Moment) {
    if dialler.failed(closure, now: now), let address = dialler.address {
      life.remark(["no daemon at \(address.text): \(display(closure.text)); trying again quietly"])
    }
  }

  private func take(_ event: LinkLoop.Event) {
    switch event {
    case .woken, .refused: break
    case .arrived(let key): arrivals.insert(key)
    case .link(let key, let event):
      if arrivals.contains(key) {
        takeArrival(key, event)
      } else if key == session?.key {
        take(event)
      }
    }
  }

  private func takeArrival(_ key: LinkLoop.Key, _ event: LinkEvent) {
    switch event {
    case .opened:
      arrivals.remove(key)
      // One daemon at a time; but one that is only being dialled gives way to one that is here.
      if let session, !session.isDialled || session.outlet.conversation.isReporting {
        loop[key]?.close(
          code: 1008, reason: "another daemon is attached to this process", now: loop.now)
        return
      }
      if let key = session?.key { loop.remove(key) }
      session = Session(key: key, isDialled: false)
      greet()
    case .closed: arrivals.remove(key)
    case .message, .binary, .drained: break
    }
  }

  private func take(_ event: LinkEvent) {
    switch event {
    case .opened: greet()
    case .drained: pump()
    case .message(let frame): read(frame)
    case .binary: break  // Refused by the link.
    case .closed(let closure): ended(closure)
    }
  }

  private func greet() {
    guard let key = session?.key, let isDialled = session?.isDialled else { return }
    let now = loop.now
    session?.welcomeLimit = now.after(ReporterLimits.welcome)
    let hello = Hello(
      role: .reporter, implementation: Self.implementation,
      token: isDialled ? dialler.token(in: RuntimeFolder.located(given: setting.folder)) : nil,
      instance: facts(now))
    session?.outlet.say(.hello(hello)) { loop[key]?.send($0) ?? .notOpen }
  }

  private func read(_ frame: [UInt8]) {
    let actions: [Conversation.Action]
    do throws(WireError) {
      guard let message = try session?.decoder.decode(frame) else { return }
      actions = session?.outlet.received(message) ?? []
    } catch {
      actions = session?.outlet.misread(error) ?? []
    }
    for action in actions { obey(action) }
    pump()
  }

  private func obey(_ action: Conversation.Action) {
    switch action {
    case .attach: attach()
    case .demand(let level): demand(level)
    case .answer(let message):
      guard let key = session?.key else { return }
      session?.outlet.say(message) { loop[key]?.send($0) ?? .notOpen }
    case .close(let code, let reason): close(code: code, reason: reason)
    case .refused(let why):
      session?.wasRefused = true
      if session?.isDialled == true {
        life.remark(["the daemon refuses this process: \(display(why))"])
      }
    }
  }

  private func close(code: UInt16, reason: String) {
    guard let key = session?.key else { return }
    session?.welcomeLimit = nil
    loop[key]?.close(code: code, reason: reason, now: loop.now)
  }

  private func ended(_ closure: LinkClosure) {
    guard let old = session else { return }
    session = nil
    detach()
    guard old.isDialled else { return }
    let wasWelcome = old.outlet.conversation.isReporting
    if old.wasRefused {
      dialler.refused(now: loop.now)
    } else if case .closedByPeer(code: 1000, _) = closure, wasWelcome {
      dialler.dismissed()
    } else {
      failed(closure, loop.now)
    }
  }

  // MARK: Attached or not

  private func attach() {
    session?.welcomeLimit = nil
    if session?.isDialled == true { dialler.welcomed() }
    reporter.forgetWriters()
    reporter.registry.withLock { $0.attach(level: .counts) }
    clock.becameQuiet()
  }

  private func demand(_ level: Level) {
    // First followed, then told: so no update falls between the two.
    reporter.noting.store(
      level >= .status ? .attached : reporter.idleNoting, ordering: .sequentiallyConsistent)
    switch reporter.registry.withLock({ $0.demand(level) }) {
    case .none: break
    case .valued: reporter.eachTold { if $1 { session?.outlet.mark($0) } }
    case .all: reporter.eachTold { probe, _ in session?.outlet.mark(probe) }
    }
    life.subscribed.open()
  }

  private func detach() {
    reporter.noting.store(reporter.idleNoting, ordering: .sequentiallyConsistent)
    reporter.registry.withLock { $0.detach() }
    reporter.dirtyList.takeAll { _ in }
    reporter.isQuiet.store(false, ordering: .relaxed)
    clock.becameQuiet()
  }

  // MARK: Sending

  private func pump() {
    guard let key = session?.key, session?.outlet.conversation.isReporting == true else { return }
    _ = session?.outlet.pump(reporter) { loop[key]?.send($0) ?? .notOpen }
  }

  private func flushIfDue(_ now: Moment) {
    guard session?.outlet.conversation.isReporting == true else { return }
    let hasRed = reporter.hasRed.load(ordering: .acquiring)
    guard clock.isDue(hasRed: hasRed, now: now) else { return }
    reporter.isQuiet.store(false, ordering: .relaxed)
    if hasRed { reporter.hasRed.store(false, ordering: .relaxed) }
    flush(now)
  }

  private func flush(_ now: Moment) {
    guard let key = session?.key else { return }
    let hasGathered = session?.outlet.gather(from: reporter) ?? false
    let hasSent = session?.outlet.pump(reporter) { loop[key]?.send($0) ?? .notOpen } ?? false
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

  // MARK: Forks and the end

  /// Tells what a forked child would inherit, where the descriptors are the program's too.
  private func publish() {
    guard !isApart else { return }
    life.hold(
      [loop.waker.number] + loop.keys.compactMap { loop[$0]?.descriptor }
        + (advertiser?.descriptors ?? []))
  }

  /// Says goodbye as far as that needs no waiting, and takes back what was advertised.
  private func leave() throws(SystemError) {
    if let key = session?.key {
      if session?.outlet.conversation.isReporting == true {
        session?.outlet.say(.bye(Bye(why: "exit"))) { loop[key]?.send($0) ?? .notOpen }
      }
      close(code: 1000, reason: "")
    }
    detach()
    advertiser?.withdraw()
    let limit = loop.now.after(ReporterLimits.goodbye)
    while let key = session?.key, loop[key] != nil, loop.now < limit {
      for event in try loop.turn(until: limit) {
        if case .link(key, .closed) = event { session = nil }
      }
    }
  }
}
