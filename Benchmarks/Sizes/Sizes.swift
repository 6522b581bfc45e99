import BenchmarkStage
import BindInspect
import Glibc
import InspectSystem

/// What a change costs, and what it costs to name everything, with a thousand bindings and up to a
/// million: typed bindings of one program, reported to a daemon while it runs.
@main
enum Sizes {
  static func main() throws {
    let isQuick = CommandLine.arguments.contains("--quick")
    let sizes = isQuick ? [1_000, 10_000] : [1_000, 10_000, 100_000, 1_000_000]
    var table = Table(sizes: sizes)
    for size in sizes {
      let before = SystemClock.monotonicMicroseconds
      do { table.add(try Program.measure(size)) } catch {
        print("\(size) bindings not measured: \(error)")
        break
      }
      let seconds = Double(SystemClock.monotonicMicroseconds - before) / 1e6
      let note = "sizes: \(size) bindings measured in \(Measure.rounded(seconds)) s\n"
      _ = note.withCString { write(2, $0, strlen($0)) }
    }
    table.print()
  }
}

/// A program of so many typed bindings, its daemon and those who look.
struct Program {
  /// Statuses of one round.
  private static let changed = 1_000
  private static let rounds = 20
  private static let observers = 2

  private let stage = Stage()
  private let hub: HubProcess
  private let reporter: Reporter
  private let bindings: Bindings

  /// What each row of the table comes to, in its unit.
  static func measure(_ size: Int) throws -> [Row: Double] {
    let program = Program(size)
    defer { program.end() }
    return try program.measure()
  }

  private init(_ size: Int) {
    hub = stage.hub()
    reporter = Reporter(
      configuration: ReporterConfiguration(
        mode: .armed, url: "unix:" + stage.folder.path(of: "daemon.sock"),
        folder: stage.elsewhere.path))
    bindings = Bindings(size, reporter)
  }

  private func end() {
    reporter.stop()
    hub.end()
    stage.end()
  }

  private func measure() throws -> [Row: Double] {
    settle()
    var costs: [Row: Double] = [:]
    costs[.update] = Measure.median((0..<5).map { _ in bindings.update(100_000) })
    settle()

    // Each round is told before the next one begins.
    let alone = try spend(on: [])
    costs[.flush] = alone.reporter
    costs[.fold] = alone.hub
    var onlookers: [Onlooker] = []
    for _ in 0..<Self.observers {
      onlookers.append(try Onlooker.whole(stage, beside: onlookers))
    }
    let watched = try spend(on: onlookers)
    costs[.fanOut] = max(watched.hub - alone.hub, 0) / Double(Self.observers)
    for onlooker in onlookers { onlooker.close() }
    settle()

    costs[.snapshot] = try Measure.median(
      (0..<3).map { _ in
        try Measure.seconds { try Onlooker.whole(stage).close() } * 1e3
      })
    costs[.tree] = Measure.median(
      (0..<3).map { _ in
        Companion(stage.path("inspect-cli"), ["tree", "\(getpid())"]).processorSecondsAtEnd * 1e3
      })
    return costs
  }

  /// Nanoseconds of processor time for each status of many rounds, in this program and in the daemon.
  private func spend(on onlookers: [Onlooker]) throws -> (reporter: Double, hub: Double) {
    for onlooker in onlookers { try onlooker.drain() }
    let old = hub.processorSeconds
    var others = -otherThreads
    for _ in 0..<Self.rounds {
      _ = bindings.update(Self.changed)
      // Longer than the pause between two flushes, and than the one between two deltas.
      usleep(120_000)
      for onlooker in onlookers { try onlooker.drain() }
    }
    others += otherThreads
    let statuses = Double(Self.rounds * Self.changed)
    return (others * 1e9 / statuses, (hub.processorSeconds - old) * 1e9 / statuses)
  }

  /// Seconds of processor time of all threads but this one.
  private var otherThreads: Double {
    Measure.seconds(of: CLOCK_PROCESS_CPUTIME_ID) - Measure.seconds(of: CLOCK_THREAD_CPUTIME_ID)
  }

  /// Waits until neither this program nor the daemon has anything left to do.
  private func settle() {
    var last = -1.0
    while true {
      usleep(300_000)
      let now = hub.processorSeconds + otherThreads
      if now - last < 0.003 { return }
      last = now
    }
  }
}

final class Model {
  @Bound var salary = 0
}

final class Sign {
  @Bound var text = ""
}

/// Models and signs, each pair bound under a name of its own.
final class Bindings {
  private let models: [Model]
  private let signs: [Sign]
  private var turn = 0

  init(_ count: Int, _ reporter: Reporter) {
    models = (0..<count).map { _ in Model() }
    signs = models.map { _ in Sign() }
    for (index, model) in models.enumerated() {
      bind(
        model.$salary, to: signs[index].$text, through: { String($0) },
        name: "employee\(index).salary", reporter: reporter)
    }
  }

  /// Nanoseconds for each of so many updates, of one binding after the other.
  func update(_ times: Int) -> Double {
    Measure.nanoseconds(times) {
      for _ in 0..<times {
        turn += 1
        models[turn % models.count].salary = turn & 0xffff
      }
    }
  }
}
