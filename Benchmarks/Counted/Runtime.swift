import BindInspect

/// The reference: a property that calls a closure, which sets a text.
final class PlainModel {
  var salary = 0 { didSet { onChange?(salary) } }
  var onChange: ((Int) -> Void)?
}

final class PlainLabel {
  var text = ""
}

struct Plain {
  let model = PlainModel()

  init() {
    let label = PlainLabel()
    model.onChange = { label.text = String($0) }
  }
}

final class Model: MemberDeclaring {
  @Bound var salary = 0

  static var members: [Member] {
    [.typeTransformer("numbers") { Transformer { (number: Int) in String(number) } }]
  }
}

final class Sign {
  @Bound var text = ""
}

/// A typed binding.
struct Typed {
  private let model = Model()
  private let sign = Sign()

  init(_ mode: IdleMode) {
    let reporter = Reporter(configuration: ReporterConfiguration(mode: mode))
    bind(model.$salary, to: sign.$text, through: { String($0) }, reporter: reporter)
  }

  func update(_ times: Int) { Counted.update(model, times: times) }
}

/// A typed binding whose transformer fails one time in seven, as in the workload of the peers.
struct Failing {
  private struct Missing: Error {}

  private let model = Model()
  private let sign = Sign()

  init() {
    let reporter = Reporter(configuration: ReporterConfiguration(mode: .armed))
    bind(
      model.$salary, to: sign.$text,
      through: { value in
        if value % 7 == 0 { throw Missing() }
        return String(value)
      }, reporter: reporter)
  }

  func update(_ times: Int) { Counted.update(model, times: times) }
}

/// A binding by its key path and a named transformer.
struct Named {
  private let model = Model()
  private let scope: Scope
  private let label: Label

  init() {
    let reporter = Reporter(configuration: ReporterConfiguration(mode: .armed))
    scope = Scope("top", owner: model, isBoundary: true, reporter: reporter)
    label = Label(in: scope)
    label.bind("salary", through: "numbers")
  }

  func update(_ times: Int) { Counted.update(model, times: times) }

  /// Makes and binds so many labels; nothing of it ends.
  static func verify(_ times: Int) {
    let first = Named()
    let labels = (0..<times).map { _ in Label(in: first.scope) }
    for label in labels { label.bind("salary", through: "numbers") }
    kept = (first, labels)
  }

  nonisolated(unsafe) private static var kept: Any?
}

/// A probe whose colour changes each time, as another engine would tell it.
struct Colours {
  private let probe: Probe
  private let red = Verdict(
    .red, step: .transformer,
    reasons: [Reason(.transformerNotFound, [Parameter("name", "numbers")])])
  private let green = Verdict(.green)

  init() {
    let reporter = Reporter(configuration: ReporterConfiguration(mode: .armed))
    probe = reporter.makeBinding(
      BindingDeclaration(
        place: .source(file: "Counted.swift", line: 1),
        source: Endpoint(owner: "Model", property: "value", valueType: "Int"),
        target: Endpoint(owner: "Label", property: "text", valueType: "String")),
      verdict: green)
  }

  func change(_ times: Int) {
    for number in 0..<times { probe.change(to: number % 2 == 0 ? red : green) }
  }
}

// Each value differs from the one before; up to five digits, so the text stays inside the String.
extension Counted {
  @inline(never)
  static func update(_ model: PlainModel, times: Int) {
    for number in 0..<times { model.salary = number & 0xffff }
  }

  @inline(never)
  static func update(_ model: Model, times: Int) {
    for number in 0..<times { model.salary = number & 0xffff }
  }
}
