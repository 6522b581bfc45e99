import InspectSystem
import Synchronization
import Testing

@testable import InspectReporter

@Suite struct Probes {
  @Test(arguments: [(.none, 0), (.off, 0), (.armed, 3)] as [(IdleMode, UInt)])
  func `deliveries are counted only where the mode says so`(_ mode: IdleMode, _ count: UInt) {
    let probe = Sample.reporter(mode).makeBinding(Sample.declaration())
    for _ in 0..<3 { probe.delivered(isNew: true, from: WritePlace()) }
    #expect(probe.updates.load(ordering: .relaxed) == count)
  }

  @Test func `a value that the target had is counted apart`() {
    let probe = Sample.reporter().makeBinding(Sample.declaration())
    probe.delivered(isNew: false, from: WritePlace(writer: 7, caller: 8))
    #expect(probe.updates.load(ordering: .relaxed) == 0)
    #expect(probe.suppressed.load(ordering: .relaxed) == 1)
    #expect(probe.writer.load(ordering: .relaxed) == 7)
    #expect(probe.caller.load(ordering: .relaxed) == 8)
  }

  @Test func `an equal verdict changes nothing`() {
    let reporter = Sample.reporter()
    let probe = reporter.makeBinding(Sample.declaration(), verdict: Sample.broken)
    let before = probe.status.load(ordering: .relaxed)
    probe.change(to: Sample.broken)
    #expect(probe.status.load(ordering: .relaxed) == before)
    #expect(reporter.registry.withLock { $0.history.count } == 0)
  }

  @Test func `other reasons of the same colour leave since when`() {
    let probe = Sample.reporter().makeBinding(Sample.declaration(), verdict: Sample.pending)
    let before = probe.status.load(ordering: .relaxed)
    probe.change(to: Verdict(.yellow, step: .type))
    #expect(probe.status.load(ordering: .relaxed) == before)
    #expect(probe.details?.step == .type)
  }

  @Test func `a change of colour counts and enters the history`() {
    let reporter = Sample.reporter()
    let probe = reporter.makeBinding(Sample.declaration(), verdict: Sample.pending)
    probe.change(to: Sample.broken)
    probe.change(to: Sample.green)
    #expect(probe.changes.load(ordering: .relaxed) == 2)
    let kinds = reporter.registry.withLock { $0.history.following(0, atMost: 10).map(\.kind) }
    #expect(
      kinds == [
        .colour(from: .yellow, to: .red, reason: .ownerNotFound),
        .colour(from: .red, to: .green, reason: nil),
      ])
  }

  @Test func `a healed binding keeps no reasons`() {
    let probe = Sample.reporter().makeBinding(Sample.declaration(), verdict: Sample.broken)
    probe.change(to: Sample.green)
    #expect(probe.details == nil)
  }

  @Test func `an end is grey once and for ever`() {
    let reporter = Sample.reporter()
    let probe = reporter.makeBinding(Sample.declaration(), verdict: Sample.green)
    probe.end()
    let ended = probe.status.load(ordering: .relaxed)
    probe.end()
    probe.change(to: Sample.broken)
    #expect(probe.colour == .grey)
    #expect(probe.status.load(ordering: .relaxed) == ended)
    #expect(reporter.registry.withLock { $0.history.count } == 1)
  }

  @Test func `a grey verdict ends the binding`() {
    let reporter = Sample.reporter()
    let probe = reporter.makeBinding(Sample.declaration(), verdict: Sample.green)
    probe.change(to: Verdict(.grey, reasons: [Reason(ReasonCode("source-finished"))]))
    #expect(probe.colour == .grey)
    #expect(reporter.registry.withLock { $0.bindings.count } == 0)
  }

  @Test func `in mode none nothing is kept`() {
    let reporter = Sample.reporter(.none)
    let scope = reporter.makeScope(name: "window")
    let probe = reporter.makeBinding(Sample.declaration(scope: scope))
    probe.change(to: Sample.broken)
    #expect(probe.colour == .red)
    #expect(
      reporter.registry.withLock { [$0.scopes.count, $0.bindings.count, $0.history.count] }
        == [0, 0, 0])
  }
}
