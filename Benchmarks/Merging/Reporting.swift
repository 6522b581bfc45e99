import BindInspect

/// The workload of the peers through probes: what another engine would do.
struct Probes {
  private let probes: [Probe]
  private let red = Verdict(
    .red, step: .transformer,
    reasons: [Reason(.transformerNotFound, [Parameter("name", "numbers")])])

  init(_ count: Int) {
    let reporter = Reporter.shared
    let scope = reporter.makeScope(name: "root", isBoundary: true)
    probes = (0..<count).map { index in
      reporter.makeBinding(
        BindingDeclaration(
          scope: scope, name: "b\(index)", place: .source(file: "Peers.swift", line: 1),
          source: Endpoint(owner: "Model", property: "value", valueType: "Int"),
          target: Endpoint(owner: "Label", property: "text", valueType: "String")),
        verdict: Verdict(.green))
    }
  }

  func update(_ updates: Int) {
    let green = Verdict(.green)
    for update in 0..<updates {
      let probe = probes[update % probes.count]
      let verdict = update % 7 == 0 ? red : green
      probe.delivered(isNew: true, from: WritePlace())
      probe.change(to: verdict)
    }
  }
}

/// The same through typed bindings, whose transformer fails one time in seven.
struct TypedBindings {
  private struct Missing: Error {}

  private final class Model {
    @Bound var value = 1
  }

  private final class Label {
    @Bound var text = ""
  }

  private let models: [Model]
  private let labels: [Label]

  init(_ count: Int) {
    models = (0..<count).map { _ in Model() }
    labels = models.map { _ in Label() }
    for (model, label) in zip(models, labels) {
      bind(model.$value, to: label.$text) { value in
        if value % 7 == 0 { throw Missing() }
        return String(value)
      }
    }
  }

  func update(_ updates: Int) {
    for update in 0..<updates { models[update % models.count].value = update + 7_000_000 }
  }
}
