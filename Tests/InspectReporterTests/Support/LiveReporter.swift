import InspectLink
import InspectSystem
import InspectWire
import Synchronization

@testable import InspectReporter

/// A reporter with its thread, in a folder of its own; stopped at the test's end.
final class LiveReporter {
  let folder: TemporaryFolder
  let reporter: Reporter

  init(
    _ mode: IdleMode = .armed, folder: TemporaryFolder = TemporaryFolder(), url: String? = nil,
    wait: Int = 0, adjust: (inout Setting) -> Void = { _ in }
  ) {
    self.folder = folder
    var setting = Setting(
      ReporterConfiguration(
        mode: mode, url: url, wait: wait, folder: folder.path, name: "tested program"))
    setting.remarks = []
    adjust(&setting)
    reporter = Reporter(setting)
  }

  deinit { reporter.stop() }

  /// What the reporter itself holds for true, as records.
  var truth: [Record] {
    var places = WritePlaces()
    return reporter.registry.withLock { registry in
      var records: [Record] = []
      registry.scopes.following(0, atMost: .max).forEach { records.append(.scope($0.element)) }
      registry.nodes.following(0, atMost: .max).forEach { records.append(.node($0.element)) }
      for (_, probe) in registry.bindings.following(0, atMost: .max) {
        records.append(.binding(registry.declaration(probe).record))
        let word = StatusWord(bits: probe.status.load(ordering: .relaxed))
        records.append(.status(registry.draft(probe, as: word).record(&places)))
        if !probe.edges.precedents.isEmpty { records.append(.edges(probe.edges)) }
      }
      return records
    }
  }

  /// Whether a model that was told everything says the same of all that lives.
  func agrees(with model: GraphModel) -> Bool {
    var own = GraphModel()
    for record in truth { own.apply(record) }
    return own.records(worstFirst: false).elementsEqual(model.living.records(worstFirst: false))
  }
}

extension GraphModel {
  /// The model without what has ended.
  var living: GraphModel {
    var model = self
    for subject in subjects(worstFirst: false) where isEnded(subject) { model.forget(subject) }
    return model
  }
}
