/// Bounds of `conformance`, in microseconds, with their reasons.
enum ConformanceLimits {
  /// A program has so long to dial: the longest pause of a backoff is 2 s, and starting takes time.
  static let dialling: Int64 = 10_000_000
  /// A reporter has so long to greet: the daemon gives it as much.
  static let greeting: Int64 = 5_000_000
  /// A reporter has so long to tell all that there is.
  static let telling: Int64 = 10_000_000
  /// An answer, or the end of a link, comes in this time.
  static let answer: Int64 = 3_000_000
  /// Silence that shows that nothing comes.
  static let quiet: Int64 = 400_000
  /// How long batches are not confirmed: eight flushes of 50 ms, and as much again.
  static let withholding: Int64 = 1_000_000
  /// How long a reporter that was turned away is watched.
  static let away: Int64 = 2_000_000
  /// Dials in that time that are still no hurry, after a detach: backoffs begin small.
  static let dialsWhenDetached = 20
  /// A program has so long to end.
  static let ending: Int64 = 2_000_000
  /// Time between two looks at a process.
  static let look: Int64 = 20_000
  /// Time before a reporter that was busy is dialled again.
  static let redial: Int64 = 100_000
}
