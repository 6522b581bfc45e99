internal import InspectWire

/// One link of the hub's: who is at the other end, and what waits to be sent.
struct HubPeer {
  let origin: PeerOrigin
  var stage: Stage
  var decoder = MessageDecoder()
  private var encoder = MessageEncoder(
    tableTexts: HubLimits.tableTexts, tableBytes: HubLimits.tableBytes, keepsMemory: false)
  private var outbox = Queue<[UInt8]>()
  /// The newest batch that is to be confirmed.
  private var creditDue: UInt64?
  /// What it is told, if it observes.
  var observer: Observer?
  /// Whether it was let go of on request, so that its end says nothing of later attaching.
  var isLetGo = false
  /// The token of its own that a page is told when it is welcomed.
  var pageToken: String?

  /// Since when it has been asked to take a frame and has not.
  private(set) var waitingSince: Moment?
  /// Whether it is told more or less than before because of how it takes frames, so that what is
  /// demanded may have changed.
  private(set) var hasOtherPace = false
  /// Whether it is not read from, because too many answers wait for it.
  private(set) var isPaused = false

  /// How far it has come.
  enum Stage: Hashable {
    /// Its `hello` is to come by this moment.
    case greeting(until: Moment)
    /// It showed a wrong token, and is told so then.
    case refusing(at: Moment, Reject)
    case reporter(InstanceID)
    case observer
    /// It is ended as soon as it has taken what waits.
    case closing(code: UInt16, reason: String)
  }

  init(origin: PeerOrigin, until: Moment) {
    self.origin = origin
    stage = .greeting(until: until)
  }

  /// Frames that wait until the peer takes some.
  var waitingFrames: Int { outbox.count }

  /// Whether what it sends is of interest.
  var isHeard: Bool {
    switch stage {
    case .greeting, .reporter, .observer: true
    case .refusing, .closing: false
    }
  }

  // MARK: Saying

  /// Puts a message behind what waits.
  mutating func say(_ message: Message) { outbox.append(contentsOf: encoder.encode(message)) }

  /// Confirms batches; only the newest number is sent.
  mutating func confirm(_ sequence: UInt64) { creditDue = sequence }

  /// Notes that it has been asked to take a frame; false if it had been already.
  mutating func beginWaiting(now: Moment) -> Bool {
    guard waitingSince == nil else { return false }
    waitingSince = now
    return true
  }

  /// Gives it the time anew that the daemon was stopped for.
  mutating func excuse(by lateness: Int64, now: Moment) {
    if waitingSince != nil { waitingSince = now }
    if case .greeting(let until) = stage { stage = .greeting(until: until.plus(lateness)) }
  }

  /// Whether it is to be read from, if that has just changed.
  mutating func changeReading() -> Bool? {
    if !isPaused, outbox.count > HubLimits.waitingFrames {
      isPaused = true
      return false
    }
    if isPaused, outbox.count <= HubLimits.waitingFrames / 2 {
      isPaused = false
      return true
    }
    return nil
  }

  /// The next frame.
  mutating func pull(_ view: ObserverStream.View, now: Moment) -> Pull {
    if let since = waitingSince {
      let delay = now.microseconds - since.microseconds
      if observer?.took(delay, now: now) == true { hasOtherPace = true }
    }
    if let sequence = creditDue {
      creditDue = nil
      say(.credit(Credit(sequence: sequence)))
    }
    if outbox.isEmpty, case .observer = stage {
      outbox.append(contentsOf: observer?.compose(&encoder, view, now: now) ?? [])
    }
    if let frame = outbox.popFirst() {
      waitingSince = now
      return .frame(frame)
    }
    waitingSince = nil
    if case .closing(let code, let reason) = stage { return .close(code: code, reason: reason) }
    return .idle
  }

  /// Whether the pace has changed since the last look.
  mutating func takeOtherPace() -> Bool {
    defer { hasOtherPace = false }
    return hasOtherPace
  }

  /// When it wants to be asked for frames of its streams.
  func dueMoment(now: Moment) -> Moment? {
    guard case .observer = stage, waitingSince == nil else { return nil }
    return observer?.dueMoment(now: now)
  }
}
