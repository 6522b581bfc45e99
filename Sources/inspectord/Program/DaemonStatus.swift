/// How the daemon ended; the numbers are those of the table that `inspect-cli help statuses` prints.
enum DaemonStatus: UInt8, Error, Sendable {
  /// It served and was asked to end.
  case fine = 0
  /// The folder belongs to another user, or is open to others.
  case notPermitted = 5
  /// Another daemon serves the folder, or the port is taken.
  case refused = 6
  /// The command line does not say what to do.
  case usage = 64
  /// The folder cannot be used.
  case unreadableInput = 66
  /// A fault of the daemon's, or of the system.
  case ourFault = 70
  /// The log cannot be written.
  case unwritableOutput = 73
}
