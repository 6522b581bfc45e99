import InspectWire
import Testing

@testable import inspectord

@Suite struct HubCauses {
  private func causes(
    _ bench: inout HubBench, of instance: InstanceID
  ) throws -> CausesAnswer {
    let id = bench.observer()
    let answers = bench.ask(id, .causes(CausesRequest(id: 3, instance: instance)))
    try #require(answers.count == 1, "\(answers)")
    guard case .result(let answer) = answers[0], case .causes(let causes) = answer.content else {
      throw Unexpected(answer: "\(answers)")
    }
    return causes
  }

  private struct Unexpected: Error { let answer: String }

  @Test func `F4: a cycle of twelve is told with property and line of each edge`() throws {
    var bench = HubBench()
    var reporter = bench.reporter(1)
    let reason = Reason(.doesNotSettle, [Parameter("rounds", "100")])
    for id in 1...12 as ClosedRange<UInt64> { reporter.declare(id, in: &bench) }
    for id in 1...12 as ClosedRange<UInt64> {
      let before = BindingID(id == 1 ? 12 : id - 1)
      reporter.send([.edges(EdgesRecord(binding: BindingID(id), precedents: [before]))], to: &bench)
      reporter.status(id, .red, reason, in: &bench)
    }
    let answer = try causes(&bench, of: reporter.instance)
    let loop = try #require(answer.causes.causes.first?.loop)
    #expect(answer.causes.total == 1)
    #expect(answer.causes.causes[0].text == "12 bindings feed each other and do not settle.")
    #expect(loop.edges.count == 12)
    #expect(loop.cut.count == 1)
    var model = GraphModel()
    for record in answer.records { model.apply(record) }
    for edge in loop.edges {
      let (from, to) = (model.binding(edge.from), model.binding(edge.to))
      #expect(from?.target.property == "text")
      #expect(to?.place == .source(file: "Bench.swift", line: Int(edge.to.rawValue)))
    }
    #expect(try causes(&bench, of: reporter.instance).causes == answer.causes)
  }

  @Test func `312 reds of one origin are one cause`() throws {
    var bench = HubBench()
    var reporter = bench.reporter(1)
    let ids = 1...312 as ClosedRange<UInt64>
    reporter.send(ids.map { .binding(.bench($0)) }, to: &bench)
    reporter.send(
      ids.map { id in
        var status = StatusRecord.bench(
          id, .red, Reason(.pathObjectNil, [Parameter("segment", "s\(id)")]))
        status.origin = 1 << 33
        return .status(status)
      }, to: &bench)
    let answer = try causes(&bench, of: reporter.instance)
    #expect(answer.causes.causes.map(\.followers) == [312])
    #expect(answer.causes.causes[0].text == "312 bindings fail at one place.")
    #expect(answer.records.count == 6)
  }

  @Test func `of a process that ended is told what made its bindings fail at its end`() throws {
    var bench = HubBench()
    var reporter = bench.reporter(1)
    reporter.declare(1, in: &bench)
    reporter.status(1, .red, Reason(.ownerNotFound), in: &bench)
    bench.send(.bye(Bye(why: "exit")), from: reporter.id)
    bench.pull(reporter.id)
    #expect(try causes(&bench, of: reporter.instance).causes.total == 1)
  }

  @Test func `what makes no process fail is an error`() {
    var bench = HubBench()
    let id = bench.observer()
    let nobody = InstanceID(high: 9, low: 9)
    let answers = bench.ask(id, .causes(CausesRequest(id: 3, instance: nobody)))
    #expect(
      answers == [
        .error(Failure(id: 3, code: .noSuchProcess, text: "No such process is attached."))
      ])
  }
}
