import BenchmarkStage
import InspectSystem
import InspectWire

/// S8 and S10: what the daemon holds for many bindings of many programs, and how soon somebody who
/// comes afresh has been told of all of them.
enum Holding {
  /// - Parameter name: Name of the binding of a number, over all reporters.
  static func measure(
    _ kind: String, reporters: Int, bindings: Int, goal: String, name: (Int) -> String
  ) throws {
    let stage = Stage()
    defer { stage.end() }
    let hub = stage.hub()
    defer { hub.end() }
    let idle = hub.anonymousBytes
    let observer = try Onlooker(stage)
    var programs: [RawReporter] = []
    let seconds = try Measure.seconds {
      for number in 0..<reporters {
        let reporter = try RawReporter(stage, number: UInt64(number + 1))
        try reporter.declare(bindings) { name(number * bindings + $0) }
        try reporter.drain()
        try observer.drain()
        programs.append(reporter)
        if number % 100 == 99 { for program in programs { try program.stayAlive() } }
      }
    }
    let count = reporters * bindings
    let held = (hub.anonymousBytes - idle) / count
    Figure("S8-\(kind)-\(count)", held, "bytes")
      .print(
        goal: goal, note: "each, of \(reporters) reporters; told in \(Measure.rounded(seconds)) s")
    try snapshot(stage, hub, kind, count, programs)
    for program in programs { program.close() }
  }

  /// Beside it bare libwebsockets that says as many bytes to one who comes afresh.
  private static func snapshot(
    _ stage: Stage, _ hub: HubProcess, _ kind: String, _ count: Int, _ programs: [RawReporter]
  ) throws {
    let raw = try stage.rawTransport()
    defer { raw.end() }
    var firstReds = 0
    var bytes = 0
    var seconds: [Double] = []
    var rawSeconds: [Double] = []
    let turns = try Turns(
      count > 100_000 ? 3 : 7, warmUp: count <= 100_000,
      [
        {
          for program in programs { try program.stayAlive() }
          let fresh = FreshObserver()
          let (spent, time) = try Measure.both({ hub.processorSeconds }) {
            try fresh.takeAll(stage)
          }
          (firstReds, bytes) = (fresh.firstReds, fresh.bytes)
          seconds.append(time)
          return spent
        },
        {
          let (spent, time) = try Measure.both({ raw.processorSeconds }) { try raw.source(bytes) }
          rawSeconds.append(time)
          return spent
        },
      ])
    Figure(
      "S10-snapshot-\(kind)-\(count)", Measure.median(seconds), "s", beside: "bare libwebsockets",
      Measure.median(rawSeconds), ratio: turns.ratio(0, to: 1)
    ).print(
      goal: "0.3 s and 12 MB for 100,000, 3 s for 1 M",
      note:
        "\(Measure.rounded(Double(bytes) / 1e6)) MB, \(firstReds) reds in the first part; ratio by processor time, reading included"
    )
  }
}

/// Somebody who comes afresh.
private final class FreshObserver {
  private(set) var firstReds = 0
  private(set) var bytes = 0

  func takeAll(_ stage: Stage) throws {
    let onlooker = try Onlooker(stage)
    var isFirst = true
    loop: while let message = try onlooker.next() {
      switch message {
      case .snapshotPart(let part) where isFirst:
        isFirst = false
        firstReds = part.records.count {
          if case .status(let status) = $0 { status.colour == .red } else { false }
        }
      case .snapshotEnd: break loop
      default: break
      }
    }
    bytes = onlooker.bytes
    onlooker.close()
  }
}
