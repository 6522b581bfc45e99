/// Bounds of what a reporter keeps and sends, each with its unit and its reason.
enum ReporterLimits {
  /// Entries of the history ring: a few minutes of an unsettled program, under 500 KB.
  static let historyEntries = 4_096
  /// Bytes of all reasons of one status: the first always fits, and 2,048 such bindings are cut
  /// into batches by their size.
  static let reasonBytes = 128 << 10
  /// Bytes of a last good value: previews have 120 characters a text.
  static let valueBytes = 16 << 10
  /// Return addresses of one place.
  static let addresses = 8
  /// Names without a living binding whose count is remembered.
  static let idleNames = 65_536
  /// Longest wait of the first scope for the daemon, in milliseconds: a test run must not hang.
  static let waitMilliseconds = 10_000
}
