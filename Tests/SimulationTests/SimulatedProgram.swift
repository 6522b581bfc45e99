import InspectLink
import InspectSystem
import InspectWire
import Synchronization
import TestSupport

@testable import InspectReporter
@testable import inspectord

/// A program that is inspected: its reporter without a thread, and what the hub has been told of it.
final class SimulatedProgram {
  let number: Int
  /// Whether it dials the daemon by itself; else it is attached to.
  let isDialling: Bool
  let facts: InstanceFacts
  let reporter: Reporter
  var station: Station<SimulatedKey>
  var isAlive = true
  /// Whether it was attached to once, so that the daemon dials it again.
  var isAttached = false
  /// Links that were dialled and have not told of it yet, for the station.
  private var scopes: [ScopeID] = []
  private var nodes: [NodeID] = []
  private var probes: [Probe] = []

  // What the hub was told, and has confirmed.
  var told = GraphModel()
  private var unconfirmed: Set<Subject> = []
  var toldEntries = 0
  var newestEntry: UInt64 = 0

  init(
    number: Int, run: Int, isDialling: Bool, now: @escaping @Sendable () -> Moment, seed: UInt64,
    links: some Carrier<SimulatedKey>
  ) {
    self.number = number
    self.isDialling = isDialling
    let facts = InstanceFacts(
      instance: InstanceID(high: UInt64(number) + 1, low: UInt64(run) + 1),
      name: "program\(number)",
      pid: Int32(1_000 * (number + 1) + run), startTime: UInt64(run) + 1, host: "sim", mode: .armed,
      clock: ClockAnchor(moment: Moment(microseconds: 0), wallMicroseconds: 0))
    self.facts = facts
    var setting = Setting(
      ReporterConfiguration(mode: .armed, url: isDialling ? "unix:/sim/daemon.sock" : nil))
    setting.isAlone = true
    setting.now = now
    let reporter = Reporter(setting)
    reporter.registry.withLock { $0.history = HistoryRing(limit: 48) }
    self.reporter = reporter
    station = Station(
      reporter, .init(facts: { _ in facts }, token: { nil }), chance: SeededGenerator(seed: seed))
  }

  // MARK: What the program does

  /// Something an engine may tell.
  func act(_ chance: inout SeededGenerator) {
    switch Int.random(in: 0..<22, using: &chance) {
    case 0:
      guard scopes.count < 6 else { return }
      scopes.append(reporter.makeScope(name: "scope", parent: scopes.randomElement(using: &chance)))
    case 1:
      guard let scope = scopes.randomElement(using: &chance), nodes.count < 6 else { return }
      nodes.append(reporter.makeNode(scope: scope, className: "Label", name: "n\(nodes.count % 3)"))
    case 2...4: makeBinding(&chance)
    case 5: take(&probes, &chance)?.end()
    case 6: if let scope = take(&scopes, &chance) { reporter.end(scope) }
    case 7: if let node = take(&nodes, &chance) { reporter.end(node) }
    case 8:
      guard let scope = scopes.randomElement(using: &chance) else { return }
      reporter.update(scope, parent: scopes.randomElement(using: &chance), owner: "Owner")
    case 9:
      let precedents = (0..<3).compactMap { _ in probes.randomElement(using: &chance)?.id }
      probes.randomElement(using: &chance)?.setEdges(precedents: precedents)
    case 10:
      probes.randomElement(using: &chance)?.setEndpoints(
        target: Endpoint(owner: "Field", property: "value", valueType: "Int"))
    case 11...16: probes.randomElement(using: &chance)?.change(to: verdict(&chance))
    case 17: probes.randomElement(using: &chance)?.event(Reason(ReasonCode("vetoed")))
    default: probes.randomElement(using: &chance)?.delivered(isNew: true, from: WritePlace())
    }
  }

  /// Bindings that live no longer than a look.
  func churn(_ count: Int, _ chance: inout SeededGenerator) {
    for _ in 0..<count {
      let before = probes.count
      makeBinding(&chance)
      if probes.count > before { probes.removeLast().end() }
    }
  }

