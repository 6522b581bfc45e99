/// Bounds of what surrounds the hub, with their units and reasons. Times are microseconds.
enum RimLimits {
  /// Lines of one kind that the log takes in one window; a storm must not fill a disk.
  static let linesPerWindow = 10
  static let logWindow: Int64 = 1_000_000
  /// Lines that wait for a log that is not read; more are dropped and counted.
  static let waitingLines = 1_000
  /// Characters of one line of the log.
  static let lineCharacters = 600
  /// Frames of one dialled process that wait for the hub, before it is read no further.
  static let waitingFrames = 32
  /// Frames that wait for one dialled process: what the hub says to a reporter is little.
  static let outgoingFrames = 256
  /// Time between two looks at whether a process lives, at first and at most.
  static let firstLook: Int64 = 20_000
  static let lastLook: Int64 = 1_000_000
  /// Time after which a process that cannot be looked at, since it runs elsewhere, counts as gone.
  static let unseen: Int64 = 30_000_000
  /// Time between two looks at whether the daemon's files are still in their folder.
  static let placeLook: Int64 = 5_000_000
  /// Bytes of a token that somebody chose: 128 bits in hexadecimal, and what a line holds.
  static let shortestToken = 32
  static let longestToken = 256
  /// Bytes of a file with a key or a token.
  static let secretBytes = 64 << 10
  /// Descriptors of the daemon: every reporter and observer, and as many for the dialled ones.
  static let descriptors = 4_096
  /// Part of them with which processes are held to learn how they end: little enough to stay within
  /// what the server keeps free for the daemon itself, 128 processes where all can be had.
  static let heldPart = 32
}
