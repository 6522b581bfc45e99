import InspectSystem
import InspectWire
import TestSupport

/// F1 and F5: the daemon is killed while everything changes, and everybody comes back at once.
struct DaemonKilled: Fault {
  let id = "F1"

  func happen(_ options: Options, _ chance: inout SeededGenerator) async throws -> [String] {
    let kills = options.times(5, 50)
    let (programs, bindings) = (options.times(8, 20), options.times(250, 2_000))
    let rate = options.times(500, 1_000)
    let seeds = (0..<kills).map { _ in chance.next() >> 33 }
    let moments = (0..<kills).map { _ in UInt32.random(in: 100...1_200, using: &chance) }
    return try await Field.with { field in
      try await field.startReporters(programs, bindings: bindings)
      try field.startWatchers(options.times(5, 20))
      try await field.agree()
      let before = Self.instances(field)
      var back: [Int64] = []
      for (kill, (seed, moment)) in zip(seeds, moments).enumerated() {
        try field.tell { "churn \(seed &+ UInt64($0)) \(rate) 1500" }
        pass(milliseconds: moment)
        try await field.replaceDaemon()
        let start = SystemClock.monotonicMicroseconds
        try await Self.wait(for: programs, after: kill + 1, field)
        back.append((SystemClock.monotonicMicroseconds - start) / 1_000)
        try await field.agree()
        try hold(
          Self.instances(field) == before,
          "instances were \(before.sorted()), are \(Self.instances(field).sorted())")
      }
      let slowest = back.sorted().last ?? 0
      let late = field.reporters.flatMap(\.lines).compactMap(Self.worst).max() ?? 0
      return [
        "\(kills) kills under \(programs * rate) changes/s: 0 differences, "
          + "instances unchanged, all back within \(slowest) ms, longest change \(late) µs"
      ]
    }
  }

  private static func instances(_ field: Field) -> Set<String> {
    field.watchers.first.map(instances) ?? []
  }

  private static func instances(_ watcher: Watcher) -> Set<String> {
    watcher.look { seen in
      Set(seen.fleet.processes.filter { $0.value.entry?.state == .live }.map(\.key.text))
    }
  }

  /// Waits until every watcher was told of each restart and sees all programs.
  private static func wait(for programs: Int, after kills: Int, _ field: Field) async throws {
    for watcher in field.watchers {
      try await eventually(
        "all programs are back after kill \(kills)", seen: { watcher.summary },
        {
          watcher.look { seen in
            seen.beginnings.count { $0 == "restarted" } == kills && seen.fleet.isWhole
          } && instances(watcher).count == programs
        })
    }
  }

  /// Microseconds of the longest change, from an answer.
  private static func worst(_ line: String) -> Int? {
    guard line.hasPrefix("churned ") else { return nil }
    return line.split(separator: " ").last.flatMap { Int($0) }
  }
}
