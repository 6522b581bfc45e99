private import InspectLink
internal import InspectSystem
internal import InspectWire

/// How far reading has come: told on a terminal while it takes long, and gone when it is over.
///
/// On standard error, so that what is printed stays what it is; never in a pipe or a log.
struct Progress {
  private let isShown: Bool
  private var next: Moment
  private var hasShown = false

  init(now: Moment) {
    isShown = OutputFile.error.isTerminal && Display.canMoveCursor
    next = now.after(.microseconds(CLILimits.progressMicroseconds))
  }

  /// Tells it, if it is time to.
  mutating func note(_ done: UInt64, of all: UInt64, now: Moment) {
    guard isShown, all > 0, now >= next else { return }
    next = now.after(.microseconds(CLILimits.progressMicroseconds))
    hasShown = true
    say(Self.text(done, of: all))
  }

  /// Takes it away.
  func end() { if hasShown { say("") } }

  static func text(_ done: UInt64, of all: UInt64) -> String {
    // Bindings may come while it is read.
    "reading \(min(done, all)) of \(all) bindings"
  }

  private func say(_ text: String) {
    // It is no loss if it cannot be written.
    try? OutputFile.error.write("\r\(text)\u{1b}[K")
  }
}
