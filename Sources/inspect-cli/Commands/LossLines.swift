internal import InspectLink
internal import InspectWire

/// Which losses are to be told when: each process at most once a second, and none in silence.
struct LossLines {
  /// What was told last of each process.
  private var told: [InstanceID: Known] = [:]
  /// What has changed since, by process.
  private var waiting: [InstanceID: ProcessEntry] = [:]

  fileprivate struct Known {
    var lost: UInt64
    var leftOut: UInt64
    var at: Moment?
  }

  /// - Parameter entries: What was shown already.
  init(_ entries: [ProcessEntry]) {
    for entry in entries { told[entry.facts.instance] = Known(entry, at: nil) }
  }

  /// Notes what is said of a process now.
  mutating func note(_ entry: ProcessEntry, now: Moment) {
    let known = told[entry.facts.instance]
    guard entry.lostEntries != known?.lost ?? 0 || entry.leftOut != known?.leftOut ?? 0 else {
      return
    }
    waiting[entry.facts.instance] = entry
  }

  /// When something has to be told; nil where nothing waits.
  var next: Moment? {
    waiting.keys.map { due($0) }.min()
  }

  /// Takes what is to be told now.
  mutating func due(now: Moment) -> [ProcessEntry] {
    let ready = waiting.keys.filter { due($0) <= now }.compactMap {
      waiting.removeValue(forKey: $0)
    }
    for entry in ready { told[entry.facts.instance] = Known(entry, at: now) }
    return ready.filter { !LossText.clauses($0).isEmpty }.sorted { $0.facts.pid < $1.facts.pid }
  }

  private func due(_ instance: InstanceID) -> Moment {
    guard let last = told[instance]?.at else { return Moment(microseconds: .min) }
    return last.after(.microseconds(CLILimits.lossMicroseconds))
  }
}

extension LossLines.Known {
  fileprivate init(_ entry: ProcessEntry, at moment: Moment?) {
    (lost, leftOut, at) = (entry.lostEntries, entry.leftOut, moment)
  }
}
