/// Why the daemon does not start, for whoever started it.
struct Complaint: Error, Equatable {
  let status: DaemonStatus
  /// What happened, as a sentence; foreign texts in it are fit to be shown.
  let text: String
  /// What to do about it; empty if nothing can be done.
  let remedy: String

  init(_ status: DaemonStatus, _ text: String, remedy: String = "") {
    self.status = status
    self.text = text
    self.remedy = remedy
  }

  /// All of it for standard error.
  var lines: String {
    remedy.isEmpty ? "inspectord: \(text)\n" : "inspectord: \(text)\n\(remedy)\n"
  }
}
