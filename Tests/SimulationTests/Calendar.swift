import InspectWire

/// What is to happen later, in the order of its time; equals in the order of their coming.
struct Calendar<Event> {
  private var entries: [(at: Moment, order: Int, event: Event)] = []
  private var last = 0

  var next: Moment? { entries.map(\.at).min() }
  var isEmpty: Bool { entries.isEmpty }

  mutating func add(_ event: Event, at: Moment) {
    last += 1
    entries.append((at, last, event))
  }

  /// Takes the first that is due.
  mutating func take(due now: Moment) -> Event? {
    var found: Int?
    for (place, entry) in entries.enumerated() where entry.at <= now {
      guard let known = found else {
        found = place
        continue
      }
      if (entry.at, entry.order) < (entries[known].at, entries[known].order) { found = place }
    }
    return found.map { entries.remove(at: $0).event }
  }
}

extension Moment {
  func later(_ microseconds: Int64) -> Moment {
    Moment(microseconds: self.microseconds + microseconds)
  }
}
