internal import InspectWire

/// The daemon's knowledge and manners, without sockets, clocks or threads.
///
/// Each input is a method; what is to be done outside comes from `takeActions`. Frames are pulled by
/// `nextFrame` when a peer takes one, so nothing but answers ever waits in memory: what observers are
/// told is made of what is true when they take it.
struct Hub {
  /// What a hub is told at its start.
  struct Settings: Sendable {
    /// Name of this run.
    var run: InstanceID
    /// What the loopback port asks for; nil refuses everybody there.
    var token: Token?
    var implementation: String
    /// Microseconds without reporter and observer after which the daemon ends; nil for never.
    var idleExit: Int64?
    /// Draws what pages are let in by; nil where there is no port and so no page.
    var drawToken: @Sendable () -> Token? = { nil }
  }

  let settings: Settings
  var peers: [PeerID: HubPeer] = [:]
  var processes: [InstanceID: HubProcess] = [:]
  /// Instances in the order of their coming.
  var order: [InstanceID] = []
  /// Grows with every change of any process; names a place in the history of them all.
  var stamp: UInt64 = 0
  /// Observers, in no order: they are gone through at each change.
  var observers: Set<PeerID> = []
  var attaching = Attaching()
  var wrongTokens: [Moment] = []
  var pages = PagePasses()
  /// Instances that the hub dropped lately, so that it can say so.
  var dropped = Queue<InstanceID>()
  /// Processes that get no credit until their observers have caught up.
  var held: Set<InstanceID> = []
  /// When an observer wants to be asked for frames next; may be too early, never too late.
  var nextFlush: Moment?
  private var nextLook: Moment?
  private var idleSince: Moment?
  private var actions: [HubAction] = []

  init(_ settings: Settings, now: Instant) {
    self.settings = settings
    idleSince = now.moment
    if settings.idleExit != nil { nextLook = now.after(HubLimits.housekeeping) }
  }

  // MARK: Links

  /// A link has come about.
  mutating func opened(_ id: PeerID, as origin: PeerOrigin, now: Instant) {
    peers[id] = HubPeer(origin: origin, until: now.after(HubLimits.greeting))
    look(now)
  }

  /// A frame has come: a whole text.
  mutating func received(_ frame: [UInt8], from id: PeerID, now: Instant) {
    guard let peer = peers[id], peer.isHeard else { return }
    if case .reporter(let instance) = peer.stage { processes[instance]?.lastHeard = now.moment }
    let message: Message?
    do {
      message = try peers[id]?.decoder.decode(frame)
    } catch {
      misread(error, from: id, now)
      return
    }
    guard let message else {
      // Only tables were announced; before the greeting even that is too much.
      if case .greeting? = peers[id]?.stage { fault(id, "the first message is hello", now) }
      return
    }
    take(message, from: id, now)
  }

  /// A link is gone.
  ///
  /// - Parameter why: What is known of the end, for people; foreign text.
  mutating func closed(_ id: PeerID, why: String, now: Instant) {
    guard let peer = peers.removeValue(forKey: id) else { return }
    observers.remove(id)
    switch peer.stage {
    case .reporter(let instance): lost(instance, on: id, now)
    case .greeting, .refusing, .closing:
      if case .dialled(let instance) = peer.origin, !peer.isLetGo {
        answerAttachers(
          of: instance,
          .failure(.refused, "The process ended the link: \(why).", "Look at its own output."), now)
      }
    case .observer:
      attaching.forget(id)
      renewDemand(now)
    }
    noteIdleness(now)
    look(now)
  }

  /// The next frame for a peer that takes one now.
  mutating func nextFrame(for id: PeerID, now: Instant) -> Pull {
    let view = view(now)
    guard let pull = peers[id]?.pull(view, now: now.moment) else { return .idle }
    if peers[id]?.takeOtherPace() == true { notePace(of: id, now) }
    if !held.isEmpty { release(now) }
    if let isReading = peers[id]?.changeReading() { act(.read(id, isReading)) }
    if pull == .idle { wait(for: id, now) }
    return pull
  }

  /// What streams need to know.
  func view(_ now: Instant) -> ObserverStream.View {
    let share = HubLimits.sectionsASecond * Int(HubLimits.flush) / 1_000_000
    return ObserverStream.View(
      run: settings.run, now: now, stamp: stamp, processes: processes, order: order,
      sectionsPerFlush: max(1, min(HubLimits.sectionsPerFlush, share / max(1, observers.count))))
  }

  private mutating func notePace(of id: PeerID, _ now: Instant) {
    if let step = peers[id]?.observer?.pace.step {
      let text = "an observer is told \(step), by how it takes frames"
      act(.log(HubLogLine(level: .info, kind: "pace", text: text)))
    }
    renewDemand(now)
  }

  // MARK: Time

  /// When `tick` has something to do; nil where only others can cause it.
  var deadline: Moment? { [nextFlush, nextLook].compactMap(\.self).min() }

  /// Does what time asks for.
  mutating func tick(now: Instant) {
    if let due = deadline, due.plus(HubLimits.overslept) <= now.moment {
      excuse(by: now.moment.microseconds - due.microseconds, now)
    }
    if let next = nextFlush, next <= now.moment {
      nextFlush = nil
      for id in observers { wait(for: id, now) }
    }
    guard let look = nextLook, look <= now.moment else { return }
    nextLook = nil
    keepHouse(now)
  }

