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

  /// - Parameter isComplete: Whether the process waits, so that the oldest have been told to all who
  ///   want them and fall out first.
  init(capacity: Int = HubLimits.history, isComplete: Bool = false) {
    told = Ring(capacity: capacity, dropsOldest: isComplete)
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

  /// Number of the newest entry that the reporter told; 0 before the first.
  var newest: UInt64 { newestTold }

  /// What the reporter told after a number, in order: as much as fits, and one at least.
  func following(_ number: UInt64, bytes limit: Int) -> [HistoryEntry] {
    told.following(number, bytes: limit)
  }

  /// Entries of which greens fall out before anything else does.
  private struct Ring {
    let capacity: Int
    let dropsOldest: Bool
    private var greens = Queue<HistoryEntry>()
    private var others = Queue<HistoryEntry>()

    init(capacity: Int, dropsOldest: Bool = false) {
      self.capacity = capacity
      self.dropsOldest = dropsOldest
    }

    /// Adds an entry; the number of the one that fell out for it.
    @discardableResult
    mutating func append(_ entry: HistoryEntry) -> UInt64? {
      if case .colour(_, .green, _) = entry.kind {
        greens.append(entry)
      } else {
        others.append(entry)
      }
      guard greens.count + others.count > capacity else { return nil }
      let greenIsOldest = (greens.first?.number ?? .max) < (others.first?.number ?? .max)
      if dropsOldest, !greenIsOldest { return others.popFirst()?.number }
      return (greens.popFirst() ?? others.popFirst())?.number
    }

    func following(_ number: UInt64, bytes limit: Int) -> [HistoryEntry] {
      var (green, other) = (
        Self.place(after: number, in: greens), Self.place(after: number, in: others)
      )
      var found: [HistoryEntry] = []
      var room = limit
      while room > 0 {
        let (one, two) = (
          green < greens.count ? greens[green] : nil, other < others.count ? others[other] : nil
        )
        guard let next = [one, two].compactMap(\.self).min(by: { $0.number < $1.number }) else {
          break
        }
        if next.number == one?.number { green += 1 } else { other += 1 }
        room -= next.estimatedBytes
        if room < 0, !found.isEmpty { break }
        found.append(next)
      }
      return found
    }

    private static func place(after number: UInt64, in queue: Queue<HistoryEntry>) -> Int {
      var (low, high) = (0, queue.count)
      while low < high {
        let middle = (low + high) / 2
        if (queue[middle]?.number ?? 0) <= number { low = middle + 1 } else { high = middle }
      }
      return low
    }

    func entries(of binding: BindingID) -> [HistoryEntry] {
      let found = [greens, others].flatMap { queue in
        queue.contents.filter { $0.binding == binding }
      }
      return found.sorted { $0.number < $1.number }
    }
  }
}
