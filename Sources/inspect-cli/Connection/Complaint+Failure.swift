internal import InspectLink
internal import InspectWire

extension Complaint {
  /// What the daemon answered instead of a result.
  init(_ failure: Failure) {
    // A query's mistake comes with a picture of its place, in lines of its own.
    let lines = failure.text.split(separator: "\n", omittingEmptySubsequences: false)
    self.init(
      ExitStatus(failure.code), Self.sentence(String(lines.first ?? "")),
      remedy: Self.sentence(failure.remedy),
      choices: lines.dropFirst().prefix(2).map { Line("    " + display(String($0))) })
  }

  /// What the daemon answered to the greeting.
  init(_ reject: Reject) {
    self.init(
      ExitStatus(reject.code), Self.sentence("The daemon refused: " + reject.text),
      remedy: Self.sentence(reject.remedy))
  }

  /// Why there is no link, or no more.
  ///
  /// - Parameter wasOpen: Whether the daemon had answered before.
  init(_ closure: LinkClosure, wasOpen: Bool) {
    switch closure {
    case .late:
      self = .silent
    case .closedByPeer(let code, let reason) where code.map { $0 != 1001 } ?? false:
      self.init(
        .refused,
        "The daemon closed the link: \(display(reason.isEmpty ? "code \(code ?? 0)" : reason)).",
        remedy: "`inspect-cli doctor` looks for the cause.")
    case .closedByPeer, .closed, .lost, .failed:
      self.init(
        .noDaemon,
        wasOpen
          ? "The daemon went away in the middle of the command." : "The daemon cannot be reached.",
        why: wasOpen ? "" : display(closure.text) + ".",
        remedy: "`inspect-cli start` starts one; `inspect-cli doctor` looks for the cause.")
    case .refused, .handshake, .fault:
      self.init(
        .refused, "The daemon does not speak as it should.", why: display(closure.text) + ".",
        remedy: "Use inspectord and inspect-cli of one version: `inspect-cli stop`, then try again."
      )
    }
  }

  /// A daemon that says nothing.
  static let silent = Complaint(
    .refused, "The daemon does not answer.",
    why: "It may be stopped or overloaded.",
    remedy: "`inspect-cli doctor` looks for the cause; `inspect-cli stop` ends it.")

  /// A daemon that greets in a version which was not offered.
  static func version(_ version: Int) -> Complaint {
    let isOld = version < VersionRange.own.lowest
    return Complaint(
      .refused, "The daemon speaks protocol \(version), which was not offered.",
      why: "inspect-cli speaks \(VersionRange.own.words).",
      remedy: isOld
        ? "The daemon is too old: install inspectord of this version, then `inspect-cli stop`."
        : "inspect-cli is too old: install the one that came with the daemon.")
  }

  // Sentences of others come with or without their ends.
  private static func sentence(_ text: String) -> String {
    let shown = display(text, limit: 600)
    guard let first = shown.first, let last = shown.last else { return "" }
    return first.uppercased() + shown.dropFirst() + (".!?".contains(last) ? "" : ".")
  }
}

extension ExitStatus {
  /// The status by which a command ends that the daemon refused.
  init(_ code: FailureCode) {
    switch code {
    case .noSuchProcess: self = .noSuchProcess
    case .notInspectable, .switchedOff: self = .notInspectable
    case .notPermitted, .notAllowed: self = .notPermitted
    case .noSuchBinding, .forgotten, .ambiguous, .badQuery: self = .usage
    case .badMessage, .tooLarge, .unknownKind: self = .ourFault
    default: self = .refused
    }
  }
}
