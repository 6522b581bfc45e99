internal import InspectWire

extension Hub {
  /// Takes the first message of a peer.
  mutating func greet(_ id: PeerID, _ hello: Hello, _ now: Instant) {
    guard let origin = peers[id]?.origin else { return }
    guard admits(id, hello, origin, now) else {
      refuseToken(id, now)
      return
    }
    guard let version = VersionRange.own.common(with: hello.versions) else {
      refuse(id, Self.versionMismatch(hello.versions), now)
      return
    }
    switch hello.role {
    case .observer, .operator:
      guard observers.count < Limits.observers else {
        refuse(id, Self.tooMany("observers", Limits.observers), now)
        return
      }
      peers[id]?.stage = .observer
      peers[id]?.observer = Observer()
      observers.insert(id)
      welcome(id, version, now)
    case .reporter:
      greetReporter(id, hello, version, origin, now)
    }
    look(now)
  }

  /// Refuses a peer: it is told why, and its link ends.
  mutating func refuse(_ id: PeerID, _ reject: Reject, _ now: Instant) {
    say(.reject(reject), to: id, now)
    peers[id]?.stage = .closing(code: WireClose.ruleBroken, reason: reject.code.rawValue)
    let text = "refused a peer: \(reject.text)"
    act(.log(HubLogLine(level: .info, kind: "refused-peer", text: text)))
    if case .dialled(let instance)? = peers[id]?.origin {
      answerAttachers(of: instance, .failure(reject.code, reject.text, reject.remedy), now)
    }
  }

  private mutating func welcome(_ id: PeerID, _ version: Int, _ now: Instant) {
    say(
      .welcome(
        Welcome(
          run: settings.run, version: version, implementation: settings.implementation,
          capabilities: [Capability.attach, Capability.history, Capability.why],
          limits: Self.limits, token: peers[id]?.pageToken)),
      to: id, now)
  }

  private static let limits: [Welcome.Limit] = [
    Welcome.Limit("messageBytes", UInt64(Limits.messageBytes)),
    Welcome.Limit("stringBytes", UInt64(Limits.stringBytes)),
    Welcome.Limit("nesting", UInt64(Limits.nesting)),
    Welcome.Limit("batchRecords", UInt64(Limits.batchRecords)),
    Welcome.Limit("batchesUnderWay", UInt64(Limits.batchesUnderWay)),
    Welcome.Limit("bindingsPerInstance", UInt64(Limits.bindingsPerInstance)),
    Welcome.Limit("sectionBytes", UInt64(Limits.sectionBytes)),
    Welcome.Limit("streams", UInt64(Limits.streams)),
    Welcome.Limit("history", UInt64(HubLimits.history)),
    Welcome.Limit("framesPerSecond", UInt64(1_000_000 / HubLimits.flush)),
  ]

  // MARK: Refusals

  /// A wrong token gets its answer late, so that guessing is slow, and tells nothing.
  private mutating func refuseToken(_ id: PeerID, _ now: Instant) {
    wrongTokens = wrongTokens.filter { $0.plus(60_000_000) > now.moment } + [now.moment]
    act(.log(HubLogLine(level: .warning, kind: "wrong-token", text: "a peer showed a wrong token")))
    guard wrongTokens.count <= HubLimits.wrongTokensAMinute else {
      wrongTokens.removeFirst()
      end(id, code: WireClose.ruleBroken, reason: "not allowed")
      return
    }
    let reject = Reject(
      code: .notAllowed, text: "the token is wrong or missing",
      remedy: "read it from daemon.json in the runtime folder, or use the socket there")
    peers[id]?.stage = .refusing(at: now.after(HubLimits.wrongToken), reject)
    act(.read(id, false))
  }

  private static func versionMismatch(_ other: VersionRange) -> Reject {
    let own = VersionRange.own
    let (mine, theirs) = (own.words, other.words)
    let isOld = other.highest < own.lowest
    return Reject(
      code: .versionMismatch,
      text: "the daemon speaks protocol \(mine), the other side \(theirs)",
      remedy: isOld
        ? "the other side is too old: update the library or program that speaks \(theirs)"
        : "the daemon is too old: install one that speaks protocol \(other.lowest)")
  }

  private static func tooMany(_ what: String, _ limit: Int) -> Reject {
    Reject(
      code: .tooMany, text: "there are \(limit) \(what) already", remedy: "end one of them")
  }

  // MARK: Reporters

  private mutating func greetReporter(
    _ id: PeerID, _ hello: Hello, _ version: Int, _ origin: PeerOrigin, _ now: Instant
  ) {
    if case .page = origin {
      refuse(
        id,
        Reject(
          code: .notAllowed, text: "a page does not report", remedy: "say another role in hello"),
        now)
      return
    }
    guard var facts = hello.instance else {
      refuse(
        id,
        Reject(
          code: .badMessage, text: "a reporter tells the facts of its process in hello",
          remedy: "send `instance`"), now)
      return
    }
    facts.name = prefix(of: facts.name, bytes: Limits.nameShown)
    facts.host = prefix(of: facts.host, bytes: Limits.nameShown)
    let instance = facts.instance
    if origin.isDialled, let pid = attaching.number(of: instance) { facts.pid = pid }
    if case .dialled(let expected) = origin, expected != instance {
      refuse(
        id,
        Reject(
          code: .refused, text: "another process answered than the one that was dialled",
          remedy: "try again"), now)
      return
    }
    if attaching.isUnwanted(instance), !origin.isDialled {
      refuse(
        id,
        Reject(
          code: .refused, text: "somebody detached from this process", remedy: "attach to it again"),
        now)
      return
    }
    if let old = processes[instance]?.link {
      guard let known = processes[instance]?.facts, known.pid == facts.pid,
        known.startTime == facts.startTime
      else {
        refuse(
          id,
          Reject(
            code: .instanceTaken, text: "another process reports as this instance",
            remedy: "an instance is 128 random bits: draw them at the start of each process"), now)
        return
      }
      // The same process by a new link: the old one is dead, only nobody has noticed yet.
      end(old, code: WireClose.replaced, reason: "replaced")
    } else if processes.values.filter(\.isLive).count >= Limits.reporters {
      refuse(id, Self.tooMany("reporters", Limits.reporters), now)
      return
    }
    peers[id]?.stage = .reporter(instance)
    register(facts, on: id, origin, now)
    welcome(id, version, now)
    let level = demand(of: instance)
    processes[instance]?.wanted = level
    say(.want(Want(level: level)), to: id, now)
  }

  private mutating func register(
    _ facts: InstanceFacts, on id: PeerID, _ origin: PeerOrigin, _ now: Instant
  ) {
    let instance = facts.instance
    if processes[instance] == nil {
      processes[instance] = HubProcess(facts: facts)
      order.append(instance)
    } else {
      act(.unwatch(instance))
    }
    processes[instance]?.begin(facts, on: id, now: now.moment)
    act(.meet(facts))
    if origin.isDialled { processes[instance]?.isAttached = true }
    act(
      .log(HubLogLine(level: .info, kind: "process", text: "reports: \(facts.name) (\(facts.pid))"))
    )
    noteEntry(of: instance, now)
    look(now, soon: true)
  }
}

extension PeerOrigin {
  var isDialled: Bool {
    if case .dialled = self { true } else { false }
  }
}
