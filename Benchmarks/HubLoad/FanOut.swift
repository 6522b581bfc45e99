import BenchmarkStage
import Glibc
import InspectSystem
import InspectWire

/// S12: how soon very many observers all have a change, and what each costs the daemon.
///
/// Beside it bare libwebsockets that passes the same bytes on to as many.
enum FanOut {
  static func measure(observers: Int) throws {
    let stage = Stage()
    defer { stage.end() }
    let hub = stage.hub()
    defer { hub.end() }
    let raw = try stage.rawTransport()
    defer { raw.end() }
    let reporter = try RawReporter(stage, number: 1)
    try reporter.declare(1_000) { "employee\($0).salary" }
    try reporter.drain()
    let before = hub.anonymousBytes
    let all = try (0..<observers).map { _ in try Onlooker.whole(stage) }
    let each = (hub.anonymousBytes - before) / observers
    let listeners = try (0..<observers).map { _ in try raw.listener() }

    var change: UInt32 = 1
    var bytes = 200
    let turns = try Turns(
      9,
      [
        {
          change += 1
          let id = UInt64(change) * 2
          let old = all[0].bytes
          // Who is told of something once is told again when that is over, 20 times a second.
          usleep(60_000)
          let seconds = try Measure.seconds {
            try reporter.redden(id, change: change)
            for onlooker in all { try onlooker.wait(forRed: id) }
          }
          bytes = all[0].bytes - old
          return seconds
        },
        {
          usleep(60_000)
          return try Measure.seconds { try raw.fanOut(bytes, to: listeners) }
        },
      ])
    Figure(
      "S12-all-have-it-\(observers)", turns.median(0), "s", beside: "bare libwebsockets",
      turns.median(1), ratio: turns.ratio(0, to: 1)
    ).print(goal: "0.3 s for 1,000", note: "\(bytes) bytes each, read in turn by one process")
    Figure("S12-observer-bytes-\(observers)", each, "bytes").print(goal: "65536 each")
    for onlooker in all { onlooker.close() }
  }
}
