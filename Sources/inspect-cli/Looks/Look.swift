/// What `doctor` looked at, and what came of it.
struct Look: Equatable, Sendable {
  /// How it went.
  enum Outcome: String, Equatable, Sendable {
    case fine = "ok"
    case failed
    /// Not wrong in itself, and worth knowing.
    case note
  }

  /// What was looked at, in a few words.
  var subject: String
  var outcome: Outcome
  /// What was seen; foreign parts in it are fit to be shown.
  var seen: String
  /// What to do about it; empty where nothing is to be done.
  var remedy: String

  init(_ subject: String, _ outcome: Outcome, _ seen: String, remedy: String = "") {
    self.subject = subject
    self.outcome = outcome
    self.seen = seen
    self.remedy = remedy
  }
}
