import InspectLink
import InspectSystem
import InspectWire
import Synchronization
import Testing

@testable import InspectReporter

@Suite struct Reporting {
  // The first law: the same fold. After any traffic the other side holds what this side holds.
  @Test(arguments: 1...6)
  func `what was told folds to what is true`(_ seed: UInt64) throws {
    let live = LiveReporter()
    let daemon = try FakeDaemon.started(with: live, level: .values)
    var traffic = RandomTraffic(live.reporter, seed: seed)
    for _ in 0..<40 {
      for _ in 0..<50 { traffic.step() }
      daemon.turn()
    }
    try daemon.wait("an equal model") { live.agrees(with: daemon.model) }
    #expect(daemon.model.refused == 0)
  }

  @Test func `what lived and died unseen leaves nothing`() throws {
    let live = LiveReporter()
    let daemon = try FakeDaemon.started(with: live)
    daemon.confirms = false
    try daemon.exhaustCredit(of: live)
    for _ in 0..<10_000 {
      let probe = live.reporter.makeBinding(Sample.declaration())
      probe.change(to: Sample.broken)
      probe.delivered(isNew: true, from: WritePlace())
      probe.end()
    }
    let outgoing = try #require(live.reporter.registry.withLock { $0.outgoing })
    #expect(outgoing.endings.isEmpty)
    #expect(live.reporter.registry.withLock { $0.bindings.places } < 200)
  }

  @Test func `without credit slots merge and the newest state comes in the end`() throws {
    let live = LiveReporter()
    let daemon = try FakeDaemon.started(with: live)
    daemon.confirms = false
    let probe = live.reporter.makeBinding(Sample.declaration(), verdict: Sample.green)
    try daemon.exhaustCredit(of: live)
    let before = daemon.sequence
    for number in 0..<1_000 {
      probe.change(to: number % 2 == 0 ? Sample.broken : Sample.green)
      probe.delivered(isNew: true, from: WritePlace())
      if number % 100 == 0 { daemon.turn() }
    }
    #expect(daemon.sequence == before)
    daemon.statuses.removeAll()
    daemon.confirms = true
    daemon.confirm()
    try daemon.wait("the last state") { daemon.model.status(of: probe.id)?.changes == 1_000 }
    #expect(daemon.model.status(of: probe.id)?.counters?.updates == 1_000)
    #expect(daemon.statuses.count { $0.binding == probe.id } <= 4)
  }

  @Test func `an end comes with the last status before it`() throws {
    let live = LiveReporter()
    let daemon = try FakeDaemon.started(with: live)
    let probe = live.reporter.makeBinding(Sample.declaration(), verdict: Sample.green)
    try daemon.wait("the birth") { daemon.model.status(of: probe.id) != nil }
    probe.change(to: Sample.broken)
    probe.end()
    try daemon.wait("the end") { daemon.model.isEnded(.binding(probe.id)) }
    let told = try #require(daemon.model.statusAsTold(of: probe.id))
    #expect(told.colour == .red)
    #expect(told.reasons == Sample.broken.reasons)
    #expect(daemon.model.colour(of: probe.id) == .grey)
  }

