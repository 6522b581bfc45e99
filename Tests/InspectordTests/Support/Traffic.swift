import InspectWire
import TestSupport

@testable import inspectord

/// Reports of a process as chance will have them, and the graph that they make.
struct Traffic {
  var reporter: BenchReporter
  /// What the process itself holds to be true.
  private(set) var truth = GraphModel()
  private var scopes: [UInt64] = []
  private var nodes: [UInt64] = []
  private var bindings: [UInt64] = []
  private var next: UInt64 = 1

  init(_ reporter: BenchReporter) { self.reporter = reporter }

  /// Sends one batch of one kind.
  mutating func step(_ bench: inout HubBench, _ chance: inout SeededGenerator) {
    let count = Int.random(in: 1...12, using: &chance)
    var records: [Record] = []
    switch Int.random(in: 0..<10, using: &chance) {
    case 0:
      for _ in 0..<count { records.append(.scope(scope(&chance))) }
    case 1 where !scopes.isEmpty:
      for _ in 0..<count { records.append(.node(node(&chance))) }
    case 2, 3:
      for _ in 0..<count { records.append(.binding(binding(&chance))) }
    case 4 where !bindings.isEmpty:
      for _ in 0..<count { records.append(.edges(edges(&chance))) }
    case 5 where next > 1:
      if let end = end(&chance) { records.append(.ended(end)) }
    default:
      guard !bindings.isEmpty else { break }
      for _ in 0..<count { records.append(.status(status(&chance))) }
    }
    for record in records { truth.apply(record) }
    reporter.send(records, to: &bench)
  }

  private mutating func scope(_ chance: inout SeededGenerator) -> ScopeRecord {
    let parent = scopes.randomElement(using: &chance)
    scopes.append(next)
    defer { next += 1 }
    return ScopeRecord(
      id: ScopeID(next), parent: parent.map { ScopeID($0) }, name: "scope\(next)", owner: "Owner",
      isBoundary: Bool.random(using: &chance))
  }

  private mutating func node(_ chance: inout SeededGenerator) -> NodeRecord {
    let parent = nodes.randomElement(using: &chance)
    nodes.append(next)
    defer { next += 1 }
    return NodeRecord(
      id: NodeID(next), scope: ScopeID(scopes.randomElement(using: &chance) ?? 1),
      parent: parent.map { NodeID($0) }, className: "Label", name: "", frame: nil)
  }

  private mutating func binding(_ chance: inout SeededGenerator) -> BindingRecord {
    // Now and then a binding is told again with what became known.
    if let old = bindings.randomElement(using: &chance), Int.random(in: 0..<4, using: &chance) == 0
    {
      return .bench(old, name: "again\(chance.next() % 1_000)")
    }
    bindings.append(next)
    defer { next += 1 }
    return .bench(
      next, scope: scopes.randomElement(using: &chance), node: nodes.randomElement(using: &chance))
  }

  private func status(_ chance: inout SeededGenerator) -> StatusRecord {
    let colours: [Colour] = [.red, .yellow, .green]
    let colour = colours.randomElement(using: &chance) ?? .green
    return .bench(
      bindings.randomElement(using: &chance) ?? 1, colour,
      colour == .green
        ? nil
        : Reason(
          ReasonCode("reason-\(chance.next() % 5)"), [Parameter("x", "\(chance.next() % 9)")]),
      since: Int64(chance.next() % 1_000_000))
  }

  private func edges(_ chance: inout SeededGenerator) -> EdgesRecord {
    let precedents = Set((0..<3).compactMap { _ in bindings.randomElement(using: &chance) })
    return EdgesRecord(
      binding: BindingID(bindings.randomElement(using: &chance) ?? 1),
      precedents: precedents.sorted().map { BindingID($0) })
  }

  private mutating func end(_ chance: inout SeededGenerator) -> EndedRecord? {
    let subject: Subject
    switch Int.random(in: 0..<4, using: &chance) {
    case 0:
      guard let id = nodes.randomElement(using: &chance) else { return nil }
      nodes.removeAll { $0 == id }
      subject = .node(NodeID(id))
    default:
      guard let id = bindings.randomElement(using: &chance) else { return nil }
      bindings.removeAll { $0 == id }
      subject = .binding(BindingID(id))
    }
    return EndedRecord(subject: subject, at: Moment(microseconds: Int64(chance.next() % 1_000)))
  }
}
