import BenchmarkStage
import InspectLink
import InspectSystem
import InspectWire

/// S11: from a change of colour in a program to an observer who has it, on one machine.
///
/// The status says when its colour changed, by the clock that all processes share; the observer
/// subtracts. The reference is a byte through a pipe to a process and back, halved.
@main
enum Latency {
  static func main() throws {
    let isQuick = CommandLine.arguments.contains("--quick")
    let stage = Stage()
    defer { stage.end() }
    let workload = stage.workload("--bindings", "1000")
    defer { workload.end() }
    var observer = try Observer(folder: stage.folder)

    var trips: [Int64] = []
    for _ in 0..<200 {
      let start = SystemClock.monotonicMicroseconds
      workload.order("count")
      workload.answer()
      trips.append((SystemClock.monotonicMicroseconds - start) / 2)
    }
    let reference = percentile(trips, 50)

    workload.order("pulse \(isQuick ? 20 : 100) 70")
    let idle = try observer.delays(count: isQuick ? 20 : 100)
    workload.answer()
    report("S11-idle-p50", percentile(idle, 50), reference, "1 ms")
    report("S11-idle-p99", percentile(idle, 99), reference, "10 ms")

    workload.order("storm 100000 \(isQuick ? 2 : 5)")
    let busy = try observer.delays(count: isQuick ? 10_000 : 30_000)
    workload.answer()
    report("S11-100000-changes-p99", percentile(busy, 99), reference, "100 ms")
  }

  private static func report(_ name: String, _ value: Int64, _ reference: Int64, _ goal: String) {
    let ratio = Double(value * 10 / max(reference, 1)) / 10
    print("\(name) \(value) µs (through a pipe \(reference), \(ratio); goal \(goal))")
  }

  private static func percentile(_ values: [Int64], _ percent: Int) -> Int64 {
    let sorted = values.sorted()
    return sorted[min(sorted.count - 1, sorted.count * percent / 100)]
  }
}
