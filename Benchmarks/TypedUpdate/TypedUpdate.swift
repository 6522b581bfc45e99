import BenchmarkStage
import BindInspect
import CAllocations
import Glibc
import InspectSystem

/// S1 and S3: what an update of a typed binding costs: one Int property, one transformer to String,
/// one target.
///
/// The reference and the modes take turns, so that a slow moment of the machine hits them all; what
/// is printed is the median.
@main
enum TypedUpdate {
  static func main() throws {
    let isQuick = CommandLine.arguments.contains("--quick")
    let updates = isQuick ? 100_000 : 1_000_000
    let plain = Plain()
    let stage = Stage()
    defer { stage.end() }
    let cases = Case.all(stage)
    // Before anybody observes: the thread that reports allocates as it likes.
    for entry in cases { update(entry.model, times: updates) }
    for entry in cases.dropLast() { countAllocations(entry, updates) }
    let observer = stage.observer(of: Environment.ownPID)
    defer { observer.end() }
    let attached = cases[cases.count - 1].reporter
    while !attached.isAttached { usleep(1_000) }

    let turns = try Turns(
      15,
      [{ Measure.nanoseconds(updates) { update(plain.model, times: updates) } }]
        + cases.map { entry in
          { Measure.nanoseconds(updates) { update(entry.model, times: updates) } }
        })
    for (index, entry) in cases.enumerated() {
      precondition(entry.label.text == plain.label.text, "all ways end with the same text")
      Figure(
        "S1-typed-update-\(entry.name)", turns.median(index + 1), "ns", beside: "bare closure",
        turns.median(0), ratio: turns.ratio(index + 1, to: 0)
      ).print(goal: entry.goal)
    }
    // The first is in mode `none`, the second in mode `off`.
    Figure(
      "C8-linked-and-not-attached", turns.median(2), "ns", beside: "mode none", turns.median(1),
      ratio: turns.ratio(2, to: 1)
    ).print(goal: "within noise; instructions: make test-costs")
  }

  private static func countAllocations(_ entry: Case, _ updates: Int) {
    let before = allocations_count()
    update(entry.model, times: updates)
    let made = allocations_count() - before
    Figure("S3-allocations-\(entry.name)", made, "allocations")
      .print(goal: "0", note: "\(updates) updates")
  }
}

/// The reference, wired.
struct Plain {
  let model = PlainModel()
  let label = PlainLabel()

  init() {
    let label = label
    model.onChange = { label.text = String($0) }
  }
}

/// A binding that reports in one of the modes.
struct Case {
  let name: String
  let goal: String
  let model = Model()
  let label = Label()
  let reporter: Reporter

  init(_ configuration: ReporterConfiguration, name: String? = nil, goal: String) {
    self.name = name ?? configuration.mode.rawValue
    self.goal = goal
    reporter = Reporter(configuration: configuration)
    bind(model.$salary, to: label.$text, through: { String($0) }, reporter: reporter)
  }

  /// The last is the one that can be found, and is observed.
  static func all(_ stage: Stage) -> [Case] {
    let (here, elsewhere) = (stage.folder.path, stage.elsewhere.path)
    return [
      Case(ReporterConfiguration(mode: .none, folder: elsewhere), goal: "none"),
      Case(ReporterConfiguration(mode: .off, folder: elsewhere), goal: "1.5"),
      Case(ReporterConfiguration(mode: .armed, folder: elsewhere), goal: "2"),
      Case(ReporterConfiguration(mode: .off, folder: here), name: "attached", goal: "3"),
    ]
  }
}
