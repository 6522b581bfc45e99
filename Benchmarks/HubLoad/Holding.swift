import BenchmarkStage
import InspectSystem
import InspectWire

/// S8 and S10: what the daemon holds for many bindings of many programs, and how soon somebody who
/// comes afresh has been told of all of them.
enum Holding {
  static func measure(reporters: Int, bindings: Int, namesAreShared: Bool) throws {
    let stage = Stage()
    defer { stage.end() }
    let hub = stage.hub()
    defer { hub.end() }
    let idle = hub.anonymousBytes
    let observer = try Onlooker(stage)
    var programs: [RawReporter] = []
    for number in 0..<reporters {
      let reporter = try RawReporter(stage, number: UInt64(number + 1))
      // 24 bytes each.
      try reporter.declare(bindings) { index in
        let own = namesAreShared ? index % 10 : number * bindings + index
        return "employee\(own + 1_000_000_000).name"
      }
      try reporter.drain()
      try observer.drain()
      programs.append(reporter)
    }
    let count = reporters * bindings
    let held = hub.anonymousBytes - idle
    let kind = namesAreShared ? "shared-names" : "own-names"
    print(
      "S8-\(kind)-\(count) \(held >> 20) MB (\(held / count) bytes a binding; goal "
        + "\(namesAreShared ? 120 : 300) MB a million)")
    try snapshot(stage, kind, count)
    for program in programs { program.close() }
  }

  private static func snapshot(_ stage: Stage, _ kind: String, _ count: Int) throws {
    let start = SystemClock.monotonicMicroseconds
    let fresh = try Onlooker(stage)
    var firstReds = 0
    var firstPart = true
    loop: while let message = try fresh.next() {
      switch message {
      case .snapshotPart(let part) where firstPart:
        firstPart = false
        firstReds = part.records.count {
          if case .status(let status) = $0 { status.colour == .red } else { false }
        }
      case .snapshotEnd: break loop
      default: break
      }
    }
    let seconds = Double(SystemClock.monotonicMicroseconds - start) / 1e6
    print(
      "S10-snapshot-\(kind)-\(count) \(Measure.rounded(seconds)) s (\(fresh.bytes >> 20) MB, "
        + "\(firstReds) reds in the first part; goal 0.3 s and 12 MB for 100,000, 3 s for 1 M)")
    fresh.close()
  }
}
