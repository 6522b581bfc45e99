import InspectSystem
import InspectWire
import TestSupport

/// F2: programs are killed, leave, crash and are stopped, and nobody else notices.
struct ReportersKilled: Fault {
  let id = "F2"

  /// How a program ends.
  private enum End: CaseIterable {
    case killed, left, crashed, stopped
  }

  func happen(_ options: Options, _ chance: inout SeededGenerator) async throws -> [String] {
    let ends = (0..<options.times(24, 500)).map { _ in End.allCases.randomElement(using: &chance)! }
    return try await Field.with { field in
      try await field.startReporters(3, bindings: 100)
      try field.startWatchers(2)
      try await field.agree()
      let steady = Set(field.reporters.map(\.pid))
      let descriptors = OtherProcess.descriptors(of: field.daemon.pid)
      var slowest: Int64 = 0
      for (index, end) in ends.enumerated() {
        try await field.startReporters(1, bindings: 20)
        guard let program = field.reporters.last else { break }
        try await Self.wait(until: .live, program.pid, field, "start \(index)")
        let start = SystemClock.monotonicMicroseconds
        switch end {
        case .killed: program.send(signal: Signals.kill)
        case .left: try program.type("exit 3")
        case .crashed: try program.type("trap")
        case .stopped:
          // Too short to be called stale; it goes on as if nothing had been.
          program.send(signal: 19)
          pass(milliseconds: 200)
          program.send(signal: 18)
          try await field.agree()
          program.send(signal: Signals.kill)
        }
        try await Self.wait(until: .ended, program.pid, field, "end \(index), \(end)")
        if end != .stopped {
          slowest = max(slowest, (SystemClock.monotonicMicroseconds - start) / 1_000)
        }
        field.forget(program)
      }
      try await field.agree()
      try hold(Set(field.reporters.map(\.pid)) == steady, "a steady program is gone")
      let left = OtherProcess.descriptors(of: field.daemon.pid)
      try hold(left <= descriptors, "the daemon had \(descriptors) descriptors, and has \(left)")
      return ["\(ends.count) programs ended: each shown within \(slowest) ms, nothing left behind"]
    }
  }

  private enum Shown { case live, ended }

  private static func wait(
    until wanted: Shown, _ pid: Int32, _ field: Field, _ when: String
  ) async throws {
    for watcher in field.watchers {
      let seen = { "\(entries(pid, watcher)); \(watcher.summary)" }
      try await eventually("\(when): \(pid) is shown as \(wanted)", seen: seen) {
        shown(pid, watcher) == wanted
      }
    }
  }

  private static func shown(_ pid: Int32, _ watcher: Watcher) -> Shown? {
    watcher.look { seen in
      let entry = seen.fleet.processes.values.first { $0.entry?.facts.pid == pid }?.entry
      return switch entry?.state {
      case .ended: .ended
      case .live: .live
      default: nil
      }
    }
  }

  private static func entries(_ pid: Int32, _ watcher: Watcher) -> [ProcessEntry.State?] {
    watcher.look { seen in
      seen.fleet.processes.values.filter { $0.entry?.facts.pid == pid }.map { $0.entry?.state }
    }
  }

}
