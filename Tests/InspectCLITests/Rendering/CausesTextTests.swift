import InspectQuery
import InspectWire
import Testing

@testable import inspect_cli

@Suite struct `Causes as text` {
  private func text(
    _ model: GraphModel, _ layout: Layout = Samples.layout(),
    state: ProcessEntry.State = .live
  ) -> CausesText {
    let process = Samples.process(state: state, counts: model.counts)
    return CausesText(World.causes(process, model), layout, Samples.clock)
  }

  private func add(
    _ id: UInt64, _ name: String, _ status: StatusRecord, reads: [UInt64] = [],
    origin: UInt64? = nil, to model: inout GraphModel
  ) {
    var status = status.of(id)
    status.origin = origin
    model.apply(.binding(Samples.binding(id, name: name, scope: nil, node: nil)))
    model.apply(.status(status))
    model.apply(
      .edges(EdgesRecord(binding: BindingID(id), precedents: reads.map { BindingID($0) })))
  }

  /// A place, a loop with a follower, a binding that others wait for, one that waits for two.
  private var troubled: GraphModel {
    var model = GraphModel()
    for id in 1...5 as ClosedRange<UInt64> {
      add(id, "user.field\(id)", Samples.pending, origin: 7, to: &model)
    }
    let restless = StatusRecord(
      binding: BindingID(0), colour: .red, step: .settling,
      reasons: [
        Reason(
          .doesNotSettle,
          [
            Parameter("rounds", "100"), Parameter("members", "slider, field"),
            Parameter("values", "1, 2, 3"),
          ])
      ], since: Samples.since)
    add(10, "slider", restless, reads: [11], to: &model)
    add(11, "field", restless, reads: [10], to: &model)
    add(12, "echo", Samples.pending, reads: [11], to: &model)
    add(20, "cart.total", Samples.red, to: &model)
    add(21, "cart.tax", Samples.pending, reads: [20], to: &model)
    add(22, "cart.sum", Samples.pending, reads: [21, 12], to: &model)
    return model
  }

  @Test func `tell each cause with what follows`() throws {
    try Golden.expect(text(troubled).lines, is: "causes.txt")
  }

  @Test func `are whole in a pipe`() throws {
    try Golden.expect(
      text(troubled, Samples.layout(nil)).lines, is: "causes-pipe.txt", columns: nil)
  }

  @Test func `need nothing but ASCII`() {
    for line in text(troubled, Samples.layout(80, ascii: true)).lines {
      #expect(line.plain.utf8.allSatisfy { $0 < 0x80 }, "\(line.plain)")
    }
  }

  @Test func `of a sound process are none`() {
    let lines = text(Samples.employees(Samples.green.of(2))).lines.map(\.plain)
    #expect(lines == ["● nothing is broken or pending in Employees (4711)"])
  }

  @Test func `hide nothing of a foreign name`() {
    var model = GraphModel()
    add(1, Samples.hostile, Samples.red, to: &model)
    for line in text(model).lines {
      #expect(!line.plain.unicodeScalars.contains { $0.value < 0x20 }, "\(line.plain)")
    }
  }
}
