import BenchmarkStage
import Glibc
import InspectReporter
import InspectSystem
import Synchronization

/// Slots under load: what eight threads pay for an update that lands in a slot and marks it dirty.
///
/// Each has slots of its own, as bindings live on one thread at a time; the list of dirty ones and the
/// thread that empties it are everybody's. Beside it eight threads that add to bare atomics of their own.
@main
enum Slots {
  static let threads = 8
  static let slots = 64

  static func main() throws {
    let updates = CommandLine.arguments.contains("--quick") ? 100_000 : 1_000_000
    let stage = Stage()
    defer { stage.end() }
    let armed = Probes(.armed, stage.elsewhere)
    let attached = Probes(.armed, stage.folder)
    let observer = stage.observer(of: Environment.ownPID)
    defer { observer.end() }
    while !attached.reporter.isAttached { usleep(1_000) }
    let counters = Counters()

    let turns = try Turns(
      9,
      [
        { eight(updates) { counters.add($0, times: updates) } },
        { eight(updates) { armed.update($0, times: updates) } },
        { eight(updates) { attached.update($0, times: updates) } },
      ])
    for (index, name) in ["armed", "attached"].enumerated() {
      Figure(
        "slots-\(name)-8-threads", turns.median(index + 1), "ns of processor time",
        beside: "bare relaxed addition", turns.median(0), ratio: turns.ratio(index + 1, to: 0)
      ).print(
        goal: "none",
        note: "\(Measure.rounded(1e3 / turns.median(index + 1))) M updates/s of a processor")
    }
  }

  /// Nanoseconds of the threads' processor time for each repetition.
  private static func eight(_ times: Int, _ body: @escaping @Sendable (Int) -> Void) -> Double {
    let spent = Lock<[Double]>([])
    for thread in 0..<threads {
      do {
        try PlainThread.start(name: "slots", stackBytes: 1 << 20) {
          let each = Measure.nanoseconds(times) { body(thread) }
          spent.withLock { $0.append(each) }
        }
      } catch { preconditionFailure("threads can be started: \(error)") }
    }
    while spent.withLock({ $0.count }) < threads { usleep(500) }
    return spent.withLock { $0.reduce(0, +) } / Double(threads)
  }
}

/// The slots of each thread.
struct Probes: Sendable {
  let reporter: Reporter
  private let probes: [[Probe]]

  init(_ mode: IdleMode, _ folder: RuntimeFolder) {
    let reporter = Reporter(configuration: ReporterConfiguration(mode: mode, folder: folder.path))
    let scope = reporter.makeScope(name: "root", isBoundary: true)
    probes = (0..<Slots.threads).map { thread in
      (0..<Slots.slots).map { slot in
        reporter.makeBinding(
          BindingDeclaration(
            scope: scope, name: "b\(thread)x\(slot)", place: .source(file: "Slots.swift", line: 1),
            source: Endpoint(owner: "Model", property: "value", valueType: "Int"),
            target: Endpoint(owner: "Label", property: "text", valueType: "String")),
          verdict: Verdict(.green))
      }
    }
    self.reporter = reporter
  }

  @inline(never)
  func update(_ thread: Int, times: Int) {
    let own = probes[thread]
    for number in 0..<times { own[number % own.count].delivered(isNew: true, from: WritePlace()) }
  }
}

/// The counters of each thread, a cache line each.
final class Counters: Sendable {
  private final class Counter: Sendable {
    let value = Atomic<UInt>(0)
    let room = (0, 0, 0, 0, 0, 0)
  }

  private let counters = (0..<Slots.threads).map { _ in
    (0..<Slots.slots).map { _ in Counter() }
  }

  @inline(never)
  func add(_ thread: Int, times: Int) {
    let own = counters[thread]
    for number in 0..<times { own[number % own.count].value.add(1, ordering: .relaxed) }
  }
}
