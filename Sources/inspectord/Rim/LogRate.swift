/// Limits how many lines of one kind a log takes, and counts the others.
struct LogRate {
  private struct Window {
    var began: Int64
    var lines = 0
    var suppressed = 0
  }

  private var windows: [String: Window] = [:]

  /// What is to be done with a line.
  struct Verdict: Equatable {
    /// Whether it is written.
    var isWritten: Bool
    /// How many of its kind were not written before it.
    var suppressed = 0
  }

  /// Takes note of a line.
  ///
  /// - Parameter now: Microseconds of any clock that does not step.
  mutating func take(_ kind: String, now: Int64) -> Verdict {
    var window = windows[kind] ?? Window(began: now)
    var verdict = Verdict(isWritten: true)
    if now &- window.began >= RimLimits.logWindow {
      verdict.suppressed = window.suppressed
      window = Window(began: now)
    }
    window.lines += 1
    if window.lines > RimLimits.linesPerWindow {
      window.suppressed += 1
      verdict = Verdict(isWritten: false)
    }
    windows[kind] = window
    return verdict
  }
}
