internal import InspectWire

/// How much an observer is told, decided by how quickly it takes what it is told.
///
/// Pure. Whoever takes a frame late is told less from then on, one step at a time; whoever takes
/// frames quickly for long enough is told more again. Each step is announced on its streams.
struct Pace {
  /// From everything to the least.
  enum Step: Int, CaseIterable, Comparable {
    case full, slower, statesOnly, summaries

    static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
  }

  private(set) var step = Step.full
  /// Since when every frame has been taken quickly.
  private var quickSince: Moment?
  /// When a frame was taken last.
  private var lastTake: Moment?

  /// Least time between two flushes.
  var pause: Int64 {
    switch step {
    case .full: HubLimits.flush
    case .slower: HubLimits.flushSlower
    case .statesOnly, .summaries: HubLimits.flushSlowest
    }
  }

  /// As much of a demand as is served.
  func level(_ demanded: Level) -> Level {
    step >= .statesOnly ? min(demanded, .status) : demanded
  }

  /// Notes how long a frame had to wait until it was taken; whether the step has changed.
  mutating func took(_ delay: Int64, now: Moment) -> Bool {
    lastTake = now
    if delay >= HubLimits.lateTake {
      quickSince = nil
      return move(by: 1)
    }
    guard step != .full else { return false }
    guard delay < HubLimits.quickTake else {
      quickSince = nil
      return false
    }
    guard let since = quickSince else {
      quickSince = now
      return false
    }
    guard since.plus(HubLimits.recovery) <= now else { return false }
    quickSince = now
    return move(by: -1)
  }

  /// When to look whether more may be told again, though nothing happens; nil at full pace.
  var nextLook: Moment? {
    step == .full ? nil : (quickSince ?? lastTake)?.plus(HubLimits.recovery)
  }

  private mutating func move(by steps: Int) -> Bool {
    guard let next = Step(rawValue: step.rawValue + steps) else { return false }
    step = next
    return true
  }

  /// What is said of a step to whoever it concerns.
  static func note(from old: Step, to new: Step) -> (kind: String, text: String) {
    let what =
      switch new {
      case .full: "everything is told again as it happens"
      case .slower: "changes are told twice a second"
      case .statesOnly: "values are left out, and changes are told once a second"
      case .summaries: "only counts are told, once a second"
      }
    return new > old
      ? ("downgrade", "frames are taken slowly: " + what)
      : ("upgrade", "frames are taken in time: " + what)
  }
}