  private func makeBinding(_ chance: inout SeededGenerator) {
    guard probes.count < 24 else { return }
    probes.append(
      reporter.makeBinding(
        BindingDeclaration(
          scope: scopes.randomElement(using: &chance), node: nodes.randomElement(using: &chance),
          name: ["a", "b", "é", "e\u{301}"].randomElement(using: &chance) ?? "",
          place: .source(file: "T.swift", line: Int.random(in: 1...9, using: &chance)),
          source: Endpoint(owner: "Model", property: "p", valueType: "Int"),
          target: Endpoint(owner: "Label", property: "text", valueType: "String")),
        verdict: verdict(&chance)))
  }

  private func verdict(_ chance: inout SeededGenerator) -> Verdict {
    switch Int.random(in: 0..<4, using: &chance) {
    case 0:
      return Verdict(
        .red, step: .owner,
        reasons: [Reason(.ownerNotFound, [Parameter("path", "p\(chance.next() % 3)")])],
        lastGood: .int(Int64(chance.next() % 99)))
    case 1: return Verdict(.yellow, step: .path, reasons: [Reason(.pathObjectNil)])
    default: return Verdict(.green)
    }
  }

  private func take<Element>(_ list: inout [Element], _ chance: inout SeededGenerator) -> Element? {
    list.isEmpty ? nil : list.remove(at: Int.random(in: 0..<list.count, using: &chance))
  }

  // MARK: What is true

  /// What the reporter itself holds to be true, of all that lives.
  var truth: GraphModel {
    var places = WritePlaces()
    return reporter.registry.withLock { registry in
      var model = GraphModel()
      registry.scopes.following(0, atMost: .max).forEach { model.apply(.scope($0.element)) }
      registry.nodes.following(0, atMost: .max).forEach { model.apply(.node($0.element)) }
      for (_, probe) in registry.bindings.following(0, atMost: .max) {
        model.apply(.binding(registry.declaration(probe).record))
        let word = StatusWord(bits: probe.status.load(ordering: .relaxed))
        model.apply(.status(registry.draft(probe, as: word).record(&places)))
        if !probe.edges.precedents.isEmpty { model.apply(.edges(probe.edges)) }
      }
      return model
    }
  }

  /// Number of the newest entry of its history.
  var newest: UInt64 { reporter.registry.withLock { $0.history.newest } }

  /// Whether the thread would have been woken.
  var isAwake: Bool { !reporter.isQuiet.load(ordering: .relaxed) }

  // MARK: What was told

  /// The hub has taken a link on which all is told anew.
  func begin() {
    unconfirmed = Set(told.subjects(worstFirst: false).filter { !told.isEnded($0) })
  }

  /// The hub has taken a batch.
  func tell(_ records: [Record]) {
    for record in records {
      unconfirmed.remove(record.subject)
      if case .ended(let end) = record {
        // What was never told, or has ended, cannot end.
        guard !told.records(of: end.subject).isEmpty, !told.isEnded(end.subject) else { continue }
      }
      told.apply(record)
    }
  }

  /// The hub was told that this is all.
  func confirm() {
    for subject in unconfirmed {
      told.apply(.ended(EndedRecord(subject: subject, at: facts.clock.moment)))
    }
    unconfirmed = []
  }

  /// The hub has taken entries of the history.
  func tell(_ entries: [HistoryEntry]) {
    for entry in entries where entry.number > newestEntry {
      newestEntry = entry.number
      toldEntries += 1
    }
  }

  /// Another hub, which was told nothing.
  func forget() {
    told = GraphModel()
    unconfirmed = []
    (toldEntries, newestEntry) = (0, 0)
  }
}

extension GraphModel {
  /// The model without what has ended.
  var living: GraphModel {
    var model = self
    for subject in subjects(worstFirst: false) where isEnded(subject) { model.forget(subject) }
    return model
  }

  /// The model without values: what is told at the level of statuses.
  var valueless: GraphModel {
    var model = self
    for record in records(worstFirst: false) {
      guard case .status(var status) = record else { continue }
      status.lastGood = nil
      model.apply(.status(status))
    }
    return model
  }
}

/// Names a link of a station of the simulation.
struct SimulatedKey: Hashable, Sendable {
  let number: Int
}
