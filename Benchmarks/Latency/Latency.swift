import BenchmarkStage
import Glibc
import InspectLink
import InspectSystem
import InspectWire

/// S11: from a change of colour in a program to an observer who has it, on one machine.
///
/// The status says when its colour changed, by the clock that all processes share; the observer
/// subtracts. Beside it bare libwebsockets that passes as many bytes on from one process to another.
@main
enum Latency {
  static func main() throws {
    let isQuick = CommandLine.arguments.contains("--quick")
    let stage = Stage()
    defer { stage.end() }
    let workload = stage.workload("--bindings", "1000")
    defer { workload.end() }
    let raw = try stage.rawTransport()
    defer { raw.end() }
    let listener = try raw.listener()
    var observer = try Observer(folder: stage.folder)

    var trips: [Int64] = []
    var idle: [Int64] = []
    for _ in 0..<(isQuick ? 5 : 10) {
      for _ in 0..<30 {
        // As far apart as the changes are: a processor that slept wakes up late.
        usleep(5_000)
        let start = SystemClock.monotonicMicroseconds
        try raw.fanOut(200, to: [listener])
        trips.append(SystemClock.monotonicMicroseconds - start)
      }
      workload.order("pulse 10 70")
      idle += try observer.delays(count: 10)
      workload.answer()
    }
    report("S11-idle-p50", idle, 50, trips, "1 ms")
    // Of a few changes nobody can say how the last hundredth fares.
    if !isQuick { report("S11-idle-p99", idle, 99, trips, "10 ms") }

    workload.order("storm 100000 \(isQuick ? 2 : 5)")
    let busy = try observer.delays(count: isQuick ? 10_000 : 30_000)
    workload.answer()
    report("S11-100000-changes-p50", busy, 50, trips, "none")
    if !isQuick { report("S11-100000-changes-p99", busy, 99, trips, "100 ms") }
  }

  private static func report(
    _ name: String, _ values: [Int64], _ percent: Int, _ trips: [Int64], _ goal: String
  ) {
    Figure(
      name, Double(percentile(values, percent)), "µs", beside: "bare libwebsockets",
      Double(percentile(trips, percent))
    ).print(goal: goal)
  }

  private static func percentile(_ values: [Int64], _ percent: Int) -> Int64 {
    let sorted = values.sorted()
    return sorted[min(sorted.count - 1, sorted.count * percent / 100)]
  }
}
