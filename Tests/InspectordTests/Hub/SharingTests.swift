import InspectWire
import Testing

@testable import inspectord

@Suite struct HubSharing {
  @Test func `what fails at one place shares its cause, whatever the details say`() throws {
    var bench = HubBench()
    var reporter = bench.reporter(1)
    for (number, segment, origin) in [
      (1, "user", 7), (2, "boss", 7), (3, "user", 8), (4, "user", nil),
    ]
      as [(UInt64, String, UInt64?)]
    {
      var status = StatusRecord.bench(
        number, .yellow, Reason(.pathObjectNil, [Parameter("segment", segment)]))
      status.origin = origin
      reporter.declare(number, in: &bench)
      reporter.send([.status(status)], to: &bench)
    }
    let id = bench.observer()
    let answers = bench.ask(id, .why(WhyRequest(id: 1, name: "binding1")))
    guard case .result(let answer)? = answers.first,
      case .explanation(let explanation) = answer.content
    else {
      Issue.record("\(answers)")
      return
    }
    #expect(explanation.sharing == 1)
  }
}
