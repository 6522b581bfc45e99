internal import InspectLink
internal import InspectSystem
internal import InspectWire

/// The processes of the runtime folder, joined with what a daemon knows.
struct ProcessList: Sendable {
  /// Those that live first, then the ended ones; by pid.
  var rows: [ProcessRow]
  /// Files of the runtime folder that could not be believed.
  var faults: [DiscoveryFault]

  /// Looks into the folder; leftovers of the dead are removed.
  ///
  /// - Parameter entries: What a daemon told; empty without one.
  init(_ folder: RuntimeFolder, known entries: [ProcessEntry]) throws(Complaint) {
    let found: Discovery
    do { found = try Discovery.scanEverywhere(folder) } catch { throw Complaint(error) }
    faults = found.faults
    let known = Dictionary(
      entries.map { ($0.facts.instance, $0) }, uniquingKeysWith: { _, last in last })
    var rows = found.processes.map { told in
      var row = ProcessRow(
        instance: told.instance, pid: told.pid, name: told.name, mode: told.mode,
        startedWall: Self.start(ticks: told.startTime), entry: known[told.instance])
      let seen = ProcessTable.entry(of: told.pid)
      row.isStopped = seen?.startTime == told.startTime && seen?.isStopped == true
      // It lives, as its lock proves: what the daemon last heard of it is over.
      if row.entry?.hasEnded == true { row.entry = nil }
      return row
    }
    let advertised = Set(rows.map(\.instance))
    rows += entries.filter { !advertised.contains($0.facts.instance) }.map { entry in
      var row = ProcessRow(entry)
      row.startedWall = Self.start(ticks: entry.facts.startTime)
      return row
    }
    self.rows = rows.sorted { one, other in
      (one.hasEnded ? 1 : 0, one.pid, one.instance.text)
        < (other.hasEnded ? 1 : 0, other.pid, other.instance.text)
    }
  }

  /// Those that have not ended.
  var living: [ProcessRow] { rows.filter { !$0.hasEnded } }

  /// When a process started, in microseconds since 1970; nil where the number makes no sense.
  ///
  /// - Parameter ticks: Hundredths of a second since boot, as `/proc` tells them (`proc(5)`).
  private static func start(ticks: UInt64) -> Int64? {
    guard let ticks = Int64(exactly: ticks), ticks < Int64.max / 10_000 else { return nil }
    let age = SystemClock.monotonicMicroseconds - ticks * 10_000
    return age < 0 ? nil : SystemClock.wallMicroseconds - age
  }
}

extension ProcessRow {
  /// Whether nothing more comes of it.
  var hasEnded: Bool { entry?.hasEnded == true }
}
