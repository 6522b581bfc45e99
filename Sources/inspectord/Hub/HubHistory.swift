internal import InspectWire

/// What happened to the bindings of one process: bounded, and counting what falls out.
///
/// A reporter tells its history only when somebody wants it. Meanwhile the hub notes the changes of
/// colour that it sees itself, which may be fewer: states merge on their way.
struct HubHistory {
  private var told: Ring
  private var seen: Ring
  private var newestTold: UInt64 = 0
  private var newestSeen: UInt64 = 0

  init(capacity: Int = HubLimits.history) {
    told = Ring(capacity: capacity)
    seen = Ring(capacity: capacity / 4)
  }

  /// What fell out so far, of the process's ring or of this one.
  private(set) var loss = HistoryLoss()

  /// Takes what the reporter tells; what it told before is passed over.
  mutating func tell(_ entries: [HistoryEntry]) {
    for entry in entries where entry.number > newestTold {
      if entry.number - newestTold > 1 {
        loss.skip(NumberRange(from: newestTold + 1, to: entry.number - 1))
      }
      newestTold = entry.number
      loss.settle(through: newestTold)
      if let fallen = told.append(entry) { loss.drop(fallen) }
    }
  }

  /// Takes what the reporter says that it lost.
  mutating func lose(_ lost: Lost) { loss.announce(lost, told: newestTold) }

  /// Notes a change of colour that a status record shows.
  mutating func see(_ status: StatusRecord, from old: Colour) {
    newestSeen += 1
    seen.append(
      HistoryEntry(
        number: newestSeen, at: status.since, binding: status.binding,
        kind: .colour(from: old, to: status.colour, reason: status.reasons.first?.code)))
  }

  /// The newest entries of a binding, the oldest of them first.
  func entries(of binding: BindingID, limit: Int = HubLimits.explainedHistory) -> [HistoryEntry] {
    let found = told.entries(of: binding)
    return (found.isEmpty ? seen.entries(of: binding) : found).suffix(limit)
  }

  /// Entries of which greens fall out before anything else does.
  private struct Ring {
    let capacity: Int
    private var greens = Queue<HistoryEntry>()
    private var others = Queue<HistoryEntry>()

    init(capacity: Int) { self.capacity = capacity }

    /// Adds an entry; the number of the one that fell out for it.
    @discardableResult
    mutating func append(_ entry: HistoryEntry) -> UInt64? {
      if case .colour(_, .green, _) = entry.kind {
        greens.append(entry)
      } else {
        others.append(entry)
      }
      guard greens.count + others.count > capacity else { return nil }
      return (greens.popFirst() ?? others.popFirst())?.number
    }

    func entries(of binding: BindingID) -> [HistoryEntry] {
      let found = [greens, others].flatMap { queue in
        queue.contents.filter { $0.binding == binding }
      }
      return found.sorted { $0.number < $1.number }
    }
  }
}
