internal import InspectLink
internal import InspectSystem
private import InspectWire

/// Looks whether a daemon serves a folder, and waits for what is about to change.
struct DaemonWatch {
  let folder: RuntimeFolder

  init(_ folder: RuntimeFolder) { self.folder = folder }

  /// Whether a daemon serves the folder now.
  func state() throws(Complaint) -> DaemonState {
    do { return try DaemonState(in: folder) } catch { throw Complaint(error) }
  }

  /// The daemon that serves the folder, once it has told of itself; nil where there is none.
  func settled() throws(Complaint) -> DaemonFile? {
    let limit = SystemClock.monotonicMicroseconds + CLILimits.startMicroseconds
    while true {
      switch try state() {
      case .running(let file): return file
      case .none: return nil
      case .faulty(let fault):
        throw Complaint(
          .malformedInput, "What the daemon tells of itself cannot be read: \(fault.text).",
          why: "It stands in \(display(folder.path)).",
          remedy: "End that daemon and start another: `inspect-cli doctor` tells its pid.")
      case .starting:
        guard SystemClock.monotonicMicroseconds < limit else { throw .silent }
        Self.rest()
      }
    }
  }

  /// Waits until no daemon serves the folder; false where it still does when the time is over.
  func waitForEnd() throws(Complaint) -> Bool {
    let limit = SystemClock.monotonicMicroseconds + CLILimits.stopMicroseconds
    while true {
      if case .none = try state() { return true }
      guard SystemClock.monotonicMicroseconds < limit else { return false }
      Self.rest()
    }
  }

  /// A short sleep between two looks.
  static func rest() {
    var nothing = Poll()
    // Woken early is as good.
    try? nothing.wait(microseconds: CLILimits.pollMicroseconds)
  }
}

extension Complaint {
  /// There is no daemon, and the command does not start one.
  static func noDaemon(_ folder: RuntimeFolder) -> Complaint {
    Complaint(
      .noDaemon, "No daemon runs.",
      why: "It would tell of itself in \(display(folder.path)).",
      remedy:
        "`inspect-cli attach PID|NAME` starts one and attaches; `inspect-cli ps` lists what can be."
    )
  }
}
