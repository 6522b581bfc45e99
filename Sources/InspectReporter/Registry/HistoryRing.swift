internal import InspectWire

/// What happened lately, bounded: the oldest falls out, but never a red before anything else, unless
/// whoever writes waits until the oldest has been told.
///
/// What fell out is counted with its numbers, so that whoever reads can say so.
struct HistoryRing {
  private var reds = Queue()
  private var others = Queue()
  private let limit: Int
  private let dropsOldest: Bool
  private var lastNumber: UInt64 = 0
  /// What has fallen out since the program began.
  private(set) var lost = Loss()

  init(limit: Int = ReporterLimits.historyEntries, dropsOldest: Bool = false) {
    self.limit = limit
    self.dropsOldest = dropsOldest
  }

  /// The ring of a program that waits for its observers.
  static var complete: HistoryRing {
    HistoryRing(limit: ReporterLimits.completeEntries, dropsOldest: true)
  }

  /// Number of the newest entry; 0 before the first.
  var newest: UInt64 { lastNumber }

  /// How many entries there are.
  var count: Int { reds.count + others.count }

  /// Adds an entry and returns the number of the one that fell out for it.
  @discardableResult
  mutating func append(_ kind: HistoryEntry.Kind, of binding: BindingID, at: Moment) -> UInt64? {
    lastNumber += 1
    let entry = HistoryEntry(number: lastNumber, at: at, binding: binding, kind: kind)
    if case .colour(_, to: .red, _) = kind { reds.append(entry) } else { others.append(entry) }
    guard count > limit else { return nil }
    let redIsOldest = (reds.first?.number ?? .max) < (others.first?.number ?? .max)
    let fallen =
      dropsOldest && redIsOldest
      ? reds.removeFirst() : others.removeFirst() ?? reds.removeFirst()
    if let fallen { lost.add(fallen.number) }
    return fallen?.number
  }

  /// The entries with larger numbers, in order.
  func following(_ number: UInt64, atMost limit: Int) -> [HistoryEntry] {
    var found: [HistoryEntry] = []
    var red = reds.place(after: number)
    var other = others.place(after: number)
    while found.count < limit {
      switch (reds.entry(at: red), others.entry(at: other)) {
      case (nil, nil): return found
      case (let entry?, nil):
        found.append(entry)
        red += 1
      case (nil, let entry?):
        found.append(entry)
        other += 1
      case (let one?, let two?):
        if one.number < two.number {
          found.append(one)
          red += 1
        } else {
          found.append(two)
          other += 1
        }
      }
    }
    return found
  }

  /// Which entries fell out: how many, and between which numbers.
  struct Loss: Hashable {
    var from: UInt64 = 0
    var to: UInt64 = 0
    var count: UInt64 = 0

    mutating func add(_ number: UInt64) {
      from = count == 0 ? number : min(from, number)
      to = max(to, number)
      count += 1
    }
  }

  /// Entries in ascending order that leave at the front.
  private struct Queue {
    private var entries: [HistoryEntry] = []
    private var start = 0

    var count: Int { entries.count - start }
    var first: HistoryEntry? { start < entries.count ? entries[start] : nil }

    mutating func append(_ entry: HistoryEntry) { entries.append(entry) }

    mutating func removeFirst() -> HistoryEntry? {
      guard start < entries.count else { return nil }
      let entry = entries[start]
      start += 1
      // Half of it gone: moving the rest costs no more than what was removed.
      if start * 2 > entries.count {
        entries.removeFirst(start)
        start = 0
      }
      return entry
    }

    func entry(at place: Int) -> HistoryEntry? { place < entries.count ? entries[place] : nil }

    func place(after number: UInt64) -> Int {
      var (low, high) = (start, entries.count)
      while low < high {
        let middle = (low + high) / 2
        if entries[middle].number <= number { low = middle + 1 } else { high = middle }
      }
      return low
    }
  }
}
