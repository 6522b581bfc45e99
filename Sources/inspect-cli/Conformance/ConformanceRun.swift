internal import InspectLink
private import InspectSystem
internal import InspectWire

/// Drives a reporter through scenes, and gathers what came of the rules.
struct ConformanceRun {
  let stage: ReporterStage
  /// What came of the rules.
  private(set) var book = RuleBook()
  /// What the reporter calls itself; foreign text.
  private(set) var implementation = ""
  private var instance: InstanceID?
  /// The bindings that it told on the first link.
  private var bindings: [BindingID: String] = [:]

  init(_ stage: ReporterStage) { self.stage = stage }

  /// Plays all scenes.
  ///
  /// - Throws: Where there is no reporter to be judged, or somebody interrupted.
  mutating func play() throws(StageFault) {
    try stage.start()
    try play(.beatOnce, [.creditHeeded]) { run throws(StageFault) in try run.telling() }
    if let failure = firstFailure { throw failure }
    try play(.cutResumed) { run throws(StageFault) in try run.resuming(.cutResumed) }
    try play(.gapRetold) { run throws(StageFault) in try run.resuming(.gapRetold) }
    for (what, frame) in Self.malformed {
      try play(.malformedEnded) { run throws(StageFault) in
        try run.ending(.malformedEnded, what) { $0.say(raw: frame) }
      }
    }
    try play(.binaryEnded) { run throws(StageFault) in
      try run.ending(.binaryEnded, "a binary message") {
        $0.say(binary: Array(#"{"m":"beat"}"#.utf8))
      }
    }
    let large =
      #"{"m":"note","stream":1,"kind":"x","text":"\#(String(repeating: "a", count: 60_000))"}"#
    let padded = large + String(repeating: " ", count: Limits.messageBytes)
    try play(.oversizeEnded) { run throws(StageFault) in
      try run.ending(.oversizeEnded, "a message of \(padded.utf8.count) bytes") {
        $0.say(raw: padded)
      }
    }
    try play(.versionRefused) { run throws(StageFault) in try run.otherVersion() }
    try play(.detachHeeded) { run throws(StageFault) in try run.detaching() }
    try play(.rejectHeeded, afresh: true) { run throws(StageFault) in try run.rejecting() }
    try playEnd()
  }

  // Without a link there is nothing to judge; then there is no verdict, but a complaint.
  private var firstFailure: StageFault?

  private mutating func playEnd() throws(StageFault) {
    if stage.subject.isAddress {
      book.leave(.byeLast, "the program is not ours to end")
      book.leave(.foundByFolder, "its folder is not known")
      book.keep(.programLives)
      return
    }
    try play(.byeLast, afresh: true) { run throws(StageFault) in try run.goodbye() }
    stage.stop()
    try play(.foundByFolder) { run throws(StageFault) in try run.finding() }
    book.keep(.programLives)
  }

  // MARK: Scenes

  /// Plays one scene; where it cannot go on, its first rule is the one that is broken.
  private mutating func play(
    _ rule: RuleID, _ others: [RuleID] = [], afresh: Bool = false,
    _ scene: (inout Self) throws(StageFault) -> Void
  ) throws(StageFault) {
    let isFirst = instance == nil
    do throws(StageFault) {
      if afresh { stage.stop() }
      if rule != .foundByFolder, !stage.isAlive { try stage.start() }
      try scene(&self)
    } catch {
      if error == .interrupted { throw error }
      if isFirst, instance == nil {
        firstFailure = error
        return
      }
      for other in others { book.leave(other, "its scene ended early: \(error.text)") }
      book.fail(rule, error.text)
    }
    if !stage.isAlive, rule != .byeLast, rule != .foundByFolder {
      book.fail(.programLives, "it ended while \(rule.rawValue) was looked at")
    }
  }

  /// Does something on the next link of the reporter's, and takes what the judge made of it.
  private mutating func onLink(
    _ key: LinkLoop.Key? = nil, _ body: (ReporterLink) throws(StageFault) -> Void
  ) throws(StageFault) {
    let limit = stage.now.after(.microseconds(ConformanceLimits.dialling))
    while true {
      let link = try ReporterLink(stage, book, key: key)
      let end: StageFault?
      do throws(StageFault) {
        try body(link)
        end = nil
      } catch {
        end = error
      }
      // The link before may be over here and not there yet.
      if key == nil, link.wasTurnedAway, stage.subject.isAddress, stage.now < limit {
        try stage.rest()
        continue
      }
      link.judge.finish()
      book = link.judge.book
      if link.closure == nil { link.cut() }
      if let end { throw end }
      return
    }
  }

  /// From the first word to everything told, then the odd things a hub may say.
  private mutating func telling() throws(StageFault) {
    var hello: Hello?
    var told: [BindingID: String] = [:]
    defer {
      instance = hello?.instance?.instance
      implementation = hello?.implementation ?? ""
      bindings = told
    }
    try onLink { link throws(StageFault) in
      hello = try link.awaitHello()
      try link.hear(for: ConformanceLimits.quiet)
      link.judge.book.keep(.waitsForWelcome)
      try Self.welcomeOddly(link)
      try Self.withholdCredit(link)
      try link.awaitBeat()
      link.judge.book.judge(
        .fieldsPassedOver, link.judge.errors.isEmpty && link.closure == nil,
        "it answered them, or ended the link")
      try Self.sayOddThings(link)
      link.say(.want(Want(level: .history)))
      try link.hear(for: ConformanceLimits.withholding, confirming: true)
      if let closure = link.closure { throw .closed(closure) }
      told = link.judge.bindings
    }
  }

  /// The link is gone, with or without a word: everything comes anew on the next.
  private mutating func resuming(_ rule: RuleID) throws(StageFault) {
    let (instance, bindings) = (instance, bindings)
    try onLink { link throws(StageFault) in
      let hello = try link.attach()
      let isSame = hello.instance?.instance == instance
      let differing = link.judge.bindings.first { bindings[$0.key] ?? $0.value != $0.value }
      let isToldAnew = bindings.isEmpty || link.judge.bindings.keys.contains { bindings[$0] != nil }
      if !isSame {
        link.judge.book.fail(rule, "it is another instance")
      } else if let differing {
        let names = [bindings[differing.key] ?? "", differing.value].map { display($0, limit: 40) }
        link.judge.book.fail(
          rule, "binding \(differing.key.rawValue) was “\(names[0])” and is “\(names[1])”")
      } else {
        link.judge.book.judge(rule, isToldAnew, "none of its bindings was told again")
      }
      // The next link begins with this end.
      link.close(code: WireClose.gap, reason: "batch 7 expected, 9 came")
      try link.hear(for: ConformanceLimits.answer)
    }
  }

  /// Something that ends the link.
  private mutating func ending(
    _ rule: RuleID, _ what: String, _ say: (ReporterLink) -> Void
  ) throws(StageFault) {
    try onLink { link throws(StageFault) in
      _ = try link.attach()
      say(link)
      link.judge.book.judge(rule, try link.ends(), "the link stayed after \(what)")
    }
  }

  private mutating func otherVersion() throws(StageFault) {
    try onLink { link throws(StageFault) in
      let versions = try link.awaitHello().versions
      let (next, _) = versions.highest.addingReportingOverflow(1)
      link.say(.welcome(ReporterLink.welcome(version: next)))
      let hasEnded = try link.ends()
      link.judge.book.judge(
        .versionRefused, hasEnded && link.judge.sequence == 0 && link.judge.beats == 0,
        link.judge.sequence > 0 ? "it reported in version \(next)" : "the link stayed")
    }
  }

  private mutating func detaching() throws(StageFault) {
    try onLink { link throws(StageFault) in
      _ = try link.attach()
      link.close(code: WireClose.detached, reason: "detached")
      try link.hear(for: ConformanceLimits.answer)
    }
    if stage.subject.isAddress {
      try onLink { link throws(StageFault) in _ = try link.attach() }
      book.keep(.detachHeeded)
      return
    }
    let before = stage.dials
    try turnAway(for: ConformanceLimits.away)
    let dials = stage.dials - before
    book.judge(
      .detachHeeded, dials <= ConformanceLimits.dialsWhenDetached,
      "it dialled \(dials) times in \(ConformanceLimits.away / 1_000_000) s")
  }

  /// Tells whoever dials meanwhile that it is not wanted, as the daemon does.
  private mutating func turnAway(for microseconds: Int64) throws(StageFault) {
    let limit = stage.now.after(.microseconds(microseconds))
    while stage.now < limit {
      try stage.checked(stage.turn(until: limit))
      guard let key = stage.takeArrival() else { continue }
      try onLink(key) { link throws(StageFault) in
        _ = try link.awaitHello()
        Self.reject(link, .refused)
        try link.hear(for: ConformanceLimits.quiet)
      }
    }
  }

  private mutating func rejecting() throws(StageFault) {
    var seen = 0
    try onLink { link throws(StageFault) in
      _ = try link.awaitHello()
      Self.reject(link, .versionMismatch)
      link.judge.welcome()
      try link.hear(for: ConformanceLimits.quiet)
      seen = Int(link.judge.sequence) + link.judge.errors.count
    }
    let before = stage.dials
    let limit = stage.now.after(.microseconds(ConformanceLimits.away))
    while stage.now < limit { try stage.checked(stage.turn(until: limit)) }
    let dials = stage.dials - before
    stage.dropArrivals()
    book.judge(
      .rejectHeeded, seen == 0 && dials == 0,
      seen > 0 ? "it went on talking" : "it dialled \(dials) times in the next seconds")
  }

  private mutating func goodbye() throws(StageFault) {
    let stage = stage
    try onLink { link throws(StageFault) in
      _ = try link.attach()
      guard let pid = stage.pid else { return }
      _ = ProcessTable.send(signal: Signals.terminate, to: pid)
      try link.hear(for: ConformanceLimits.ending, confirming: true)
      if !link.judge.hasSaidBye {
        link.judge.book.leave(.byeLast, "it said no bye when it was asked to end")
      }
    }
  }

  private mutating func finding() throws(StageFault) {
    try stage.start(dials: false)
    let limit = stage.now.after(.microseconds(ConformanceLimits.greeting))
    while true {
      if let found = stage.advertisement() {
        let key = try stage.dial(.unix(found.socket))
        try onLink(key) { link throws(StageFault) in
          let facts = try link.attach().instance
          link.judge.book.judge(
            .foundByFolder, facts?.instance == found.instance, "another instance answers there")
        }
        return
      }
      guard stage.now < limit, stage.isAlive else { break }
      stage.turn(until: stage.now.after(.microseconds(ConformanceLimits.look)))
    }
    book.leave(.foundByFolder, "it does not advertise itself")
  }
}
