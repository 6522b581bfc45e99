import InspectQuery
import InspectWire
import TestSupport
import Testing

@testable import inspectord

@Suite struct QueryStreams {
  /// A cart with a broken total, on which a tax depends, and a badge that is fine.
  private func shop(_ bench: inout HubBench) -> BenchReporter {
    var reporter = bench.reporter(1, name: "shop")
    let app = ScopeRecord(id: ScopeID(1), parent: nil, name: "app", owner: "App", isBoundary: true)
    let cart = ScopeRecord(
      id: ScopeID(2), parent: ScopeID(1), name: "cart", owner: "", isBoundary: false)
    let node = NodeRecord(
      id: NodeID(1), scope: ScopeID(2), parent: nil, className: "Label", name: "totalLabel",
      frame: nil)
    reporter.send([.scope(app), .scope(cart)], to: &bench)
    reporter.send([.node(node)], to: &bench)
    reporter.send(
      [
        .binding(.bench(1, name: "cart.total", scope: 2, node: 1)),
        .binding(.bench(2, name: "cart.tax", scope: 2)),
        .binding(.bench(3, name: "badge", scope: 1)),
      ], to: &bench)
    reporter.send(
      [.edges(EdgesRecord(binding: BindingID(2), precedents: [BindingID(1)]))], to: &bench)
    reporter.status(1, .red, Reason(.transformerFailed), in: &bench)
    reporter.status(2, .yellow, Reason(.valueNil), in: &bench)
    reporter.status(3, .green, in: &bench)
    return reporter
  }

  private func names(_ fleet: ObservedFleet) -> [String] {
    fleet.ordered.flatMap { $0.process.model.bindings.map(\.name) }
  }

  @Test(
    arguments: [
      ("status:red", ["cart.total"], nil), ("status:red,yellow", ["cart.total", "cart.tax"], nil),
      ("cart", ["cart.total", "cart.tax"], nil), ("!cart", ["badge"], nil),
      ("cart.total+", ["cart.total", "cart.tax"], nil),
      ("+cart.tax status:red", ["cart.total"], nil),
      ("reason:value-nil", ["cart.tax"], nil), ("scope:cart", ["cart.total", "cart.tax"], nil),
      ("scope:app badge", ["badge"], nil), ("cause(status:yellow)", ["cart.total"], nil),
      ("process:sh*", ["cart.total", "cart.tax", "badge"], nil), ("process:other", [], nil),
      ("loop", [], nil), ("", ["cart.total", "cart.tax", "badge"], nil),
      ("stauts:red", [], 0), ("cart status:rad", [], 12), ("(cart", [], 0), ("age>5", [], 5),
      ("name~\"x", [], 5), ("cart |", [], 6), ("path(a)", [], 6), ("value~a", [], nil),
    ] as [(String, [String], UInt64?)])
  func `H6: a query is answered, or its mistake is told with its place`(
    query: String, found: [String], offset: UInt64?
  ) throws {
    var bench = HubBench()
    _ = shop(&bench)
    let id = bench.observer()
    bench.send(.subscribe(Subscribe(id: 1, level: .status, query: query)), from: id)
    var fleet = ObservedFleet(stream: 1)
    var failures: [Failure] = []
    for message in bench.pull(id) {
      if case .error(let failure) = message { failures.append(failure) }
      _ = fleet.apply(message)
    }
    let isRefused = offset != nil || query.hasPrefix("value")
    #expect(failures.map(\.offset) == (isRefused ? [offset] : []))
    #expect(failures.map(\.code) == (offset != nil ? [.badQuery] : isRefused ? [.unsupported] : []))
    #expect(fleet.isWhole == !isRefused)
    #expect(Set(names(fleet)) == Set(found))
  }

