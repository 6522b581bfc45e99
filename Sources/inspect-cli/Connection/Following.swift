internal import InspectLink
internal import InspectSystem
internal import InspectWire

/// A stream that is followed beyond the end of its daemon.
///
/// While the daemon is silent that is said, with since when. When the link is gone it is dialled
/// again, in pauses that grow to half a second, until it is there; the stream then goes on from where
/// it was read to, or begins anew, and processes that a new daemon does not know are attached again.
///
/// Where a name is followed and its process has ended, the next one of that name is looked for, and
/// followed in its place.
struct Following {
  private(set) var observation: Observation
  private let folder: RuntimeFolder
  /// Name of the process that is followed from run to run; nil where all are, or one run alone.
  private let name: String?
  private var nextSearch: Moment
  /// What a signal writes to: it has to outlive every session.
  private let waker: Waker
  private var phase = Phase.fine
  private var backoff = Backoff(first: .milliseconds(100), ceiling: .milliseconds(500))
  private var chance = SystemRandom()

  private enum Phase {
    case fine
    /// The daemon owes an answer.
    case silent
    /// There is no link; when to look for the daemon again.
    case gone(next: Moment)
  }

  /// What came of waiting.
  enum News {
    /// To be handed to `take`.
    case message(Message)
    case late
    /// A signal asked the program to end.
    case interrupted
    /// The daemon has not been heard since then, in microseconds since 1970.
    case silent(sinceWall: Int64)
    /// The silent daemon was heard again.
    case heard
    /// The link is gone.
    case gone
    /// There is a link again; what was missed follows.
    case back
  }

  /// - Parameter name: Name of the process that is followed from run to run, if that is wanted.
  init(_ observation: Observation, in folder: RuntimeFolder, name: String? = nil) {
    self.observation = observation
    self.folder = folder
    self.name = name
    nextSearch = observation.session.now
    waker = observation.session.waker
    Signals.wakeAtTermination(waker)
  }

  /// The time by which waiting is measured.
  var now: Moment { observation.session.now }

  /// Says goodbye, if there is somebody to hear it.
  func close() {
    if case .gone = phase { return }
    observation.session.close()
  }

  /// Takes a message.
  mutating func take(_ message: Message) throws(Complaint) -> ObservedFleet.Effect {
    try observation.take(message)
  }

  /// What comes next.
  ///
  /// - Throws: `Complaint` where coming back would change nothing: another version, a refusal.
  mutating func next(until limit: Moment?) throws(Complaint) -> News {
    while true {
      if Signals.termination != nil { return .interrupted }
      switch phase {
      case .gone(let next):
        guard now >= next else {
          rest(until: limit.map { min($0, next) } ?? next)
          if let limit, now >= limit, now < next { return .late }
          continue
        }
        if try dial() { return .back }
      case .fine, .silent:
        if let news = try read(until: limit) { return news }
      }
    }
  }

  // MARK: Reading

  private mutating func read(until limit: Moment?) throws(Complaint) -> News? {
    let look = now.after(.microseconds(CLILimits.silenceLookMicroseconds))
    switch try observation.session.next(until: limit.map { min($0, look) } ?? look) {
    case .message(let message):
      guard case .silent = phase else { return .message(message) }
      phase = .fine
      observation.session.putBack(message)
      return .heard
    case .interrupted: return .interrupted
    case .ended(let closure):
      guard closure.isWorthComingBack else { throw Complaint(closure, wasOpen: true) }
      lose()
      return .gone
    case .late:
      if let news = judgeSilence() { return news }
      try lookForSuccessor()
      return limit.map { now >= $0 } ?? false ? .late : nil
    }
  }

  private mutating func judgeSilence() -> News? {
    let since = observation.session.silentSince
    switch phase {
    case .fine:
      guard let since, now >= since.after(.microseconds(CLILimits.silenceMicroseconds)) else {
        return nil
      }
      phase = .silent
      let age = now.microseconds - since.microseconds
      return .silent(sinceWall: SystemClock.wallMicroseconds - age)
    case .silent where since == nil:
      phase = .fine
      return .heard
    case .silent, .gone: return nil
    }
  }

  // MARK: The next run

  /// Turns to the youngest process of the followed name, once the last one has ended.
  private mutating func lookForSuccessor() throws(Complaint) {
    guard let name, now >= nextSearch, observation.processes.allSatisfy(\.entry.hasEnded) else {
      return
    }
    nextSearch = now.after(.microseconds(CLILimits.successorMicroseconds))
    // A folder that cannot be read now is read next time.
    let living = (try? Discovery.scanEverywhere(folder).processes) ?? []
    let next = living.filter { ExactText($0.name) == ExactText(name) }
      .max { $0.startTime < $1.startTime }
    // Whoever was let go of, and lives on, is not taken back.
    guard let next,
      !observation.processes.contains(where: { $0.entry.facts.instance == next.instance })
    else { return }
    try observation.turn(to: next.instance)
  }

  // MARK: Coming back

  private mutating func lose() {
    phase = .gone(next: now.after(backoff.next(using: &chance)))
  }

  private func rest(until moment: Moment) {
    var poll = Poll()
    poll.add(waker.number, read: true, write: false)
    // Woken early is as good.
    try? poll.wait(microseconds: moment.microseconds - now.microseconds)
  }

  /// Looks for the daemon once; whether there is a link now.
  private mutating func dial() throws(Complaint) -> Bool {
    guard case .running(let file)? = try? DaemonState(in: folder) else {
      lose()
      return false
    }
    do throws(Complaint) {
      let session = try DaemonSession(file, waker: waker)
      try observation.resume(on: session)
    } catch {
      // A daemon that is about to end or does not answer yet may do so next time.
      guard error.status == .noDaemon || error == .silent else { throw error }
      lose()
      return false
    }
    backoff.reset()
    phase = .fine
    return true
  }
}

extension LinkClosure {
  /// Whether a new link may do better than the one that ended so.
  fileprivate var isWorthComingBack: Bool {
    switch self {
    case .lost, .failed, .late, .closed: true
    case .closedByPeer(let code, _):
      switch code {
      case nil, CloseCode.normal, CloseCode.goingAway, CloseCode.internalError,
        WireClose.stalled:
        true
      default: false
      }
    case .fault, .refused, .handshake: false
    }
  }
}
