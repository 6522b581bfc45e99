internal import InspectLink

/// Bounds of the command-line tool, with units and reasons.
enum CLILimits {
  /// Those of the link to the daemon: it is asked for a sign of life after 2 s of silence, so that
  /// whoever looks at a tree learns soon that it stands still.
  static let link = {
    var limits = LinkLimits.standard
    limits.pingAfter = .seconds(2)
    return limits
  }()
  /// Microseconds of silence after which a followed daemon is told to be silent: it was asked, and
  /// had as long again to answer.
  static let silenceMicroseconds: Int64 = 4_000_000
  /// Microseconds between two looks at that.
  static let silenceLookMicroseconds: Int64 = 500_000
  /// Microseconds between two looks for the next run of a followed program that has ended.
  static let successorMicroseconds: Int64 = 500_000
  /// Microseconds a daemon has to answer: longer, and a person asks what is going on.
  static let answerMicroseconds: Int64 = 5_000_000
  /// Microseconds a daemon has to attach: it gives the process 5 s itself, and says so then.
  static let attachMicroseconds: Int64 = 8_000_000
  /// Microseconds a daemon that was started has until it answers; it starts in about 10 ms.
  static let startMicroseconds: Int64 = 5_000_000
  /// Microseconds a daemon that was asked to end has until it is gone.
  static let stopMicroseconds: Int64 = 5_000_000
  /// Microseconds a look at a process's socket may take in `doctor`: connecting is the kernel's.
  static let probeMicroseconds: Int64 = 1_000_000
  /// Microseconds between two looks while something is waited for.
  static let pollMicroseconds: Int64 = 5_000
  /// Least microseconds between two drawings of a followed tree: ten a second can be read.
  static let redrawMicroseconds: Int64 = 100_000
  /// Microseconds after which somebody who waits is told how far reading has come, and again.
  static let progressMicroseconds: Int64 = 300_000
  /// Microseconds after which a followed tree looks for a new size of its window.
  static let resizeMicroseconds: Int64 = 1_000_000
  /// Least microseconds between two lines of a followed tree that tell what one process lost.
  static let lossMicroseconds: Int64 = 1_000_000
  /// Columns of text where no terminal tells its width.
  static let plainColumns = 80
  /// Fewest columns that a layout is made for; narrower terminals wrap.
  static let leastColumns = 40
  /// Rows of a screen where no terminal tells its height, and of the answer to `why`.
  static let plainRows = 24
  /// Columns of indentation in a tree, at most: names stay readable at any depth.
  static let indentColumns = 24
  /// Bytes of the daemon's log shown when it does not start.
  static let logBytes = 65_536
  /// Bytes of a process's environment looked at by `doctor`.
  static let environmentBytes = 1 << 20
  /// Bytes at the beginning of a program in which its build id is looked for.
  static let headerBytes = 1 << 20
  /// Bytes written at once.
  static let outputBytes = 65_536
}
