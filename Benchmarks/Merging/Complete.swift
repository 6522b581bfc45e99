import BenchmarkStage
import Glibc
import InspectSystem
import InspectWire

/// S6: the same workload in mode `complete`: every change of colour at the observer, in order, none lost.
enum Complete {
  /// - Parameter nats: Millions of messages that NATS delivers in a second; each update is one.
  static func measure(_ stage: Stage, bindings: Int, updates: Int, nats: Double) throws {
    let hub = stage.hub()
    defer { hub.end() }
    let onlooker = try Onlooker(stage, level: .history)
    let variables = [
      "BINDINSPECT_URL": "unix:" + stage.folder.path(of: "daemon.sock"), "BINDINSPECT": "complete",
      "BINDINSPECT_COMPLETE": "yes",
    ]
    for (name, value) in variables { setenv(name, value, 1) }
    let begun = SystemClock.monotonicMicroseconds
    let reporter = stage.program("Merging", "--reports", "complete", "\(updates)")
    for name in variables.keys { unsetenv(name) }
    defer { reporter.end() }
    var declared = LastStates(bindings: bindings, updates: updates)
    while !declared.areDeclared, let message = try onlooker.next() { declared.take(message) }
    reporter.order("go")

    var seen = Entries()
    let wanted = changes(bindings, updates)
    while seen.count < wanted, let message = try onlooker.next(until: onlooker.later(by: 10)) {
      seen.take(message)
    }
    let seconds = Double(SystemClock.monotonicMicroseconds - begun) / 1e6
    Figure(
      "S6-complete", seconds, "s", beside: "NATS delivers as many updates in",
      Double(updates) / nats / 1e6
    ).print(
      goal: "1",
      note: "\(updates) updates, \(seen.count) of \(wanted) changes of colour at the observer, "
        + "\(seen.lost) lost, \(seen.isInOrder ? "in" : "NOT in") order; start included")
  }

  /// How often a colour changes: each binding is green at first, and one update in seven is red.
  private static func changes(_ bindings: Int, _ updates: Int) -> Int {
    var changes = 0
    for binding in 0..<bindings {
      var isRed = false
      for update in stride(from: binding, to: updates, by: bindings)
      where (update % 7 == 0) != isRed {
        isRed.toggle()
        changes += 1
      }
    }
    return changes
  }

  /// What an observer was told to have happened.
  private struct Entries {
    private(set) var count = 0
    private(set) var lost: UInt64 = 0
    private(set) var isInOrder = true
    private var last: UInt64 = 0

    mutating func take(_ message: Message) {
      guard case .entries(let entries) = message else { return }
      lost += entries.lost?.count ?? 0
      for entry in entries.entries {
        if entry.number <= last { isInOrder = false }
        last = max(last, entry.number)
        if case .colour = entry.kind { count += 1 }
      }
    }
  }
}
