internal import InspectLink
internal import InspectWire

/// One link to a reporter, with what the hub says on it and what the judge makes of the answers.
final class ReporterLink {
  /// What is held to the rules.
  var judge: ReporterJudge
  private let stage: ReporterStage
  private let key: LinkLoop.Key
  private var encoder = MessageEncoder()

  /// Waits for a link of the reporter's, or for that one.
  init(_ stage: ReporterStage, _ book: RuleBook, key: LinkLoop.Key? = nil) throws(StageFault) {
    self.stage = stage
    self.key = if let key { key } else { try stage.link() }
    judge = ReporterJudge(book)
  }

  /// Why the link is over; nil while it is not.
  var closure: LinkClosure? { stage.closure(of: key) }

  // MARK: Saying

  /// Sends a message.
  func say(_ message: Message) {
    for frame in encoder.encode(message) { _ = stage[key]?.send(frame) }
    switch message {
    case .welcome: judge.welcome()
    case .want(let want): judge.want(want.level)
    default: break
    }
  }

  /// Sends characters as they are.
  func say(raw text: String) { _ = stage[key]?.send(Array(text.utf8)) }

  /// Sends a binary message.
  func say(binary bytes: [UInt8]) { _ = stage[key]?.send(binary: bytes) }

  /// Confirms all that came so far.
  func confirm() {
    judge.confirm()
    say(.credit(Credit(sequence: judge.sequence)))
  }

  /// Closes in order.
  func close(code: UInt16, reason: String) {
    stage[key]?.close(code: code, reason: reason, now: stage.now)
  }

  /// Lets go without a word.
  func cut() { stage.cut(key) }

  // MARK: Hearing

  /// Hears until something is true, or the time is over.
  ///
  /// - Returns: Whether it became true; false where the link ended or the time was over before.
  @discardableResult
  func hear(
    for microseconds: Int64, confirming: Bool = false, until isEnough: () -> Bool = { false }
  ) throws(StageFault) -> Bool {
    let limit = stage.now.after(.microseconds(microseconds))
    while true {
      take(confirming)
      if isEnough() { return true }
      guard closure == nil, stage.now < limit else { return false }
      try stage.checked(stage.turn(until: limit))
    }
  }

  private func take(_ confirming: Bool) {
    for frame in stage.takeFrames(key) {
      if frame.isEmpty { judge.book.fail(.framesReadable, "a binary or empty message came") }
      _ = judge.take(frame)
    }
    if confirming, judge.sequence > judge.confirmed { confirm() }
  }

  // MARK: Parts of every conversation

  /// Whether the reporter ended it before a word, since it serves another one.
  var wasTurnedAway: Bool {
    guard judge.hello == nil, case .closedByPeer(let code, _)? = closure else { return false }
    return code == WireClose.ruleBroken
  }

  /// Waits for `hello`.
  func awaitHello() throws(StageFault) -> Hello {
    if try hear(for: ConformanceLimits.greeting, until: { judge.hello != nil }),
      let hello = judge.hello
    {
      return hello
    }
    if let closure { throw .closed(closure) }
    throw .silent("hello")
  }

  /// Takes the greeting, demands statuses, and confirms all until everything has been told.
  func attach(level: Level = .status) throws(StageFault) -> Hello {
    let hello = try awaitHello()
    say(.welcome(Self.welcome()))
    say(.want(Want(level: level)))
    try awaitBeat()
    return hello
  }

  /// Confirms all until everything has been told.
  func awaitBeat() throws(StageFault) {
    if try hear(for: ConformanceLimits.telling, confirming: true, until: { judge.beats > 0 }) {
      return
    }
    if let closure { throw .closed(closure) }
    throw .silent("beat")
  }

  /// Whether the reporter ends the link; what it still says meanwhile is heard.
  func ends() throws(StageFault) -> Bool {
    _ = try hear(for: ConformanceLimits.answer, confirming: true)
    return closure != nil
  }

  static func welcome(version: Int = 1) -> Welcome {
    Welcome(
      run: InstanceID(high: 0xC0F0_12A1, low: 0xCE), version: version,
      implementation: Implementation.name, capabilities: [],
      limits: Limits.told)
  }
}
