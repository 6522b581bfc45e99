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
    var seconds: [Double] = []
    var rawSeconds: [Double] = []
    let turns = try Turns(
      15,
      [
        {
          change += 1
          let id = UInt64(change) * 2
          let old = all[0].bytes
          // Who is told of something once is told again when that is over, 20 times a second.
          usleep(60_000)
          let (spent, time) = try Measure.both({ hub.processorSeconds }) {
            try reporter.redden(id, change: change)
            for onlooker in all { try onlooker.wait(forRed: id) }
          }
          bytes = all[0].bytes - old
          seconds.append(time)
          return spent
        },
        {
          let (spent, time) = try Measure.both({ raw.processorSeconds }) {
            try raw.fanOut(bytes, to: listeners)
          }
          rawSeconds.append(time)
          return spent
        },
      ])
    Figure(
      "S12-all-have-it-\(observers)", Measure.median(seconds), "s", beside: "bare libwebsockets",
      Measure.median(rawSeconds), ratio: turns.ratio(0, to: 1)
    ).print(
      goal: "0.3 s for 1,000",
      note: "\(bytes) bytes each, read in turn by one process; ratio by processor time")
    Figure("S12-observer-bytes-\(observers)", each, "bytes").print(goal: "65536 each")
    for onlooker in all { onlooker.close() }
  }
}
