internal import InspectWire

/// What is said between a reporter and a daemon on one link, seen from the reporter.
///
/// Pure: a message comes in, what is to be done comes out.
struct Conversation {
  private enum Phase { case greeting, reporting, over }

  /// What is to be done.
  enum Action: Hashable {
    /// The daemon takes reports: everything is to be told.
    case attach
    /// So much is demanded from now on.
    case demand(Level)
    /// A message to be sent.
    case answer(Message)
    /// The link is to be closed.
    case close(code: UInt16, reason: String)
    /// The daemon refuses reports, and says why; it closes the link itself.
    case refused(String)
  }

  /// Number of the last batch sent.
  private(set) var sequence: UInt64 = 0
  private var confirmed: UInt64 = 0
  private var phase = Phase.greeting

  /// Whether reports may be sent.
  var isReporting: Bool { phase == .reporting }

  /// Batches that may be sent before the next confirmation.
  var credit: Int {
    guard isReporting else { return 0 }
    return max(0, Limits.batchesUnderWay - unconfirmed)
  }

  /// Batches that were sent and are not confirmed.
  var unconfirmed: Int { Int(clamping: sequence - confirmed) }

  /// Notes that batches up to that number were sent.
  mutating func sent(through last: UInt64) { sequence = max(sequence, last) }

  /// Number of a message that counts as one batch.
  mutating func nextNumber() -> UInt64 {
    sequence += 1
    return sequence
  }

  /// Takes a message of the daemon's.
  mutating func received(_ message: Message) -> [Action] {
    switch message {
    case .welcome(let welcome): return welcomed(welcome)
    case .reject(let reject):
      phase = .over
      // Which side is old, and what to do, stands in the remedy.
      let words = [reject.text, reject.remedy].filter { !$0.isEmpty }
      return [.refused(words.isEmpty ? reject.code.rawValue : words.joined(separator: "; "))]
    case .want(let want):
      guard isReporting else { return fault("want before welcome") }
      return [.demand(want.level)]
    case .credit(let credit):
      // A number that was never sent confirms what was.
      confirmed = max(confirmed, min(credit.sequence, sequence))
      return []
    case .note, .beat: return []
    case .bye:
      phase = .over
      return [.close(code: 1000, reason: "")]
    case _ where message.isAnswer: return []
    default:
      let text = "a reporter takes no such message"
      return [.answer(.error(Failure(id: message.requestID, code: .notAllowed, text: text)))]
    }
  }

  /// Takes a frame that could not be read.
  mutating func misread(_ error: WireError) -> [Action] {
    if error.code == .unknownKind {
      let failure = Failure(
        id: nil, code: .unknownKind, text: error.text, offset: UInt64(clamping: error.offset))
      return [.answer(.error(failure))]
    }
    return fault(error.text)
  }

  private mutating func welcomed(_ welcome: Welcome) -> [Action] {
    guard phase == .greeting else { return fault("welcome came twice") }
    guard VersionRange.own.includes(welcome.version) else {
      return fault("version \(welcome.version) is not spoken here")
    }
    phase = .reporting
    return [.attach]
  }

  private mutating func fault(_ reason: String) -> [Action] {
    phase = .over
    return [.close(code: 1008, reason: reason)]
  }
}
