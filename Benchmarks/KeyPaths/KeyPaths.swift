import BenchmarkStage
import BindInspect
import CAllocations

/// S2 and S4: what an update costs that goes along a key path and through a named transformer, and
/// what it costs to look up and verify many such bindings.
@main
enum KeyPaths {
  static func main() throws {
    let isQuick = CommandLine.arguments.contains("--quick")
    try update(updates: isQuick ? 50_000 : 500_000)
    for objects in isQuick ? [500] : [100, 1_000, 10_000] { try verify(objects: objects) }
  }

  private static func update(updates: Int) throws {
    let plain = Plain()
    let reporter = Reporter(configuration: ReporterConfiguration(mode: .armed))
    let office = Office()
    let scope = Scope("office", owner: office, isBoundary: true, reporter: reporter)
    let label = Label(in: scope)
    label.bind("person.salary", through: "numberFormatter")

    let turns = try Turns(
      15,
      [
        { plain.nanoseconds(updates) },
        { Measure.nanoseconds(updates) { change(office.person, times: updates) } },
      ])
    precondition(label.text == plain.label.text, "both ways end with the same text")
    let before = allocations_count()
    change(office.person, times: updates)
    let made = allocations_count() - before
    Figure(
      "S2-key-path-update-armed", turns.median(1), "ns", beside: "bare closure", turns.median(0),
      ratio: turns.ratio(1, to: 0)
    ).print(goal: "8")
    Figure("S2-allocations-armed", made, "allocations")
      .print(goal: "none", note: "\(updates) updates")
  }

  /// The goal of 3 µs stands for a machine on which a bare closure takes 26 ns: 115 of them.
  private static func verify(objects: Int) throws {
    let plain = Plain()
    var bytes = 0
    let turns = try Turns(
      objects > 1_000 ? 3 : 7,
      [
        { plain.nanoseconds(50_000) },
        {
          let crowd = Crowd(objects)
          let before = allocations_bytes()
          let each = Measure.nanoseconds(crowd.count) { crowd.bind() }
          bytes = (allocations_bytes() - before) / crowd.count
          return each
        },
      ])
    let count = objects * Person.paths.count
    Figure(
      "S4-first-verification-\(count)", turns.median(1), "ns", beside: "bare closure",
      turns.median(0), ratio: turns.ratio(1, to: 0)
    ).print(goal: "115", note: "each")
    Figure("S9-key-path-binding-\(count)", bytes, "bytes").print(goal: "none", note: "each")
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

  func nanoseconds(_ updates: Int) -> Double {
    Measure.nanoseconds(updates) { change(model, times: updates) }
  }
}

/// Objects, each at the top of a chain of four scopes, with eight labels that are not bound yet.
struct Crowd {
  private let between = Between()
  private let people: [Person]
  private let labels: [[Label]]

  init(_ objects: Int) {
    let reporter = Reporter(configuration: ReporterConfiguration(mode: .armed))
    let (between, people) = (between, (0..<objects).map { _ in Person() })
    let scopes = people.map { person in
      (0..<3).reduce(Scope("top", owner: person, isBoundary: true, reporter: reporter)) {
        Scope("level \($1)", owner: between, parent: $0, reporter: reporter)
      }
    }
    labels = scopes.map { scope in Person.paths.map { _ in Label(in: scope) } }
    self.people = people
  }

  var count: Int { people.count * Person.paths.count }

  /// Binds all labels; one in a hundred to what is not there.
  func bind() {
    var number = 0
    for labels in labels {
      for (label, path) in zip(labels, Person.paths) {
        number += 1
        label.bind(number.isMultiple(of: 100) ? "missing" : path.keyPath, through: path.transformer)
      }
    }
  }
}
