import InspectSystem
import TestSupport

/// F4: a thousand observers join at once, follow everything, and are told the truth.
struct ManyObservers: Fault {
  let id = "F4"
  let needsLongForm = true

  func happen(_ options: Options, _ chance: inout SeededGenerator) async throws -> [String] {
    // Asked for by name it is scaled to a quarter.
    let count = options.times(250, 1_000)
    let (rate, seconds) = (options.times(400, 2_000), options.times(3, 60))
    return try await Field.with { field in
      try await field.startReporters(1, bindings: options.times(200, 1_000))
      try field.startWatchers(2)
      try await field.agree()
      let before = try field.daemonMemory
      let start = SystemClock.monotonicMicroseconds
      let crowd = try Crowd(count, field.socket)
      defer { crowd.stop() }
      try await eventually("all have joined", seen: { "\(crowd.sight)" }) {
        crowd.sight.whole == count
      }
      let joined = (SystemClock.monotonicMicroseconds - start) / 1_000
      let each = (try field.daemonMemory - before) / count
      try hold(each <= 64, "the daemon grew by \(each) KiB for each observer")

      let (old, used) = (crowd.sight.frames, OtherProcess.cpuMilliseconds(of: field.daemon.pid))
      try field.tell { "churn \($0 + 1) \(rate) \(seconds * 1_000)" }
      pass(milliseconds: UInt32(seconds) * 1_000)
      let share = (OtherProcess.cpuMilliseconds(of: field.daemon.pid) - used) / (10 * seconds)
      let frames = Double(crowd.sight.frames - old) / Double(count * seconds)
      try await field.agree()
      let sight = crowd.sight
      try hold(sight.ended == 0 && sight.failure == nil, "not all stayed: \(sight)")
      try hold(frames <= 21, "\(frames) frames a second for each")
      // How many fewer depends on the build and the machine; that all are told the truth does not.
      try hold(frames > 0, "nobody was told anything")
      return [
        "\(count) observers joined in \(joined) ms, +\(each) KiB each; at \(rate) changes/s "
          + "\(Double(Int(frames * 10)) / 10) frames a second each, \(share) % of a processor, 0 differences"
      ]
    }
  }
}
