internal import InspectWire

/// How far one stream has been told what happened in each process.
struct HistoryFeed {
  /// Numbers through which it has been told.
  private var told: [InstanceID: UInt64] = [:]
  /// Processes of which more has happened, each once, in the order of their turns.
  private var behind = Queue<InstanceID>()
  private var isBehind: Set<InstanceID> = []
  /// Those of them that wait for their observers.
  private var waiting: Set<InstanceID> = []

  var isEmpty: Bool { behind.isEmpty }

  /// Notes that something happened in a process.
  mutating func note(_ instance: InstanceID, of process: HubProcess) {
    guard isBehind.insert(instance).inserted else { return }
    behind.append(instance)
    if process.isComplete { waiting.insert(instance) }
  }

  /// Notes that a process was dropped.
  mutating func drop(_ instance: InstanceID) { told[instance] = nil }

  /// How many entries of a process wait.
  func lag(behind process: HubProcess, _ instance: InstanceID) -> UInt64 {
    let newest = process.history.newest
    return newest - min(newest, told[instance] ?? 0)
  }

  /// Whether a process waits for this observer.
  var isAwaited: Bool { !waiting.isEmpty }

  /// The next part; nil where everything has been told.
  mutating func next(_ stream: UInt64, of processes: [InstanceID: HubProcess]) -> Entries? {
    while let instance = behind.popFirst() {
      isBehind.remove(instance)
      waiting.remove(instance)
      guard let process = processes[instance] else { continue }
      let before = told[instance] ?? 0
      let history = process.history
      guard history.newest > before else { continue }
      let entries = history.following(before, bytes: HubLimits.entriesBytes)
      var last = entries.last?.number ?? before
      var lost = Self.missing(after: before, entries)
      if history.following(last, bytes: 1).isEmpty {
        // The newest may have fallen out at once, where all that is kept is red.
        if last < history.newest { Self.add(last + 1, history.newest, to: &lost) }
        last = history.newest
      } else {
        // The others have their turns first.
        note(instance, of: process)
      }
      told[instance] = last
      return Entries(stream: stream, instance: instance, entries: entries, lost: lost)
    }
    return nil
  }

  /// What the numbers show to be missing.
  private static func missing(after number: UInt64, _ entries: [HistoryEntry]) -> LostEntries? {
    var last = number
    var lost: LostEntries?
    for entry in entries {
      if entry.number > last + 1 { add(last + 1, entry.number - 1, to: &lost) }
      last = entry.number
    }
    return lost
  }

  private static func add(_ from: UInt64, _ to: UInt64, to lost: inout LostEntries?) {
    lost = LostEntries(
      count: (lost?.count ?? 0) + (to - from + 1),
      numbers: NumberRange(from: lost?.numbers.from ?? from, to: to))
  }
}
