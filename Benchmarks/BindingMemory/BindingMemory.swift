import BenchmarkStage
import BindInspect
import CAllocations
import Glibc
import InspectSystem

/// S9 and T10: what a typed binding weighs by the allocator's count, and what of that reporting adds.
///
/// The same bindings twice: in mode `none`, where nothing is told, and attached at level 1, told and
/// come to rest. Names are of 24 bytes, each another one. Then bindings are made and ended.
@main
enum BindingMemory {
  static func main() {
    let words = CommandLine.arguments
    let isQuick = words.contains("--quick")
    weigh(isQuick ? 10_000 : 100_000)
    ComeAndGo.measure(isQuick ? 10_000 : 100_000)
  }

  private static func weigh(_ count: Int) {
    let stage = Stage()
    defer { stage.end() }

    let start = allocations_bytes()
    let untold = Bindings(
      count, Reporter(configuration: ReporterConfiguration(mode: .none)))
    let whole = allocations_bytes() - start

    let reporter = Reporter(
      configuration: ReporterConfiguration(mode: .off, folder: stage.folder.path))
    let first = Bindings(1, reporter)
    let observer = stage.observer(of: Environment.ownPID)
    defer { observer.end() }
    while !reporter.isAttached { usleep(1_000) }
    let before = allocations_bytes()
    let told = Bindings(count, reporter)
    let attached = settledBytes() - before

    let (bare, all) = (whole / count, attached / count)
    Figure(
      "S9-typed-binding", Double(all), "bytes", beside: "mode none", Double(bare)
    ).print(goal: "500")
    Figure("S9-reporting-adds", all - bare, "bytes").print(goal: "150")
    withExtendedLifetime((untold, first, told)) {}
  }
}

/// What is allocated once all has been told.
func settledBytes() -> Int {
  var last = 0
  var rounds = 0
  while rounds < 4 {
    // Two of them are longer than the pause between two flushes.
    usleep(40_000)
    let now = allocations_bytes()
    rounds = abs(now - last) < 4_096 ? rounds + 1 : 0
    last = now
  }
  return last
}

final class Model {
  @Bound var salary = 0
}

final class Label {
  @Bound var text = ""
}

/// So many models and labels, each pair bound.
struct Bindings {
  private var models: [Model] = []
  private var labels: [Label] = []

  init(_ count: Int, _ reporter: Reporter) {
    models.reserveCapacity(count)
    labels.reserveCapacity(count)
    for number in 0..<count {
      let (model, label) = (Model(), Label())
      bind(
        model.$salary, to: label.$text, through: { String($0) },
        name: "employee\(1_000_000_000 + number).name", reporter: reporter)
      models.append(model)
      labels.append(label)
    }
  }
}
