import BenchmarkStage

/// S7, S8, S10 and S12: what the daemon costs, and how soon those who look have what they look for.
@main
enum HubLoad {
  static func main() throws {
    let isQuick = CommandLine.arguments.contains("--quick")
    try Fold.measure(records: isQuick ? 500_000 : 10_000_000)
    for isShared in [false, true] {
      try Holding.measure(
        reporters: 100, bindings: isQuick ? 500 : 10_000, namesAreShared: isShared)
    }
    try FanOut.measure(observers: isQuick ? 100 : 1_000)
  }
}
