/// Bounds of what a reporter keeps and sends, each with its unit and its reason.
enum ReporterLimits {
  /// Entries of the history ring: a few minutes of an unsettled program, under 500 KB.
  static let historyEntries = 4_096
  /// The same in mode `complete`: what a busy program does between two flushes finds room, in 4 MB.
  static let completeEntries = 32_768
  /// Entries that may wait to be sent before a writer waits: threads that ask at the same time find
  /// room besides.
  static let completeWaiting: UInt64 = 24_576
  /// Milliseconds in which nothing was taken after which a writer goes on, and history is lost.
  static let completePatience = 5_000
  /// Bytes of all reasons of one status: the first always fits, and 2,048 such bindings are cut
  /// into batches by their size.
  static let reasonBytes = 128 << 10
  /// Bytes of a last good value: previews have 120 characters a text.
  static let valueBytes = 16 << 10
  /// Return addresses of one place.
  static let addresses = 8
  /// Precedents of one binding: a record of them all must fit into a message.
  static let edges = 16_384
  /// Names without a living binding whose count is remembered.
  static let idleNames = 65_536
  /// Longest wait of the first scope for the daemon, in milliseconds: a test run must not hang.
  static let waitMilliseconds = 10_000
  /// Records taken under one hold of the registry's lock: about 50 µs, for which a thread of the
  /// program may have to wait.
  static let parcelRecords = 512
  /// Bytes of one batch: eight under way fit into a link's outbox.
  static let batchBytes = 192 << 10
  /// Texts that are announced on a link and held for it: names of classes, types, files, codes.
  static let tableTexts = 16_384
  /// Bytes of these.
  static let tableBytes = 1 << 20
  /// How long a daemon that is connected may take to welcome the reporter.
  static let welcome = Duration.seconds(5)
  /// Longest pause between two attempts at a daemon that was lost just now: it is to be back within
  /// two seconds of its restart. Five hundred programs make two thousand attempts a second of 20 µs.
  static let eagerRedial = Duration.milliseconds(500)
  /// For how long a daemon counts as lost just now.
  static let eager = Duration.seconds(30)
  /// Pause after a daemon refused the process.
  static let redialRefused = Duration.seconds(30)
  /// How long the last words may take.
  static let goodbye = Duration.milliseconds(200)
}
