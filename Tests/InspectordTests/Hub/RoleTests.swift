import InspectWire
import Testing

@testable import inspectord

@Suite struct HubRoles {
  static let instance = InstanceID(high: 1, low: 1)
  static let link = ChainLink(run: instance, from: 0, to: 1)
  static let ofReporters: [Message] = [
    .batch(Batch(sequence: 1, records: [.binding(.bench(1))])),
    .history(History(sequence: 1, entries: [])), .lost(Lost(from: 1, to: 2, count: 1, why: "x")),
  ]
  static let ofObservers: [Message] = [
    .subscribe(Subscribe(id: 5, level: .status)), .unsubscribe(Unsubscribe(id: 5, stream: 1)),
    .why(WhyRequest(id: 5, name: "x")), .attach(AttachRequest(id: 5, process: .pid(1))),
    .detach(DetachRequest(id: 5, process: .pid(1))), .list(ListRequest(id: 5)),
  ]
  static let answers: [Message] = [
    .welcome(Welcome(run: instance, version: 1, implementation: "x")),
    .reject(Reject(code: .refused, text: "", remedy: "")), .credit(Credit(sequence: 1)),
    .processes(Processes(id: 1, isWhole: true, entries: [])),
    .result(Answer(id: 1, content: .done)),
    .error(Failure(id: nil, code: .unknownKind, text: "")),
    .error(Failure(id: 1, code: FailureCode("of-tomorrow"), text: "")),
  ]
  static let ofHubs: [Message] = [
    .want(Want(level: .status)),
    .snapshotBegin(SnapshotBegin(stream: 1, run: instance, why: "x", bindings: 1)),
    .snapshotPart(
      Section(stream: 1, link: link, instance: instance, records: [.binding(.bench(1))])),
    .snapshotEnd(SnapshotEnd(stream: 1, link: link)),
    .delta(Section(stream: 1, link: link, instance: instance, records: [.binding(.bench(1))])),
  ]

  @Test(arguments: answers)
  func `J1: an answer is never answered`(_ message: Message) {
    var bench = HubBench()
    let reporter = bench.reporter(1)
    let observer = bench.observer()
    for id in [reporter.id, observer] {
      bench.send(message, from: id)
      #expect(bench.pull(id) == [])
      #expect(bench.peers[id]?.isOpen == true)
    }
  }

  @Test(arguments: ofReporters + ofHubs)
  func `an observer may not say what others say`(_ message: Message) {
    var bench = HubBench()
    let reporter = bench.reporter(1)
    let id = bench.observer()
    bench.send(message, from: id)
    expectDenied(bench.pull(id), bench.peers[id])
    #expect(bench.model(reporter) == GraphModel())
  }

  @Test(arguments: ofObservers + ofHubs)
  func `a reporter may not say what others say`(_ message: Message) {
    var bench = HubBench()
    let reporter = bench.reporter(1)
    bench.send(message, from: reporter.id)
    expectDenied(bench.pull(reporter.id), bench.peers[reporter.id])
    #expect(bench.actions.isEmpty)
  }

  private func expectDenied(_ answers: [Message], _ peer: BenchPeer?) {
    let codes = answers.compactMap {
      if case .error(let failure) = $0 { failure.code } else { nil }
    }
    #expect(codes == [.notAllowed])
    #expect(peer?.isOpen == true)
  }

  @Test func `a request that is denied is answered by its number`() {
    var bench = HubBench()
    let reporter = bench.reporter(1)
    bench.send(.why(WhyRequest(id: 77, name: "x")), from: reporter.id)
    guard case .error(let failure)? = bench.pull(reporter.id).first else {
      Issue.record("no error")
      return
    }
    #expect(failure.id == 77)
  }

  @Test func `an unknown kind is an error and the link stays`() {
    var bench = HubBench()
    let id = bench.observer()
    bench.send(text: #"{"m":"frobnicate","x":[1,2]}"#, from: id)
    guard case .error(let failure)? = bench.pull(id).first else {
      Issue.record("no error")
      return
    }
    #expect(failure.code == .unknownKind)
    #expect(failure.text.contains("frobnicate"))
    #expect(bench.ask(id, .list(ListRequest(id: 1))).isEmpty)
    #expect(bench.peers[id]?.isOpen == true)
  }

  @Test(arguments: [
    #"{"m":"list","id":"#, #"{"m":"list","id":1,}"#, #"{"m":"list"}"#, #"{"id":1,"m":"list"}"#,
    "\u{feff}{}", #"{"m":"list","id":-1}"#, #"{"m":"list","id":1}{}"#, "null", "[]",
  ])
  func `a malformed message ends its link and names the byte`(_ text: String) {
    var bench = HubBench()
    let other = bench.observer()
    let id = bench.observer()
    bench.send(text: text, from: id)
    let closing = bench.peers[id]?.closing
    #expect(closing?.code == 1_008)
    #expect(closing?.reason.contains("at byte ") == true, "\(closing?.reason ?? "")")
    #expect((closing?.reason.utf8.count ?? .max) <= 123)
    #expect(bench.peers[other]?.isOpen == true)
    bench.send(.list(ListRequest(id: 1)), from: other)
    #expect(bench.pull(other).count == 1)
  }
}
