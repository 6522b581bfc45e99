import InspectWire
import Testing

@testable import inspectord

@Suite struct HubRequests {
  // MARK: why

  @Test func `why tells all that is known of a binding`() throws {
    var bench = HubBench()
    var reporter = bench.reporter(1)
    let outer = ScopeRecord(
      id: ScopeID(1), parent: nil, name: "window", owner: "Window", isBoundary: true)
    let inner = ScopeRecord(
      id: ScopeID(2), parent: ScopeID(1), name: "list", owner: "", isBoundary: false)
    let node = NodeRecord(
      id: NodeID(1), scope: ScopeID(2), parent: nil, className: "Label", name: "birthdate",
      frame: nil)
    let reason = Reason(
      .transformerRequired, [Parameter("from", "Date"), Parameter("to", "String")])
    reporter.send([.scope(outer), .scope(inner)], to: &bench)
    reporter.send([.node(node)], to: &bench)
    reporter.send(
      [
        .binding(.bench(1, name: "birthdate", scope: 2, node: 1)), .binding(.bench(2)),
        .binding(.bench(3)), .binding(.bench(4)),
      ], to: &bench)
    reporter.status(1, .yellow, in: &bench)
    reporter.status(1, .red, reason, in: &bench)
    reporter.status(2, .red, reason, in: &bench)
    reporter.status(3, .red, Reason(.transformerRequired, [Parameter("from", "Int")]), in: &bench)
    let id = bench.observer()
    let explanation = try #require(self.explanation(&bench, id, "birthdate"))
    #expect(explanation.process.facts.name == "app1")
    #expect(explanation.binding.name == "birthdate")
    #expect(explanation.status.reasons == [reason])
    #expect(explanation.scopes == [inner, outer])
    #expect(explanation.node == node)
    #expect(explanation.sharing == 1)
    #expect(explanation.unknown.isEmpty)
    #expect(
      explanation.history.map(\.kind) == [
        .colour(from: .yellow, to: .red, reason: .transformerRequired)
      ])
  }

  @Test func `B2: who joins later is told the history that the first was told`() throws {
    var bench = HubBench()
    var reporter = bench.reporter(1)
    reporter.declare(1, in: &bench)
    let first = bench.observer()
    _ = explanation(&bench, first, "binding1")
    // What the process remembers of the time before anybody looked, told since somebody asked.
    let entries = [Colour.red, .green].enumerated().map { index, colour in
      HistoryEntry(
        number: UInt64(index) + 1, at: Moment(microseconds: Int64(index) + 1),
        binding: BindingID(1), kind: .colour(from: .yellow, to: colour, reason: nil))
    }
    bench.send(.history(History(sequence: 2, entries: entries)), from: reporter.id)
    let second = bench.observer()
    #expect(try #require(explanation(&bench, first, "binding1")).history == entries)
    bench.hangUp(first)
    #expect(try #require(explanation(&bench, second, "binding1")).history == entries)
  }

  @Test func `a binding without status is yellow`() throws {
    var bench = HubBench()
    var reporter = bench.reporter(1)
    reporter.declare(1, in: &bench)
    let id = bench.observer()
    #expect(try #require(explanation(&bench, id, "binding1")).status.colour == .yellow)
  }

  @Test func `a name that fits several is answered with them`() {
    var bench = HubBench()
    var reporter = bench.reporter(1)
    reporter.declare(1, name: "employee.name", in: &bench)
    reporter.declare(2, name: "employee.birthdate", in: &bench)
    reporter.status(2, .red, in: &bench)
    let id = bench.observer()
    let answers = bench.ask(id, .why(WhyRequest(id: 4, name: "employee")))
    guard case .result(let answer)? = answers.first, case .candidates(let found) = answer.content
    else {
      Issue.record("\(answers)")
      return
    }
    #expect(found.map(\.name) == ["employee.birthdate", "employee.name"])
    #expect(found.map(\.colour) == [.red, .yellow])
    #expect(found.first?.pid == 1)
  }

  @Test func `what lives is meant before what has ended`() throws {
    var bench = HubBench()
    var old = bench.reporter(1)
    old.declare(1, name: "title", in: &bench)
    bench.send(.bye(Bye(why: "exit")), from: old.id)
    bench.pull(old.id)
    var new = bench.reporter(2)
    new.declare(1, name: "title", in: &bench)
    let id = bench.observer()
    #expect(try #require(explanation(&bench, id, "title")).process.facts.instance == new.instance)
    #expect(
      try #require(explanation(&bench, id, "title", in: old.instance)).status.colour == .grey)
  }

  // S5: three different answers, none an error page.
  @Test func `ended, dropped and never there are three answers`() throws {
    var bench = HubBench()
    var reporter = bench.reporter(1)
    reporter.declare(1, name: "gone", in: &bench)
    reporter.status(1, .red, Reason(.ownerNotFound), in: &bench)
    reporter.declare(2, name: "dropped", in: &bench)
    reporter.end(.binding(BindingID(2)), in: &bench)
    bench.advance(HubLimits.retention / 2)
    reporter.end(.binding(BindingID(1)), in: &bench)
    bench.advance(HubLimits.retention / 2 + 2_000_000)
    let id = bench.observer()
    let ended = try #require(explanation(&bench, id, "gone"))
    #expect(ended.status.colour == .grey)
    #expect(ended.status.reasons == [Reason(.ownerNotFound)])
    for name in ["dropped", "2", "Bench.swift:2"] {
      #expect(failure(&bench, id, name)?.code == .forgotten)
    }
    let never = try #require(failure(&bench, id, "gonne"))
    #expect(never.code == .noSuchBinding)
    #expect(never.remedy.contains("gone"))
  }

  @Test func `a process that is not there is not asked in vain`() {
    var bench = HubBench()
    let id = bench.observer()
    let request = WhyRequest(id: 1, instance: InstanceID(high: 5, low: 5), name: "x")
    let answers = bench.ask(id, .why(request))
    #expect(answers.count == 1)
    guard case .error(let failure)? = answers.first else { return }
    #expect(failure.code == .noSuchProcess)
  }

  @Test func `whoever asks why has the history noted from then on`() {
    var bench = HubBench()
    var reporter = bench.reporter(1)
    reporter.declare(1, name: "title", in: &bench)
    let id = bench.observer()
    _ = explanation(&bench, id, "title")
    #expect(bench.pull(reporter.id).contains(.want(Want(level: .history))))
  }

  @Test func `mode off says what cannot be known`() throws {
    var bench = HubBench()
    let link = bench.open()
    let facts = HubBench.facts(1, mode: .off)
    bench.send(.hello(Hello(role: .reporter, implementation: "t", instance: facts)), from: link)
    bench.pull(link)
    var reporter = BenchReporter(id: link, instance: facts.instance)
    reporter.declare(1, name: "title", in: &bench)
    let id = bench.observer()
    #expect(try #require(explanation(&bench, id, "title")).unknown.count == 1)
  }

  // MARK: list, attach, detach

  @Test func `list tells every process, the ended ones too`() {
    var bench = HubBench()
    let first = bench.reporter(1)
    _ = bench.reporter(2)
    bench.send(.bye(Bye(why: "exit")), from: first.id)
    bench.pull(first.id)
    let id = bench.observer()
    bench.send(.list(ListRequest(id: 8)), from: id)
    guard case .processes(let list)? = bench.pull(id).first else {
      Issue.record("no list")
      return
    }
    #expect(list.id == 8 && list.isWhole)
    #expect(list.entries.map(\.facts.pid) == [1, 2])
  }

  @Test func `attaching is answered when the process has told all`() {
    var bench = HubBench()
    let id = bench.observer()
    let number = dial(&bench, id, .pid(1))
    let found = Attaching.Found(instance: HubBench.facts(1).instance, pid: 1, name: "app1")
    #expect(bench.hub.found(number, [found], now: bench.now) == found.instance)
    var reporter = bench.reporter(1, origin: .dialled(found.instance))
    reporter.declare(1, in: &bench)
    #expect(bench.pull(id).isEmpty)
    reporter.status(1, .red, in: &bench)
    bench.send(.beat, from: reporter.id)
    let answers = bench.pull(id)
    guard case .result(let answer)? = answers.first, case .process(let entry) = answer.content
    else {
      Issue.record("\(answers)")
      return
    }
    #expect(answer.id == 5)
    #expect(entry.counts == Counts(red: 1))
    #expect(bench.hub.processes[found.instance]?.wanted == .history)
  }

  @Test func `a process that never says that it has told all is attached after a while`() {
    var bench = HubBench()
    let id = bench.observer()
    let number = dial(&bench, id, .pid(1))
    let found = Attaching.Found(instance: HubBench.facts(1).instance, pid: 1, name: "app1")
    _ = bench.hub.found(number, [found], now: bench.now)
    var reporter = bench.reporter(1, origin: .dialled(found.instance))
    reporter.declare(1, in: &bench)
    bench.advance(HubLimits.settling * 2)
    #expect(bench.pull(id).count == 1)
  }

  @Test func `a process that is slow to say anything is not taken to have told all`() {
    var bench = HubBench()
    let id = bench.observer()
    let number = dial(&bench, id, .pid(1))
    let found = Attaching.Found(instance: HubBench.facts(1).instance, pid: 1, name: "app1")
    _ = bench.hub.found(number, [found], now: bench.now)
    _ = bench.reporter(1, origin: .dialled(found.instance))
    bench.advance(HubLimits.settling * 10)
    #expect(bench.pull(id).isEmpty)
    bench.advance(HubLimits.settlingLimit)
    #expect(bench.pull(id).count == 1)
  }

  @Test func `a process that reports already is not dialled`() {
    var bench = HubBench()
    let reporter = bench.reporter(1)
    bench.send(.beat, from: reporter.id)
    let id = bench.observer()
    let answers = bench.ask(id, .attach(AttachRequest(id: 5, process: .pid(1))))
    #expect(answers.count == 1)
    #expect(bench.actions.isEmpty)
  }

  @Test(arguments: [
    FailureCode.noSuchProcess, .notInspectable, .notPermitted, .switchedOff, .notResponding,
    .refused,
  ])
  func `why a process cannot be attached is told once`(_ code: FailureCode) {
    var bench = HubBench()
    let id = bench.observer()
    let number = dial(&bench, id, .pid(99))
    bench.hub.notFound(number, .pid(99), code, "text", "remedy", now: bench.now)
    bench.act()
    #expect(
      bench.pull(id)
        == [.error(Failure(id: 5, code: code, text: "text", remedy: "remedy"))])
    bench.advance(30_000_000)
    #expect(bench.pull(id).isEmpty)
  }

  @Test func `a name of several processes is ambiguous and they are listed`() {
    var bench = HubBench()
    let id = bench.observer()
    let number = dial(&bench, id, .name("twin"))
    let found = [11, 12].map {
      Attaching.Found(instance: InstanceID(high: 1, low: $0), pid: Int32($0), name: "twin")
    }
    #expect(bench.hub.found(number, found, now: bench.now) == nil)
    bench.act()
    guard case .error(let failure)? = bench.pull(id).first else {
      Issue.record("no error")
      return
    }
    #expect(failure.code == .ambiguous)
    #expect(failure.text.contains("11, 12"))
  }

  @Test func `a process that answers nothing is told after a while`() {
    var bench = HubBench()
    let id = bench.observer()
    _ = dial(&bench, id, .pid(1))
    bench.advance(HubLimits.attaching + 1_000_000)
    guard case .error(let failure)? = bench.pull(id).first else {
      Issue.record("no error")
      return
    }
    #expect(failure.code == .notResponding)
  }

  @Test func `a process that ends the link while it is attached is a refusal`() {
    var bench = HubBench()
    let id = bench.observer()
    let number = dial(&bench, id, .pid(1))
    let found = Attaching.Found(instance: HubBench.facts(1).instance, pid: 1, name: "app1")
    _ = bench.hub.found(number, [found], now: bench.now)
    let link = bench.open(.dialled(found.instance))
    bench.hangUp(link, why: "another daemon is attached")
    guard case .error(let failure)? = bench.pull(id).first else {
      Issue.record("no error")
      return
    }
    #expect(failure.code == .refused)
    #expect(failure.text.contains("another daemon is attached"))
  }

  @Test func `two that attach at once are both answered`() {
    var bench = HubBench()
    let ids = [bench.observer(), bench.observer()]
    let found = Attaching.Found(instance: HubBench.facts(1).instance, pid: 1, name: "app1")
    let numbers = ids.map { dial(&bench, $0, .pid(1)) }
    for number in numbers { _ = bench.hub.found(number, [found], now: bench.now) }
    let reporter = bench.reporter(1, origin: .dialled(found.instance))
    bench.send(.beat, from: reporter.id)
    for id in ids { #expect(bench.pull(id).count == 1) }
  }

  @Test func `detaching ends the link and leaves what was known`() throws {
    var bench = HubBench()
    var reporter = bench.reporter(1, origin: .dialled(HubBench.facts(1).instance))
    reporter.declare(1, name: "title", in: &bench)
    let id = bench.observer()
    let answers = bench.ask(id, .detach(DetachRequest(id: 6, process: .name("app1"))))
    guard case .result(let answer)? = answers.first, case .process(let entry) = answer.content,
      case .ended(let how, _) = entry.state
    else {
      Issue.record("\(answers)")
      return
    }
    #expect(how == "detached")
    #expect(bench.peers[reporter.id]?.closing?.code == 4_002)
    #expect(bench.actions.first == .letGo(reporter.instance))
    #expect(try #require(explanation(&bench, id, "title")).status.colour == .grey)
  }

  @Test func `a detached process that dials by itself is sent away until it is attached`() {
    var bench = HubBench()
    let reporter = bench.reporter(1)
    let id = bench.observer()
    _ = bench.ask(id, .detach(DetachRequest(id: 6, process: .pid(1))))
    let again = bench.open()
    bench.send(HubBench.hello(1), from: again)
    guard case .reject? = bench.pull(again).first else {
      Issue.record("no reject")
      return
    }
    bench.actions = []
    let number = dial(&bench, id, .pid(1))
    let found = Attaching.Found(instance: reporter.instance, pid: 1, name: "app1")
    _ = bench.hub.found(number, [found], now: bench.now)
    _ = bench.reporter(1)
    #expect(bench.hub.processes[reporter.instance]?.isLive == true)
  }

  @Test func `detaching from what is not attached says so`() {
    var bench = HubBench()
    let id = bench.observer()
    let answers = bench.ask(id, .detach(DetachRequest(id: 6, process: .name("nobody"))))
    guard case .error(let failure)? = answers.first else {
      Issue.record("\(answers)")
      return
    }
    #expect(failure.code == .noSuchProcess)
  }

  // MARK: Support

  private func dial(_ bench: inout HubBench, _ id: PeerID, _ process: ProcessSelector) -> UInt64 {
    bench.send(.attach(AttachRequest(id: 5, process: process)), from: id)
    guard case .dial(let request)? = bench.actions.popLast() else {
      Issue.record("nothing is dialled")
      return 0
    }
    #expect(request.process == process)
    return request.number
  }

  private func explanation(
    _ bench: inout HubBench, _ id: PeerID, _ name: String, in instance: InstanceID? = nil
  ) -> Explanation? {
    let answers = bench.ask(id, .why(WhyRequest(id: 1, instance: instance, name: name)))
    guard answers.count == 1, case .result(let answer) = answers[0],
      case .explanation(let explanation) = answer.content
    else {
      Issue.record("\(answers)")
      return nil
    }
    return explanation
  }

  private func failure(_ bench: inout HubBench, _ id: PeerID, _ name: String) -> Failure? {
    let answers = bench.ask(id, .why(WhyRequest(id: 1, name: name)))
    guard answers.count == 1, case .error(let failure) = answers[0] else {
      Issue.record("\(answers)")
      return nil
    }
    return failure
  }
}