  /// Has `tick` look after what time can end, soon or within a second.
  mutating func look(_ now: Instant, soon: Bool = false) {
    let next = now.after(soon ? HubLimits.settling / 4 : HubLimits.housekeeping)
    nextLook = nextLook.map { min($0, next) } ?? next
  }

  /// The daemon itself was stopped for so long: nobody else is to pay for it.
  private mutating func excuse(by lateness: Int64, _ now: Instant) {
    for id in peers.keys { peers[id]?.excuse(by: lateness, now: now.moment) }
    for instance in order { processes[instance]?.excuse(now: now.moment) }
    attaching.excuse(by: lateness)
    let seconds = lateness / 1_000_000
    act(.log(HubLogLine(level: .warning, kind: "overslept", text: "stood still for \(seconds) s")))
  }

  private mutating func keepHouse(_ now: Instant) {
    endLate(now)
    settle(now)
    forgetOld(now)
    attaching.late(now.moment).forEach { answer($0, .silent, now) }
    noteIdleness(now)
    if let limit = settings.idleExit, let since = idleSince, since.plus(limit) <= now.moment {
      act(.exit)
    }
    lookAgain(now)
  }

  /// Sleeps for good where nothing can come to an end by itself.
  private mutating func lookAgain(_ now: Instant) {
    let isSettling = !attaching.isEmpty || processes.values.contains { $0.settling != nil }
    let isKeeping = processes.values.contains { $0.hasEnded || $0.hasEndedThings }
    let isWaiting = peers.values.contains { !$0.isGreeted || $0.waitingSince != nil }
    guard isSettling || isKeeping || isWaiting || (settings.idleExit != nil && idleSince != nil)
    else { return }
    look(now, soon: isSettling)
  }

  private mutating func noteIdleness(_ now: Instant) {
    // Whoever is about to say what it wants may need the daemon.
    if !peers.values.contains(where: \.isHeard) {
      if idleSince == nil { idleSince = now.moment }
    } else {
      idleSince = nil
    }
  }

  /// Ends peers that had their time.
  private mutating func endLate(_ now: Instant) {
    for (id, peer) in peers {
      switch peer.stage {
      case .greeting(let until) where until <= now.moment:
        fault(id, "no hello came in \(HubLimits.greeting / 1_000_000) s", now)
      case .refusing(let at, let reject) where at <= now.moment: refuse(id, reject, now)
      case .observer:
        guard let since = peer.waitingSince, since.plus(HubLimits.stalled) <= now.moment else {
          continue
        }
        act(
          .log(
            HubLogLine(level: .info, kind: "stalled", text: "ended an observer that took nothing")))
        let seconds = HubLimits.stalled / 1_000_000
        end(id, code: WireClose.stalled, reason: "nothing was taken for \(seconds) s")
      default: continue
      }
    }
  }

  // MARK: Doing

  /// What is to be done outside, in order; each is told once.
  mutating func takeActions() -> [HubAction] {
    defer { actions = [] }
    return actions
  }

  mutating func act(_ action: HubAction) { actions.append(action) }

  /// Sends a message.
  mutating func say(_ message: Message, to id: PeerID, _ now: Instant) {
    guard peers[id] != nil else { return }
    peers[id]?.say(message)
    if let isReading = peers[id]?.changeReading() { act(.read(id, isReading)) }
    ask(id, now)
  }

  /// Asks a peer to take frames.
  mutating func ask(_ id: PeerID, _ now: Instant) {
    guard peers[id]?.beginWaiting(now: now.moment) == true else { return }
    act(.write(id))
    look(now)
  }

  /// Asks an observer to take frames when it is time.
  mutating func wait(for id: PeerID, _ now: Instant) {
    guard let due = peers[id]?.dueMoment(now: now.moment) else { return }
    if due <= now.moment {
      ask(id, now)
    } else {
      // In steps, so that many observers with moments of their own cause few looks.
      let step = HubLimits.flushStep
      let late = Moment(microseconds: due.microseconds / step * step).plus(step)
      nextFlush = nextFlush.map { min($0, late) } ?? late
    }
  }

  /// Ends a link at once; what waits for it is not sent.
  mutating func end(_ id: PeerID, code: UInt16, reason: String) {
    peers[id]?.stage = .closing(code: code, reason: reason)
    act(.close(id, code: code, reason: reason))
  }

  /// Ends a link because of what came on it.
  mutating func fault(
    _ id: PeerID, code: UInt16 = WireClose.ruleBroken, _ reason: String, _ now: Instant
  ) {
    let stage = peers[id]?.stage
    act(.log(HubLogLine(level: .info, kind: "fault", text: "ended a link: \(reason)")))
    end(id, code: code, reason: reason)
    observers.remove(id)
    switch stage {
    case .reporter(let instance): lost(instance, on: id, now)
    case .observer:
      attaching.forget(id)
      renewDemand(now)
    default: break
    }
  }

  private mutating func misread(_ error: WireError, from id: PeerID, _ now: Instant) {
    if error.code == .unknownKind, peers[id]?.isGreeted == true {
      let failure = Failure(
        id: nil, code: .unknownKind, text: error.text, offset: UInt64(clamping: error.offset))
      say(.error(failure), to: id, now)
    } else {
      let code = error.code == .tooLarge ? WireClose.tooLarge : WireClose.ruleBroken
      fault(id, code: code, error.text, now)
    }
  }
}

extension HubPeer {
  /// Whether it reports.
  var isReporter: Bool {
    if case .reporter = stage { true } else { false }
  }

  /// Whether it has been welcomed.
  var isGreeted: Bool { isReporter || stage == .observer }
}
