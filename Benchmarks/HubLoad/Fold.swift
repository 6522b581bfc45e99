import BenchmarkStage

/// S7: how many whole status records the daemon takes in a second of its processor's time: read,
/// decoded, checked, folded and marked for two observers.
enum Fold {
  private static let bindings = 10_000
  private static let chunk = 16_384

  static func measure(records: Int) throws {
    let stage = Stage()
    defer { stage.end() }
    let hub = stage.hub()
    defer { hub.end() }
    let reporter = try RawReporter(stage, number: 1)
    try reporter.declare(bindings) { "employee\($0).salary" }
    let onlookers = try (0..<2).map { _ in try Onlooker(stage) }
    try reporter.drain()

    let before = hub.processorSeconds
    var left = records
    while left > 0 {
      try reporter.tell(min(left, chunk), ofBindings: bindings)
      left -= chunk
      for onlooker in onlookers { try onlooker.drain() }
    }
    try reporter.drain()
    let seconds = hub.processorSeconds - before
    let rate = Double(records) / seconds / 1e6
    print(
      "S7-fold \(Measure.rounded(rate)) M records/s of its processor's time "
        + "(\(records) records, \(Measure.rounded(seconds)) s; goal 3)")
  }
}
