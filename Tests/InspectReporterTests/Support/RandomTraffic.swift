import InspectReporter

/// Everything that an engine can tell, in an order that the seed decides.
struct RandomTraffic {
  private let reporter: Reporter
  private var chance: SplitMix
  private var scopes: [ScopeID] = []
  private var nodes: [NodeID] = []
  private var probes: [Probe] = []

  init(_ reporter: Reporter, seed: UInt64) {
    self.reporter = reporter
    chance = SplitMix(state: seed)
  }

  mutating func step() {
    switch Int.random(in: 0..<20, using: &chance) {
    case 0:
      scopes.append(reporter.makeScope(name: "scope", parent: scopes.randomElement(using: &chance)))
    case 1:
      guard let scope = scopes.randomElement(using: &chance) else { return }
      nodes.append(reporter.makeNode(scope: scope, className: "Label", name: "n\(nodes.count % 3)"))
    case 2...4: makeBinding()
    case 5: if let probe = Self.take(&probes, &chance) { probe.end() }
    case 6: if let scope = Self.take(&scopes, &chance) { reporter.end(scope) }
    case 7: if let node = Self.take(&nodes, &chance) { reporter.end(node) }
    case 8:
      guard let scope = scopes.randomElement(using: &chance) else { return }
      reporter.update(scope, parent: scopes.randomElement(using: &chance), owner: "Owner")
    case 9:
      let frame = Frame(x: Double(probes.count), y: 0, width: 1, height: 1)
      if let node = nodes.randomElement(using: &chance) { reporter.update(node, frame: frame) }
    case 10:
      let precedents = (0..<3).compactMap { _ in probes.randomElement(using: &chance)?.id }
      probes.randomElement(using: &chance)?.setEdges(
        precedents: precedents, implicit: Set(precedents.prefix(1)))
    case 11:
      probes.randomElement(using: &chance)?.setEndpoints(
        target: Endpoint(owner: "Field", property: "value", valueType: "Int"))
    case 12...15: probes.randomElement(using: &chance)?.change(to: verdict())
    case 16: probes.randomElement(using: &chance)?.failed()
    default:
      probes.randomElement(using: &chance)?.delivered(
        isNew: Bool.random(using: &chance), from: WritePlace())
    }
  }

  private mutating func makeBinding() {
    probes.append(
      reporter.makeBinding(
        BindingDeclaration(
          scope: scopes.randomElement(using: &chance), node: nodes.randomElement(using: &chance),
          name: ["a", "b", "é", "e\u{301}"].randomElement(using: &chance) ?? "",
          place: .source(file: "T.swift", line: Int.random(in: 1...9, using: &chance)),
          source: Endpoint(owner: "Model", property: "p", valueType: "Int"),
          target: Endpoint(owner: "Label", property: "text", valueType: "String")),
        verdict: verdict()))
  }

  private mutating func verdict() -> Verdict {
    switch Int.random(in: 0..<4, using: &chance) {
    case 0: Verdict(.green, marks: .follows)
    case 1:
      Verdict(
        .red, step: .owner,
        reasons: [
          Reason(
            .ownerNotFound, [Parameter("path", "p\(Int.random(in: 0..<3, using: &chance))")],
            trail: [Candidate("Window", "no such key")])
        ], lastGood: .int(Int64.random(in: .min ... .max, using: &chance)))
    case 2: Verdict(.yellow, step: .path, reasons: [Reason(.pathObjectNil)])
    default: Verdict(.green)
    }
  }

  private static func take<Element>(
    _ list: inout [Element], _ chance: inout SplitMix
  ) -> Element? {
    guard !list.isEmpty else { return nil }
    return list.remove(at: Int.random(in: 0..<list.count, using: &chance))
  }
}

/// A generator that gives the same numbers in every run.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var bits = state
    bits = (bits ^ bits >> 30) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ bits >> 27) &* 0x94d0_49bb_1331_11eb
    return bits ^ bits >> 31
  }
}
