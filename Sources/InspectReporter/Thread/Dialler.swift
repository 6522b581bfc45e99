internal import InspectLink
internal import InspectWire

/// Decides when the daemon that the environment names is dialled. Pure; its chance is passed in.
struct Dialler {
  /// Where the daemon is; nil where none is named.
  let address: LinkAddress?
  private var next: Moment?
  private var patience = Backoff()
  private var eagerness = Backoff(ceiling: ReporterLimits.eagerRedial)
  /// Until when a lost daemon is expected to be back at any moment.
  private var eagerUntil: Moment?
  private var chance: any RandomNumberGenerator & Sendable
  private var hasFailed = false
  /// Whether a daemon takes reports, or took them until now.
  private var isWelcome = false
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
    (isWelcome, wasWelcome) = (true, true)
    patience.reset()
    eagerness.reset()
  }

  /// Notes that a link did not come about, or is lost, and says whether that is worth a word.
  ///
  /// A daemon that took reports until now is about to be started again, as a rule: for a while the
  /// pauses stay short.
  mutating func failed(_ closure: LinkClosure, now: Moment) -> Bool {
    if isWelcome { eagerUntil = now.after(ReporterLimits.eager) }
    isWelcome = false
    let isEager = eagerUntil.map { now < $0 } ?? false
    next = now.after(
      isEager ? eagerness.next(using: &chance) : patience.next(using: &chance))
    defer { hasFailed = true }
    return !hasFailed && !wasWelcome
  }

  /// Notes that the daemon does not want this process: asking again at once would change nothing.
  mutating func refused(now: Moment) { next = now.after(ReporterLimits.redialRefused) }

  /// Notes that the daemon let the process go: it comes back by attaching, not by being dialled.
  mutating func dismissed() { next = nil }
}
