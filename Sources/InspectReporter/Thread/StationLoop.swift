internal import InspectLink
internal import InspectSystem
internal import InspectWire
private import Synchronization

/// The reporter's thread: makes the process findable and sleeps in `poll` for its station.
///
/// All it opens it opens on this thread, apart from the program's descriptors, and closes here.
final class StationLoop {
  private let reporter: Reporter
  private let loop: LinkLoop
  private let isApart: Bool
  private let introduction: Station<LinkLoop.Key>.Introduction
  private var station: Station<LinkLoop.Key>
  private var advertiser: Advertiser?
  private var nextLook: Moment

  private var life: Life { reporter.life }
  private var setting: Setting { life.setting }

  /// Lives until the reporter is stopped.
  static func run(_ reporter: Reporter) {
    let life = reporter.life
    life.working.hold()
    defer { life.working.letGo() }
    let thread = ApartThread.begin()
    // Without a waker, or where polling itself fails, the program is one that cannot be inspected.
    do throws(SystemError) {
      let station = try StationLoop(reporter, on: thread)
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
    let setting = reporter.life.setting
    loop = try LinkLoop(clock: setting.now, waker: Waker(apartOn: thread))
    nextLook = setting.now()
    introduction = Station<LinkLoop.Key>.Introduction(
      facts: { Self.facts(reporter.life, $0) },
      token: { Self.token(of: setting.address, in: RuntimeFolder.located(given: setting.folder)) })
    station = Station(reporter, introduction, chance: SystemRandom())
    let working = reporter.life.working
    loop.aroundSleep = (falling: { working.letGo() }, awake: { working.hold() })
  }

  private func serve() throws(SystemError) {
    while !life.isStopping {
      if loop.now >= nextLook { advertise(loop.now) }
      station.tick(loop, now: loop.now)
      publish()
      let deadline = [nextLook, station.deadline].compactMap(\.self).min()
      for event in try loop.turn(until: deadline) { take(event) }
    }
    try leave()
  }

  private func take(_ event: LinkLoop.Event) {
    switch event {
    case .woken, .refused: break
    case .arrived(let key): station.arrived(key)
    case .link(let key, let event): station.take(event, on: key, loop, now: loop.now)
    }
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
          introduction.facts(now), implementation: Station<LinkLoop.Key>.implementation,
          in: RuntimeFolder.located(given: setting.folder))
        advertiser = made
        loop.add(made.listener)
      }
    } catch {
      // Nobody can find the program, and it must not notice; `inspect-cli doctor` says why.
    }
  }

  private static func facts(_ life: Life, _ now: Moment) -> InstanceFacts {
    let pid = Environment.ownPID
    let program = ProcessTable.ownProgram?.split(separator: "/").last.map(String.init)
    return InstanceFacts(
      instance: life.instance, name: life.setting.name ?? program ?? "process \(pid)", pid: pid,
      startTime: ProcessTable.own?.startTime ?? 0, host: Environment.hostName,
      mode: life.setting.mode,
      clock: ClockAnchor(moment: now, wallMicroseconds: SystemClock.wallMicroseconds),
      redaction: Redaction.announced, isComplete: life.setting.isComplete)
  }

  /// What the daemon wants to be shown on a port; on its Unix socket, nothing.
  private static func token(of address: LinkAddress?, in folder: RuntimeFolder) -> String? {
    guard case .loopback(let port) = address else { return nil }
    // A file that cannot be read or believed gives no token; the daemon then says what is missing.
    guard let held = try? HeldFolder(folder),
      let daemon = try? DaemonFile.read(in: held.folder), daemon.port == port
    else { return nil }
    return daemon.token
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
    let key = station.leave(loop, now: loop.now)
    advertiser?.withdraw()
    let limit = loop.now.after(ReporterLimits.goodbye)
    while let key, loop[key] != nil, loop.now < limit { _ = try loop.turn(until: limit) }
  }
}
