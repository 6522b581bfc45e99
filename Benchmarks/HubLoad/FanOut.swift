import BenchmarkStage
import InspectSystem
import InspectWire

/// S12: how soon very many observers all have a change, and what each costs the daemon.
enum FanOut {
  static func measure(observers: Int) throws {
    let stage = Stage()
    defer { stage.end() }
    let hub = stage.hub()
    defer { hub.end() }
    let reporter = try RawReporter(stage, number: 1)
    try reporter.declare(1_000) { "employee\($0).salary" }
    try reporter.drain()
    let before = hub.anonymousBytes
    var all: [Onlooker] = []
    for _ in 0..<observers {
      let onlooker = try Onlooker(stage)
      while let message = try onlooker.next() { if case .snapshotEnd = message { break } }
      all.append(onlooker)
    }
    let each = (hub.anonymousBytes - before) / observers

    var times: [Double] = []
    for round in 0..<5 {
      let start = SystemClock.monotonicMicroseconds
      try reporter.redden(UInt64(round * 2 + 2), change: 9)
      for onlooker in all { try wait(onlooker, UInt64(round * 2 + 2)) }
      times.append(Double(SystemClock.monotonicMicroseconds - start) / 1e6)
    }
    print(
      "S12-all-have-it-\(observers) \(Measure.rounded(Measure.median(times))) s "
        + "(goal 0.3 s for 1,000; each read in turn by one process)")
    print("S12-observer-bytes-\(observers) \(each >> 10) KiB (goal 64 KiB each)")
    for onlooker in all { onlooker.close() }
  }

  private static func wait(_ onlooker: Onlooker, _ id: UInt64) throws {
    while let message = try onlooker.next() {
      guard case .delta(let section) = message else { continue }
      for case .status(let status) in section.records
      where status.binding.rawValue == id && status.colour == .red {
        return
      }
    }
  }
}