  @Test func `a source that finished is grey with its reason`() throws {
    let live = LiveReporter()
    let daemon = try FakeDaemon.started(with: live)
    let probe = live.reporter.makeBinding(Sample.declaration(), verdict: Sample.green)
    try daemon.wait("the birth") { daemon.model.status(of: probe.id) != nil }
    probe.change(to: Verdict(.grey, reasons: [Reason(ReasonCode("source-finished"))]))
    try daemon.wait("the end") { daemon.model.isEnded(.binding(probe.id)) }
    #expect(
      daemon.model.status(of: probe.id)?.reasons == [Reason(ReasonCode("source-finished"))])
  }

  @Test func `scopes, nodes, endpoints and edges are told anew when they change`() throws {
    let live = LiveReporter()
    let daemon = try FakeDaemon.started(with: live)
    let outer = live.reporter.makeScope(name: "outer")
    let inner = live.reporter.makeScope(name: "inner")
    let node = live.reporter.makeNode(scope: inner, className: "Label")
    let one = live.reporter.makeBinding(Sample.declaration(scope: inner))
    let two = live.reporter.makeBinding(Sample.declaration(scope: inner))
    try daemon.wait("the births") { daemon.model.binding(two.id) != nil }
    live.reporter.update(inner, parent: outer, owner: "Window")
    live.reporter.update(node, frame: Frame(x: 1, y: 2, width: 3, height: 4))
    two.setEndpoints(source: Endpoint(owner: "Late", property: "p", valueType: "Int"))
    two.setEdges(precedents: [one.id, one.id], implicit: [one.id])
    try daemon.wait("the edges") { daemon.model.edges(of: two.id) != nil }
    try daemon.wait("the rest") { live.agrees(with: daemon.model) }
    #expect(daemon.model.scope(inner)?.parent == outer)
    #expect(daemon.model.scope(inner)?.owner == "Window")
    #expect(daemon.model.node(node)?.frame?.height == 4)
    #expect(daemon.model.binding(two.id)?.source.owner == "Late")
    #expect(daemon.model.edges(of: two.id)?.precedents == [one.id])
  }

  @Test func `values are told where they are demanded`() throws {
    let live = LiveReporter()
    let value = Value.string("Ada", byteCount: 3)
    var verdict = Sample.broken
    verdict.lastGood = value
    let probe = live.reporter.makeBinding(Sample.declaration(), verdict: verdict)
    let daemon = try FakeDaemon.attached(to: live.folder, level: .status)
    try daemon.wait("the status") { daemon.model.status(of: probe.id) != nil }
    #expect(daemon.model.status(of: probe.id)?.lastGood == nil)
    daemon.demand(.values)
    try daemon.wait("the value") { daemon.model.status(of: probe.id)?.lastGood == value }
  }

  @Test func `counters are followed where they are demanded`() throws {
    let live = LiveReporter()
    let probe = live.reporter.makeBinding(Sample.declaration(), verdict: Sample.green)
    let daemon = try FakeDaemon.attached(to: live.folder, level: .counts)
    try daemon.wait("the status") { daemon.model.status(of: probe.id) != nil }
    probe.delivered(isNew: true, from: WritePlace())
    #expect(live.reporter.noting.load(ordering: .relaxed) == .armed)
    daemon.demand(.status)
    try daemon.wait("the count") { daemon.model.status(of: probe.id)?.counters?.updates == 1 }
    probe.delivered(isNew: true, from: WritePlace())
    try daemon.wait("the next") { daemon.model.status(of: probe.id)?.counters?.updates == 2 }
  }

  @Test func `history is told where it is demanded, with what fell out`() throws {
    let live = LiveReporter()
    let probe = live.reporter.makeBinding(Sample.declaration(), verdict: Sample.green)
    let changes = ReporterLimits.historyEntries + 100
    for number in 0..<changes { probe.change(to: number % 2 == 0 ? Sample.broken : Sample.green) }
    let daemon = try FakeDaemon.attached(to: live.folder, level: .history)
    try daemon.wait("the ring") { daemon.history.count == ReporterLimits.historyEntries }
    #expect(daemon.lost.map(\.count) == [100])
    #expect(daemon.history.last?.number == UInt64(changes))
    probe.event(Reason(ReasonCode("vetoed")))
    try daemon.wait("the event") {
      daemon.history.last?.kind == .event(Reason(ReasonCode("vetoed")))
    }
  }

  @Test func `the place of the last write names module and offset`() throws {
    let live = LiveReporter()
    let daemon = try FakeDaemon.started(with: live)
    let probe = live.reporter.makeBinding(Sample.declaration(), verdict: Sample.green)
    let place = WritePlace.here()
    probe.delivered(isNew: true, from: place)
    try daemon.wait("the write") { daemon.model.status(of: probe.id)?.lastWrite != nil }
    guard case .code(let addresses) = daemon.model.status(of: probe.id)?.lastWrite?.place else {
      Issue.record("no address")
      return
    }
    let module = LoadedModule(of: place.writer)
    #expect(addresses.first?.module == module.path)
    #expect(addresses.first?.offset == module.offset)
  }

  @Test func `no canary of a secret leaves the process`() throws {
    let live = LiveReporter()
    let daemon = try FakeDaemon.started(with: live, level: .history)
    let probe = live.reporter.makeBinding(
      Sample.declaration(keyPath: "user.password"), verdict: Redactions.telling)
    probe.event(Reason(ReasonCode("validation-failed"), [Parameter("input", "canary")]))
    try daemon.wait("the event") {
      daemon.model.status(of: probe.id) != nil && daemon.history.count == 1
    }
    #expect(!String(decoding: daemon.bytes, as: UTF8.self).contains("canary"))
  }
}
