internal import InspectLink
internal import InspectSystem
internal import InspectWire

/// A process whose link is gone: looked at again and again until it reports anew or is gone itself.
struct ProcessWatch {
  private let facts: InstanceFacts
  /// How it tells of itself; nil for one that dialled in.
  private let place: Advertisement?
  private let isHere: Bool
  private let began: Moment
  private var pause = RimLimits.firstLook
  private var backoff = Backoff()
  private var nextDial: Moment
  /// When to look next.
  private(set) var next: Moment

  /// What a look found.
  enum Finding {
    case wait
    case dial
    case gone
  }

  init(_ facts: InstanceFacts, _ place: Advertisement?, now: Moment, isHere: Bool) {
    self.facts = facts
    self.place = place
    self.isHere = isHere
    began = now
    // At once: a program that ends closes its link a moment before the kernel buries it.
    next = now.plus(RimLimits.firstLook)
    nextDial = next
  }

  /// Looks at the process.
  mutating func look(
    now: Moment, in folder: RuntimeFolder, using chance: inout some RandomNumberGenerator
  ) -> Finding {
    pause = min(pause * 2, RimLimits.lastLook)
    next = now.plus(pause)
    guard lives(now, folder) else { return .gone }
    guard place != nil else { return .wait }
    guard nextDial <= now else {
      next = min(next, nextDial)
      return .wait
    }
    nextDial = now.after(backoff.next(using: &chance))
    return .dial
  }

  private func lives(_ now: Moment, _ folder: RuntimeFolder) -> Bool {
    // The held lock is the proof, also for a process in another pid namespace.
    if let place { return place.isAlive(in: folder) }
    guard isHere else { return began.plus(RimLimits.unseen) > now }
    return ProcessTable.isRunning(facts.pid, startedAt: facts.startTime)
  }
}
