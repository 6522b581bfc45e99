/// How a command ended: one table for all commands; scripts depend on it, so no number changes.
///
/// `help statuses` prints it, `docs/cli.md` explains it, a test compares the two.
enum ExitStatus: UInt8, CaseIterable, Error, Sendable {
  /// Done.
  case fine = 0
  /// Done, and something was found that should not be so.
  case findings = 1
  /// No daemon, or it went away in mid-command.
  case noDaemon = 2
  /// The process does not exist.
  case noSuchProcess = 3
  /// The process exists and cannot be inspected.
  case notInspectable = 4
  /// The process, folder or daemon belongs to somebody else.
  case notPermitted = 5
  /// The other side said no, speaks another version, or does not answer.
  case refused = 6
  /// The command line does not say what to do.
  case usage = 64
  /// What was read is not in its format.
  case malformedInput = 65
  /// What should be read cannot be.
  case unreadableInput = 66
  /// A fault of this program.
  case ourFault = 70
  /// The output cannot be written.
  case unwritableOutput = 73

  /// When a command ends like this, as a few words for people.
  var meaning: String {
    switch self {
    case .fine: "done; what was looked at is as it should be"
    case .findings:
      "done; something was found: a broken binding, a failed check of doctor, a broken rule"
    case .noDaemon: "no daemon runs, none could be started, or it went away"
    case .noSuchProcess: "no such process, or none to look at"
    case .notInspectable: "the process cannot be inspected, or has that switched off"
    case .notPermitted: "it belongs to another user, or is open to others"
    case .refused: "refused, another version, or not responding"
    case .usage: "unknown command, option, code or binding; or a name that fits several"
    case .malformedInput: "what was read is malformed"
    case .unreadableInput: "what should be read cannot be"
    case .ourFault: "a fault of inspect-cli"
    case .unwritableOutput: "the output cannot be written"
    }
  }
}
