import InspectSystem
import Testing

@testable import InspectReporter

@Suite struct OutgoingTests {
  private func kinds(_ reporter: Reporter, _ kinds: [Parcel.Kind]) -> [Bool] {
    kinds.map { kind in reporter.registry.withLock { $0.take(kind, atMost: 10) } != nil }
  }

  @Test func `what was made while others were told waits for what it needs`() {
    let reporter = Sample.reporter()
    reporter.registry.withLock { $0.attach(level: .status) }
    #expect(kinds(reporter, [.scopes, .nodes]) == [false, false])
    // The program makes them after scopes and nodes were asked for, and before bindings are.
    let scope = reporter.makeScope(name: "late")
    _ = reporter.makeNode(scope: scope, className: "Label")
    _ = reporter.makeBinding(Sample.declaration(scope: scope))
    #expect(kinds(reporter, [.births, .nodes]) == [false, false])
    #expect(kinds(reporter, [.scopes, .births, .nodes, .births]) == [true, false, true, true])
  }
}
