internal import InspectLink
internal import InspectWire

/// When the reporter's thread sends what has changed: at once after quiet and for a first red, else
/// at a steady pace. Pure.
struct FlushClock {
  /// Pause between two flushes while things change.
  let pause: Duration
  /// Pause while the daemon confirms nothing: only ended slots have to be let go.
  static let stalledPause = Duration.milliseconds(250)

  private var next: Moment?
  private var lastRed: Moment?

  init(pause: Duration) { self.pause = pause }

  /// When to flush at the latest; nil while all is quiet.
  var deadline: Moment? { next }

  /// Whether to flush now.
  mutating func isDue(hasRed: Bool, now: Moment) -> Bool {
    guard let next, now < next else { return true }
    guard hasRed, lastRed.map({ now >= $0.after(pause) }) ?? true else { return false }
    lastRed = now
    return true
  }

  /// Notes a flush: the next one comes after the pause.
  mutating func flushed(isStalled: Bool, now: Moment) {
    next = now.after(isStalled ? Self.stalledPause : pause)
  }

  /// Notes that nothing was there to be sent.
  mutating func becameQuiet() { next = nil }
}
