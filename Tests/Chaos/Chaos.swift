import TestSupport

/// Faults made on purpose against real processes, with a ground truth that they write themselves.
///
/// One seed decides everything that is left to chance; each failure names it. The short form takes
/// about 90 seconds; `--long` does more of the same for half an hour.
@main
enum Chaos {
  static func main() async {
    let options: Options
    do {
      options = try Options(Array(CommandLine.arguments.dropFirst()))
    } catch {
      print("Chaos: \(error.text)")
      end(64)
    }
    let report = Report(seed: options.seed)
    let chosen = faults.filter { fault in
      options.only.isEmpty
        ? options.isLong || !fault.needsLongForm : options.only.contains(fault.id)
    }
    // What takes its minute by waiting goes on beside the rest.
    await withTaskGroup { group in
      for fault in chosen where fault.isPatient {
        group.addTask { await report.run([fault], options) }
      }
      await report.run(chosen.filter { !$0.isPatient }, options)
    }
    print(report.summary)
    end(report.failures.isEmpty ? 0 : 1)
  }

  private static let faults: [any Fault] = [
    DaemonKilled(), ReportersKilled(), ManyObservers(), BadLines(), Garbage(), Sequences(),
    Versions(), FewDescriptors(), HalfOpen(), StalledObservers(),
  ]
}

/// Something that goes wrong in the field, and what must hold all the same.
protocol Fault: Sendable {
  /// Its number in the fault plan.
  var id: String { get }
  /// Whether it mostly waits.
  var isPatient: Bool { get }
  /// Whether two shared cores and a build for tests are too little for it.
  var needsLongForm: Bool { get }

  /// Makes it happen; what it saw, for the report.
  func happen(_ options: Options, _ chance: inout SeededGenerator) async throws -> [String]
}

extension Fault {
  var isPatient: Bool { false }
  var needsLongForm: Bool { false }
}
