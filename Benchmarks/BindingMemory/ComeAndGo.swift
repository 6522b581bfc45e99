import BenchmarkStage
import BindInspect
import CAllocations
import InspectSystem

/// T10: typed bindings that are made, told to a daemon and ended, ten times so many, leave nothing behind:
/// neither in the program, by the allocator's count, nor in the daemon.
enum ComeAndGo {
  static func measure(_ count: Int) {
    let stage = Stage()
    defer { stage.end() }
    let hub = stage.hub()
    defer { hub.end() }
    let reporter = Reporter(
      configuration: ReporterConfiguration(
        mode: .armed, url: "unix:" + stage.folder.path(of: "daemon.sock"),
        folder: stage.elsewhere.path))
    var program: [Int] = []
    var daemon: [Int] = []
    var descriptors: [Int] = []
    for _ in 0..<10 {
      pass(count, reporter)
      program.append(settledBytes())
      daemon.append(hub.anonymousBytes)
      descriptors.append(hub.descriptors)
    }
    // The first rounds fill what is kept by design: rings, tables of names.
    Figure("T10-program-grown", program[9] - program[4], "bytes")
      .print(
        goal: "0",
        note: "after \(10 * count) made and ended; KiB by the allocator's count: \(series(program))"
      )
    Figure("T10-daemon-grown", daemon[9] - daemon[4], "bytes")
      .print(goal: "0", note: "resident KiB: \(series(daemon))")
    Figure("T10-daemon-descriptors-more", descriptors[9] - descriptors[4], "descriptors")
      .print(goal: "0")
    reporter.stop()
  }

  private static func series(_ bytes: [Int]) -> String {
    bytes.map { "\($0 >> 10)" }.joined(separator: " ")
  }

  private static func pass(_ count: Int, _ reporter: Reporter) {
    let bindings = Bindings(count, reporter)
    _ = settledBytes()
    withExtendedLifetime(bindings) {}
  }
}
