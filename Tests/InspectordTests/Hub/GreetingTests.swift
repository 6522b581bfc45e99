import InspectWire
import Testing

@testable import inspectord

@Suite struct HubGreeting {
  @Test func `an observer is welcomed with run and limits`() throws {
    var bench = HubBench()
    let id = bench.open()
    bench.send(.hello(Hello(role: .observer, implementation: "t")), from: id)
    guard case .welcome(let welcome)? = bench.pull(id).first else {
      Issue.record("no welcome")
      return
    }
    #expect(welcome.run == HubBench.run)
    #expect(welcome.version == 1)
    #expect(welcome.limits.contains(.init("messageBytes", UInt64(Limits.messageBytes))))
  }

  @Test func `a reporter is welcomed and told at once what is demanded`() {
    var bench = HubBench()
    let id = bench.open()
    bench.send(HubBench.hello(3), from: id)
    let messages = bench.pull(id)
    guard messages.count == 2, case .welcome = messages[0] else {
      Issue.record("\(messages)")
      return
    }
    #expect(messages[1] == .want(Want(level: .status)))
    #expect(bench.hub.processes.count == 1)
  }

  struct Refusal: CustomTestStringConvertible, Sendable {
    let name: String
    let origin: PeerOrigin
    let hello: Hello
    let code: FailureCode
    var testDescription: String { name }
  }

  static let refusals = [
    Refusal(
      name: "newer versions only", origin: .unix(pid: 1),
      hello: Hello(role: .observer, versions: VersionRange(2, 3), implementation: "t"),
      code: .versionMismatch),
    Refusal(
      name: "version zero", origin: .unix(pid: 1),
      hello: Hello(role: .observer, versions: VersionRange(0, 0), implementation: "t"),
      code: .versionMismatch),
    Refusal(
      name: "a reporter without facts", origin: .unix(pid: 1),
      hello: Hello(role: .reporter, implementation: "t"), code: .badMessage),
    Refusal(
      name: "no token on loopback", origin: .loopback,
      hello: Hello(role: .observer, implementation: "t"), code: .notAllowed),
    Refusal(
      name: "a wrong token on loopback", origin: .loopback,
      hello: Hello(role: .observer, implementation: "t", token: "secres"), code: .notAllowed),
    Refusal(
      name: "a piece of the token", origin: .loopback,
      hello: Hello(
        role: .reporter, implementation: "t", token: "secre", instance: HubBench.facts(1)),
      code: .notAllowed),
    Refusal(
      name: "another process than the one that was dialled",
      origin: .dialled(InstanceID(high: 9, low: 9)),
      hello: Hello(role: .reporter, implementation: "t", instance: HubBench.facts(1)),
      code: .refused),
  ]

  @Test(arguments: refusals)
  func `who may not is told why and what to do`(_ refusal: Refusal) {
    var bench = HubBench()
    let id = bench.open(refusal.origin)
    bench.send(.hello(refusal.hello), from: id)
    bench.advance(2 * HubLimits.wrongToken)
    guard case .reject(let reject)? = bench.pull(id).first else {
      Issue.record("no reject")
      return
    }
    #expect(reject.code == refusal.code)
    #expect(!reject.text.isEmpty && !reject.remedy.isEmpty)
    #expect(bench.peers[id]?.closing?.code == 1_008)
    #expect(bench.hub.processes.isEmpty && bench.hub.observers.isEmpty)
  }

  @Test func `the right token opens the loopback port`() {
    var bench = HubBench()
    let id = bench.open(.loopback)
    bench.send(.hello(Hello(role: .observer, implementation: "t", token: "secret")), from: id)
    guard case .welcome? = bench.pull(id).first else {
      Issue.record("no welcome")
      return
    }
  }

  @Test func `a wrong token is answered late and not read on`() {
    var bench = HubBench()
    let id = bench.open(.loopback)
    bench.send(.hello(Hello(role: .observer, implementation: "t", token: "x")), from: id)
    #expect(bench.pull(id).isEmpty)
    #expect(bench.peers[id]?.isRead == false)
    bench.advance(HubLimits.wrongToken / 2)
    #expect(bench.pull(id).isEmpty)
  }

  @Test func `guessing is not answered for ever`() {
    var bench = HubBench()
    for _ in 0..<HubLimits.wrongTokensAMinute {
      let id = bench.open(.loopback)
      bench.send(.hello(Hello(role: .observer, implementation: "t", token: "x")), from: id)
      #expect(bench.peers[id]?.closing == nil)
    }
    let id = bench.open(.loopback)
    bench.send(.hello(Hello(role: .observer, implementation: "t", token: "x")), from: id)
    #expect(bench.peers[id]?.closing?.code == 1_008)
  }

  @Test func `whoever says nothing is ended after five seconds`() {
    var bench = HubBench()
    let id = bench.open()
    bench.advance(4_900_000)
    #expect(bench.peers[id]?.closing == nil)
    bench.advance(1_200_000)
    #expect(bench.peers[id]?.closing?.code == 1_008)
  }

  @Test(arguments: [
    #"{"m":"list","id":1}"#, #"{"m":"strings","from":0,"texts":["a"]}"#, #"{"m":"beat"}"#,
    #"{"m":"nothing-of-the-kind"}"#, "{", "",
  ])
  func `anything before hello ends the link`(_ text: String) {
    var bench = HubBench()
    let id = bench.open()
    bench.send(text: text, from: id)
    #expect(bench.peers[id]?.closing?.code == 1_008)
  }

  @Test func `a second hello is denied and the link stays`() {
    var bench = HubBench()
    let id = bench.observer()
    let answers = bench.ask(id, .hello(Hello(role: .observer, implementation: "t")))
    guard case .error(let failure)? = answers.first else {
      Issue.record("\(answers)")
      return
    }
    #expect(failure.code == .notAllowed)
    #expect(bench.peers[id]?.closing == nil)
  }

  @Test func `a live instance has one owner`() {
    var bench = HubBench()
    let first = bench.reporter(1)
    let second = bench.open()
    var facts = HubBench.facts(1)
    facts.pid = 4_711
    bench.send(.hello(Hello(role: .reporter, implementation: "t", instance: facts)), from: second)
    guard case .reject(let reject)? = bench.pull(second).first else {
      Issue.record("no reject")
      return
    }
    #expect(reject.code == .instanceTaken)
    #expect(bench.peers[first.id]?.isOpen == true)
  }

  @Test func `the same process by a new link replaces the old one`() {
    var bench = HubBench()
    let first = bench.reporter(1)
    let second = bench.reporter(1)
    #expect(bench.peers[first.id]?.closing == .init(code: 4_001, reason: "replaced"))
    #expect(bench.hub.processes[second.instance]?.link == second.id)
    #expect(bench.hub.processes.count == 1)
  }

  @Test func `there are so many observers and no more`() {
    var bench = HubBench()
    for _ in 0..<Limits.observers { _ = bench.observer() }
    let id = bench.open()
    bench.send(.hello(Hello(role: .observer, implementation: "t")), from: id)
    guard case .reject(let reject)? = bench.pull(id).first else {
      Issue.record("no reject")
      return
    }
    #expect(reject.code == .tooMany)
  }
}
