import BenchmarkStage

/// S7, S8, S10 and S12: what the daemon costs, and how soon those who look have what they look for.
///
/// `--scale`: very many reporters, observers that stand still, and long names.
@main
enum HubLoad {
  static func main() throws {
    let words = CommandLine.arguments
    if words.contains("--scale") { return try scale() }
    let isQuick = words.contains("--quick")
    try Fold.measure(records: isQuick ? 600_000 : 10_000_000, rounds: isQuick ? 6 : 10)
    let (reporters, bindings) = isQuick ? (20, 1_000) : (100, 10_000)
    // 24 bytes each.
    try Holding.measure(
      "own-names", reporters: reporters, bindings: bindings, goal: "300"
    ) { "employee\($0 + 1_000_000_000).name" }
    try Holding.measure(
      "shared-names", reporters: reporters, bindings: bindings, goal: "120"
    ) { "employee\($0 % 10 + 1_000_000_000).name" }
    try FanOut.measure(observers: isQuick ? 100 : 1_000)
  }

  private static func scale() throws {
    try Holding.measure(
      "1000-reporters", reporters: 1_000, bindings: 1_000, goal: "300"
    ) { "employee\($0 + 1_000_000_000).name" }
    let tail = String(repeating: ".next", count: 43)
    try Holding.measure(
      "own-names-of-240", reporters: 10, bindings: 10_000, goal: "none"
    ) { "employee\($0 + 1_000_000_000)\(tail).name" }
    try Holding.measure(
      "shared-names-of-240", reporters: 10, bindings: 10_000, goal: "none"
    ) { "employee\($0 % 10 + 1_000_000_000)\(tail).name" }
    try Stalled.measure(observers: 1_000, stalled: 200)
  }
}
