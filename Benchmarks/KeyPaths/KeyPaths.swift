import BenchmarkStage
import BindInspect
import CAllocations

/// S2 and S4: what an update costs that goes along a key path and through a named transformer, and
/// what it costs to look up and verify many such bindings.
@main
enum KeyPaths {
  static func main() {
    let isQuick = CommandLine.arguments.contains("--quick")
    let reference = update(rounds: isQuick ? 3 : 7, updates: isQuick ? 200_000 : 1_000_000)
    for objects in isQuick ? [1_000] : [100, 1_000, 10_000] { verify(objects: objects, reference) }
  }

  /// Returns what an update by a bare closure takes.
  private static func update(rounds: Int, updates: Int) -> Double {
    let plain = PlainModel()
    let plainLabel = PlainLabel()
    plain.onChange = { plainLabel.text = String($0) }

    let reporter = Reporter(configuration: ReporterConfiguration(mode: .armed))
    let office = Office()
    let scope = Scope("office", owner: office, isBoundary: true, reporter: reporter)
    let label = Label(in: scope)
    label.bind("person.salary", through: "numberFormatter")

    var bare: [Double] = []
    var named: [Double] = []
    for _ in 0..<rounds {
      bare.append(Measure.nanoseconds(updates) { change(plain, times: updates) })
      named.append(Measure.nanoseconds(updates) { change(office.person, times: updates) })
    }
    precondition(label.text == plainLabel.text, "both ways end with the same text")
    let before = allocations_count()
    change(office.person, times: updates)
    let made = allocations_count() - before
    let (reference, time) = (Measure.median(bare), Measure.median(named))
    print(
      "S2-key-path-update-armed \(Measure.rounded(time)) ns "
        + "(bare closure \(Measure.rounded(reference)), \(Measure.rounded(time / reference)); goal 8)"
    )
    print("S2-allocations-armed \(made) allocations (\(updates) updates)")
    return reference
  }

  /// Eight bindings for each object, the object at the top of a chain of four scopes.
  ///
  /// The goal of 3 µs stands for a machine on which a bare closure takes 26 ns: 115 of them.
  private static func verify(objects: Int, _ reference: Double) {
    let reporter = Reporter(configuration: ReporterConfiguration(mode: .armed))
    let between = Between()
    let people = (0..<objects).map { _ in Person() }
    let scopes = people.map { person in
      (0..<3).reduce(Scope("top", owner: person, isBoundary: true, reporter: reporter)) {
        Scope("level \($1)", owner: between, parent: $0, reporter: reporter)
      }
    }
    let labels = scopes.map { scope in Person.paths.map { _ in Label(in: scope) } }
    let before = allocations_bytes()
    let count = objects * Person.paths.count
    var number = 0
    let each = Measure.nanoseconds(count) {
      for labels in labels {
        for (label, path) in zip(labels, Person.paths) {
          number += 1
          label.bind(
            number.isMultiple(of: 100) ? "missing" : path.keyPath, through: path.transformer)
        }
      }
    }
    print(
      "S4-first-verification-\(count) \(Measure.rounded(each)) ns (bare closure "
        + "\(Measure.rounded(reference)), \(Measure.rounded(each / reference)); goal 115)")
    print(
      "S9-key-path-binding \((allocations_bytes() - before) / number) bytes (each of \(number))")
    withExtendedLifetime((people, labels, between)) {}
  }
}