  @Test func `what enters is told whole, what leaves is forgotten, nothing else is told`() throws {
    var bench = HubBench()
    var reporter = shop(&bench)
    let id = bench.observer()
    var fleet = bench.fleet(id, query: "status:green")
    #expect(names(fleet) == ["badge"])
    let model = { (fleet: ObservedFleet) in fleet.processes[reporter.instance]?.model }
    #expect(model(fleet)?.scopes.count == 1)
    reporter.status(2, .red, Reason(.valueNil), in: &bench)
    bench.advance(HubLimits.flush)
    #expect(bench.pull(id).isEmpty)
    reporter.status(1, .green, in: &bench)
    bench.read(id, into: &fleet)
    #expect(names(fleet) == ["cart.total", "badge"])
    #expect(model(fleet)?.scopes.count == 2)
    #expect(model(fleet)?.node(NodeID(1))?.name == "totalLabel")
    reporter.status(3, .red, in: &bench)
    bench.read(id, into: &fleet)
    #expect(names(fleet) == ["cart.total"])
    #expect(fleet.gaps == 0)
  }

  @Test func `time alone brings a binding in`() {
    var bench = HubBench()
    var reporter = bench.reporter(1)
    reporter.declare(1, in: &bench)
    reporter.status(1, .red, since: 5, in: &bench)
    let id = bench.observer()
    // The process's clock stood at 5 µs when the time of day was what the bench begins with.
    var fleet = bench.fleet(id, query: "age>30s")
    #expect(names(fleet).isEmpty)
    bench.advance(29_000_000)
    for message in bench.pull(id) { _ = fleet.apply(message) }
    #expect(names(fleet).isEmpty)
    bench.advance(1_100_000)
    for message in bench.pull(id) { _ = fleet.apply(message) }
    #expect(names(fleet) == ["binding1"])
  }

  @Test func `a rate is measured, and falls when nothing more is carried`() {
    var bench = HubBench()
    var reporter = bench.reporter(1)
    reporter.declare(1, in: &bench)
    var status = StatusRecord.bench(1, .green)
    status.counters = Counters(updates: 10)
    reporter.send([.status(status)], to: &bench)
    let id = bench.observer()
    var fleet = bench.fleet(id, query: "rate>100/s")
    #expect(names(fleet).isEmpty)
    status.counters = Counters(updates: 1_010)
    reporter.send([.status(status)], to: &bench)
    bench.read(id, into: &fleet)
    bench.read(id, into: &fleet)
    #expect(names(fleet) == ["binding1"])
    for _ in 0..<3 { bench.read(id, into: &fleet) }
    #expect(names(fleet).isEmpty)
  }

  @Test func `a query over very many bindings that hang together rests between changes`() {
    var bench = HubBench()
    var reporter = bench.reporter(1)
    let ids = Array(1...2_000 as ClosedRange<UInt64>)
    reporter.send(ids.map { .binding(.bench($0)) }, to: &bench)
    reporter.send(
      ids.dropFirst().map { id in
        .edges(EdgesRecord(binding: BindingID(id), precedents: [BindingID(id - 1)]))
      }, to: &bench)
    let id = bench.observer()
    var fleet = bench.fleet(id, query: "status:red+")
    let rest = 2_000 * HubLimits.judgingRest
    reporter.status(2_000, .red, in: &bench)
    wait(HubLimits.flush, &bench, id, &fleet)
    #expect(names(fleet).count == 1)
    reporter.status(1_999, .red, in: &bench)
    wait(rest - HubLimits.flush, &bench, id, &fleet)
    #expect(names(fleet).count == 1)
    wait(HubLimits.flush * 3, &bench, id, &fleet)
    #expect(names(fleet).count == 2)
  }

  @Test func `bindings of a process that ends are grey`() {
    var bench = HubBench()
    let reporter = shop(&bench)
    let id = bench.observer()
    var fleet = bench.fleet(id, query: "status:grey")
    #expect(names(fleet).isEmpty)
    bench.send(.bye(Bye(why: "exit")), from: reporter.id)
    bench.pull(reporter.id)
    bench.read(id, into: &fleet)
    #expect(names(fleet).count == 3)
  }

