import BenchmarkStage

/// S7: how many whole status records the daemon takes in a second of its processor's time: read,
/// decoded, checked, folded and marked for two observers.
///
/// Beside it bare libwebsockets that reads as many messages of as many bytes, and copying them.
enum Fold {
  private static let bindings = 10_000
  private static let chunk = 16_384

  static func measure(records: Int, rounds: Int) throws {
    let stage = Stage()
    defer { stage.end() }
    let hub = stage.hub()
    defer { hub.end() }
    let raw = try stage.rawTransport()
    defer { raw.end() }
    let reporter = try RawReporter(stage, number: 1)
    try reporter.declare(bindings) { "employee\($0).salary" }
    let onlookers = try (0..<2).map { _ in try Onlooker(stage) }
    try reporter.drain()

    let each = records / rounds
    var messages = 0
    var bytes = 0
    let turns = try Turns(
      rounds,
      [
        {
          let (before, old) = (hub.processorSeconds, (reporter.messages, reporter.bytes))
          for left in stride(from: each, to: 0, by: -chunk) {
            try reporter.tell(min(left, chunk), ofBindings: bindings)
            for onlooker in onlookers { try onlooker.drain() }
          }
          try reporter.drain()
          (messages, bytes) = (reporter.messages - old.0, reporter.bytes - old.1)
          return hub.processorSeconds - before
        },
        {
          let before = raw.processorSeconds
          try raw.sink(messages, bytes: bytes / messages)
          return raw.processorSeconds - before
        },
        { copying(messages, bytes / messages) },
      ])
    func rate(_ way: Int) -> Double { Double(each) / turns.median(way) / 1e6 }
    Figure(
      "S7-fold", rate(0), "M records/s of its processor's time", beside: "bare libwebsockets reads",
      rate(1), ratio: turns.ratio(1, to: 0)
    ).print(
      goal: "3 M",
      note: "\(bytes / each) bytes a record; memcpy of the same \(Measure.rounded(rate(2))) M/s")
  }

  /// Seconds of the processor's time to copy so many messages, each into the place of the last.
  private static func copying(_ messages: Int, _ size: Int) -> Double {
    let source = Array(repeating: UInt8(7), count: size * 8)
    var sum = 0
    let time = Measure.nanoseconds(1) {
      for number in 0..<messages {
        let start = number % 8 * size
        let copy = Array(source[start..<start + size])
        sum += Int(copy[number % size])
      }
    }
    precondition(sum == 7 * messages, "all was copied")
    return time / 1e9
  }
}
