import InspectSystem
import InspectWire
import Testing

@testable import inspectord

/// A page in a browser is let in by a pass that is good once, never by the daemon's own token.
@Suite struct HubPages {
  private static func bench() -> HubBench {
    let drawn = Lock(0)
    var bench = HubBench()
    var settings = bench.hub.settings
    settings.drawToken = {
      let number = drawn.withLock { number in
        number += 1
        return number
      }
      return Token(text: "drawn \(number)")
    }
    bench.hub = Hub(settings, now: bench.now)
    return bench
  }

  private static func hello(
    token: String? = nil, pass: String? = nil, role: Role = .observer
  ) -> Message {
    .hello(
      Hello(
        role: role, implementation: "viewer", token: token, pass: pass,
        instance: role == .reporter ? HubBench.facts(1) : nil))
  }

  /// What a greeting of a page comes to, after the time in which a wrong one is held back.
  private func greet(_ bench: inout HubBench, _ hello: Message) -> (id: PeerID, answer: Message?) {
    let id = bench.open(.page)
    bench.send(hello, from: id)
    if let answer = bench.pull(id).first { return (id, answer) }
    bench.advance(2_000_000)
    return (id, bench.pull(id).first)
  }

  private func token(_ answer: Message?) -> String? {
    if case .welcome(let welcome)? = answer { welcome.token } else { nil }
  }

  private func isRefused(_ answer: Message?) -> Bool {
    if case .reject(let reject)? = answer { reject.code == .notAllowed } else { false }
  }

  private func drawPass(_ bench: inout HubBench) -> String? {
    let id = bench.observer()
    bench.send(.pass(PassRequest(id: 1)), from: id)
    guard case .result(let answer)? = bench.pull(id).first, case .pass(let pass) = answer.content
    else { return nil }
    return pass
  }

  @Test func `a pass lets one page in, and gives it a token of its own`() throws {
    var bench = Self.bench()
    let pass = try #require(drawPass(&bench))
    let own = try #require(token(greet(&bench, Self.hello(pass: pass)).answer))
    #expect(own != pass && own != HubBench.token)
    #expect(isRefused(greet(&bench, Self.hello(pass: pass)).answer))
    guard case .welcome(let again)? = greet(&bench, Self.hello(token: own)).answer else {
      Issue.record("the page's own token does not let it in")
      return
    }
    #expect(again.token == nil)
  }

  @Test(arguments: [
    hello(), hello(token: HubBench.token), hello(token: "drawn 1"), hello(pass: "guess"),
    hello(pass: ""), hello(pass: HubBench.token), hello(pass: "drawn"), hello(pass: "drawn 10"),
  ])
  func `nothing else lets a page in`(_ hello: Message) throws {
    var bench = Self.bench()
    #expect(drawPass(&bench) == "drawn 1")
    #expect(isRefused(greet(&bench, hello).answer))
  }

  @Test func `a pass is good for a minute`() throws {
    var bench = Self.bench()
    let pass = try #require(drawPass(&bench))
    bench.advance(HubLimits.passLife)
    #expect(isRefused(greet(&bench, Self.hello(pass: pass)).answer))
  }

  @Test func `of too many passes the oldest is good no more`() throws {
    var bench = Self.bench()
    let passes = (0...HubLimits.passes).compactMap { _ in drawPass(&bench) }
    #expect(isRefused(greet(&bench, Self.hello(pass: passes[0])).answer))
    #expect(token(greet(&bench, Self.hello(pass: passes[1])).answer) != nil)
  }

  @Test func `of too many pages the oldest must be opened anew`() throws {
    var bench = Self.bench()
    var tokens: [String] = []
    for _ in 0...HubLimits.pageTokens {
      let pass = try #require(drawPass(&bench))
      let (id, answer) = greet(&bench, Self.hello(pass: pass))
      tokens.append(try #require(token(answer)))
      bench.hangUp(id)
    }
    #expect(isRefused(greet(&bench, Self.hello(token: tokens[0])).answer))
    #expect(!isRefused(greet(&bench, Self.hello(token: tokens[1])).answer))
  }

  @Test func `what lets a page in lets nobody else in`() throws {
    var bench = Self.bench()
    let pass = try #require(drawPass(&bench))
    let own = try #require(token(greet(&bench, Self.hello(pass: pass)).answer))
    let second = try #require(drawPass(&bench))
    for hello in [Self.hello(token: own), Self.hello(pass: second), Self.hello(token: second)] {
      let id = bench.open(.loopback)
      bench.send(hello, from: id)
      bench.advance(2_000_000)
      #expect(isRefused(bench.pull(id).first))
    }
  }

  @Test func `a page reports nothing and lets no other page in`() throws {
    var bench = Self.bench()
    let pass = try #require(drawPass(&bench))
    #expect(isRefused(greet(&bench, Self.hello(pass: pass, role: .reporter)).answer))
    let second = try #require(drawPass(&bench))
    let (id, answer) = greet(&bench, Self.hello(pass: second))
    #expect(token(answer) != nil)
    bench.send(.pass(PassRequest(id: 4)), from: id)
    guard case .error(let failure)? = bench.pull(id).first else {
      Issue.record("no error")
      return
    }
    #expect(failure.code == .notAllowed && failure.id == 4)
  }

  @Test func `without a port there are no passes`() throws {
    var bench = HubBench()
    let id = bench.observer()
    bench.send(.pass(PassRequest(id: 1)), from: id)
    guard case .error(let failure)? = bench.pull(id).first else {
      Issue.record("no error")
      return
    }
    #expect(failure.code == .unsupported)
  }
}
