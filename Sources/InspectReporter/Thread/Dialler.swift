internal import InspectLink
internal import InspectWire

/// Decides when the daemon that the environment names is dialled. Pure; its chance is passed in.
struct Dialler {
  /// Where the daemon is; nil where none is named.
  let address: LinkAddress?
  private var next: Moment?
  private var backoff = Backoff()
  private var chance: any RandomNumberGenerator & Sendable
  private var hasFailed = false
  /// Whether a daemon took reports once.
  private var wasWelcome = false

  init(_ address: LinkAddress?, chance: any RandomNumberGenerator & Sendable) {
    self.address = address
    self.chance = chance
    next = address == nil ? nil : Moment(microseconds: .min)
  }

  /// When to dial next; nil for never, or while it is dialled.
  var deadline: Moment? { next }

  /// Whether to dial now.
  func isDue(now: Moment) -> Bool { next.map { now >= $0 } ?? false }

  /// Notes that it is being dialled.
  mutating func began() { next = nil }

  /// Notes that the daemon takes reports.
  mutating func welcomed() {
    wasWelcome = true
    backoff.reset()
  }

  /// Notes that a link did not come about, or is lost, and says whether that is worth a word.
  mutating func failed(_ closure: LinkClosure, now: Moment) -> Bool {
    next = now.after(backoff.next(using: &chance))
    defer { hasFailed = true }
    return !hasFailed && !wasWelcome
  }

  /// Notes that the daemon does not want this process: asking again at once would change nothing.
  mutating func refused(now: Moment) { next = now.after(ReporterLimits.redialRefused) }

  /// Notes that the daemon let the process go: it comes back by attaching, not by being dialled.
  mutating func dismissed() { next = nil }
}