  @Test(arguments: [
    ("", "", "result"), ("", "status:red", "filterChanged"), ("status:red", "", "filterChanged"),
    ("status:red", "status:green", "filterChanged"), ("status:red", " status:red", "expired"),
  ])
  func `a cursor of another query begins anew and says so`(
    before: String, after: String, told: String
  ) throws {
    var bench = HubBench()
    _ = shop(&bench)
    let id = bench.observer()
    let fleet = bench.fleet(id, query: before)
    var cursor = try #require(fleet.cursor)
    cursor.query = before
    bench.send(
      .subscribe(Subscribe(id: 2, level: .status, cursor: cursor, query: after)), from: id)
    var words: [String] = []
    for message in bench.pull(id) {
      if case .result = message { words.append("result") }
      if case .snapshotBegin(let begin) = message { words.append(begin.why) }
    }
    #expect(words == [told])
  }

  /// The law: whatever happens, the observer has what judging all anew would find.
  @Test(arguments: [
    "status:red", "!status:green | b1", "+status:red", "cause(status:red)", "age>2s", "scope:s1",
  ])
  func `a stream tells what the query asks for, whatever happens`(text: String) throws {
    let query = try Query(text)
    for seed in 0..<2 as Range<UInt64> {
      var chance = SeededGenerator(seed: seed)
      var bench = HubBench()
      var reporter = bench.reporter(1)
      let id = bench.observer()
      var fleet = bench.fleet(id, query: text)
      for step in 0..<24 {
        for _ in 0..<3 { change(&reporter, &bench, &chance) }
        // What has ended is forgotten after a while; frames are taken in time all the same.
        if step == 12, seed == 0, text == "status:red" {
          for _ in 0..<HubLimits.retention / 900_000 + 4 { wait(900_000, &bench, id, &fleet) }
        }
        wait(HubLimits.flush * 2, &bench, id, &fleet)
        let process = try #require(bench.hub.processes[reporter.instance])
        let anew = query.matching(in: process.model, process.queryFacts(at: bench.now.wall))
        let model = fleet.processes[reporter.instance]?.model ?? GraphModel()
        #expect(model.bindings.map(\.id) == anew, "seed \(seed), step \(step)")
        let subjects = anew.flatMap { process.model.containers(of: $0) + [.binding($0)] }
        let isTold = subjects.allSatisfy { model.records(of: $0) == process.model.records(of: $0) }
        #expect(isTold, "seed \(seed), step \(step)")
      }
      #expect(fleet.gaps == 0)
    }
  }

  private func wait(
    _ microseconds: Int64, _ bench: inout HubBench, _ id: PeerID, _ fleet: inout ObservedFleet
  ) {
    bench.advance(microseconds)
    for message in bench.pull(id) { _ = fleet.apply(message) }
  }

  private func change(
    _ reporter: inout BenchReporter, _ bench: inout HubBench, _ chance: inout SeededGenerator
  ) {
    let number = UInt64.random(in: 1...8, using: &chance)
    let id = BindingID(number)
    switch Int.random(in: 0..<8, using: &chance) {
    case 0:
      reporter.send(
        [
          .scope(
            ScopeRecord(
              id: ScopeID(number % 3 + 1), parent: nil,
              name: "s\(Int.random(in: 0..<3, using: &chance))", owner: "", isBoundary: false))
        ], to: &bench)
    case 1: reporter.end(.binding(BindingID(number + 100)), in: &bench)
    case 2:
      reporter.send(
        [
          .edges(
            EdgesRecord(
              binding: id, precedents: [BindingID(UInt64.random(in: 1...8, using: &chance))]))
        ], to: &bench)
    case 3: reporter.end(.binding(id), in: &bench)
    case 4:
      reporter.send(
        [.binding(.bench(number, name: "b\(number)", scope: number % 3 + 1))], to: &bench)
    default:
      let colour = Colour.allCases[Int.random(in: 0..<3, using: &chance)]
      let codes: [ReasonCode] = [.valueNil, .pathObjectNil, .doesNotSettle, .ownerNotFound]
      let reason = Reason(codes[Int.random(in: 0..<4, using: &chance)])
      var status = StatusRecord.bench(
        number, colour, colour == .green ? nil : reason,
        since: bench.now.wall - 1_700_000_000_000_000)
      status.origin = chance.next() % 3 == 0 ? chance.next() % 2 : nil
      reporter.send([.status(status)], to: &bench)
    }
  }
}
