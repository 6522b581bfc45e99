import BindInspect
import CAllocations

/// S2 and S4: what an update costs that goes along a key path and through a named transformer, and
/// what it costs to look up and verify many such bindings.
@main
enum KeyPaths {
  static func main() {
    let isQuick = CommandLine.arguments.contains("--quick")
    update(rounds: isQuick ? 3 : 7, updates: isQuick ? 200_000 : 1_000_000)
    for objects in isQuick ? [1_000] : [100, 1_000, 10_000] { verify(objects: objects) }
  }

  private static func update(rounds: Int, updates: Int) {
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
      bare.append(nanoseconds(updates) { change(plain, times: updates) })
      named.append(nanoseconds(updates) { change(office.person, times: updates) })
    }
    precondition(label.text == plainLabel.text, "both ways end with the same text")
    let before = allocations_count()
    change(office.person, times: updates)
    let made = allocations_count() - before
    let (reference, time) = (median(bare), median(named))
    print(
      "S2-key-path-update-armed \(rounded(time)) ns "
        + "(bare closure \(rounded(reference)), \(rounded(time / reference)); goal 8)")
    print("S2-allocations-armed \(made) allocations (\(updates) updates)")
  }

  /// Eight bindings for each object, the object at the top of a chain of four scopes.
  private static func verify(objects: Int) {
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
    var number = 0
    let time = ContinuousClock().measure {
      for labels in labels {
        for (label, path) in zip(labels, Person.paths) {
          number += 1
          label.bind(
            number.isMultiple(of: 100) ? "missing" : path.keyPath, through: path.transformer)
        }
      }
    }
    let each = time / .nanoseconds(number)
    print(
      "S4-first-verification \(rounded(time / .seconds(1))) s "
        + "(\(number) bindings, \(rounded(each)) ns each; goal 3000 ns each)")
    print(
      "S9-key-path-binding \((allocations_bytes() - before) / number) bytes (each of \(number))")
    withExtendedLifetime((people, labels, between)) {}
  }

  private static func nanoseconds(_ times: Int, _ body: () -> Void) -> Double {
    ContinuousClock().measure(body) / .nanoseconds(times)
  }

  private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  private static func rounded(_ value: Double) -> Double { Double(Int(value * 100 + 0.5)) / 100 }
}
