import Foundation
import InspectLink
import InspectSystem
import InspectWire
import TestSupport
import Testing

extension DoorTests {
  /// The loopback port is every user's: who comes that way must show the token.
  @Suite struct Tokens {
    private func answer(_ door: Door, _ hello: Hello) throws -> Message {
      let guest = try Guest(.loopback(door.port))
      try guest.send(.hello(hello))
      return try guest.next()
    }

    private func isWelcome(_ message: Message) -> Bool {
      if case .welcome = message { true } else { false }
    }

    private func isRefused(_ message: Message) -> Bool {
      if case .reject(let reject) = message { reject.code == .notAllowed } else { false }
    }

    @Test func `the token lies in a file of the owner's alone and is 256 bits`() async throws {
      try await withDoor { door in
        let facts = try FileManager.default.attributesOfItem(
          atPath: door.folder.path("daemon.json"))
        #expect(facts[.posixPermissions] as? Int == 0o600)
        #expect(door.token.count == 64)
        #expect(!door.token.contains { !$0.isHexDigit })
      }
    }

    @Test(arguments: [Role.observer, .operator, .reporter])
    func `no role comes in without the token`(_ role: Role) async throws {
      try await withDoor { door in
        let instance = role == .reporter ? Roles.facts(1) : nil
        let wrong = [nil, "", String(door.token.dropLast()), door.token + "0"]
        // Each is answered late, so all wait together.
        let guests = try wrong.map { token in
          let guest = try Guest(.loopback(door.port))
          try guest.send(
            .hello(Hello(role: role, implementation: "t", token: token, instance: instance)))
          return guest
        }
        for (token, guest) in zip(wrong, guests) {
          let message = try guest.next()
          #expect(isRefused(message), "\(String(describing: token))")
        }
        let hello = Hello(role: role, implementation: "t", token: door.token, instance: instance)
        let message = try answer(door, hello)
        #expect(isWelcome(message))
      }
    }

    @Test func `tries are limited, and the right one is still let in`() async throws {
      try await withDoor { door in
        let wrong = Hello(role: .observer, implementation: "t", token: "guess")
        let guests = try (0..<14).map { _ in
          let guest = try Guest(.loopback(door.port))
          try guest.send(.hello(wrong))
          return guest
        }
        var answers = 0
        for guest in guests {
          if case .message? = try? guest.nextOrEnd() { answers += 1 }
        }
        #expect(answers == 10)
        let right = Hello(role: .observer, implementation: "t", token: door.token)
        let message = try answer(door, right)
        #expect(isWelcome(message))
        #expect(!door.daemon.errorOutput.contains(door.token))
        #expect(!door.daemon.errorOutput.contains("guess"))
      }
    }

    @Test func `nothing but hello is read before the greeting`() async throws {
      try await withDoor { door in
        for message in Roles.ofReporters + Roles.ofObservers + Roles.ofHubs {
          let guest = try Guest(.loopback(door.port))
          // The table of its texts, which goes before it, may have ended the link already.
          try? guest.send(message)
          guard case .closedByPeer(let code, _) = try guest.closure() else {
            Issue.record("\(message) is not refused")
            continue
          }
          #expect(code == 1_008, "\(message)")
        }
        #expect(try door.guest(.observer).processes().isEmpty)
      }
    }

    @Test func `whoever says nothing is ended after five seconds`() async throws {
      try await withDoor { door in
        let start = ContinuousClock.now
        let silent = [try Guest(.loopback(door.port)), try Guest(.unix(door.file.socket))]
        for guest in silent {
          guard case .closedByPeer(let code, let reason) = try guest.closure() else {
            Issue.record("not ended")
            continue
          }
          #expect(code == 1_008 && reason.contains("hello"))
        }
        let time = ContinuousClock.now - start
        #expect(time > .seconds(4) && time < .seconds(9), "\(time)")
      }
    }

    @Test func `a token of somebody's choosing comes from a file`() async throws {
      try await withTemporaryFolder { secrets in
        let chosen = String(repeating: "abcd1234", count: 5)
        let file = try secrets.write("token", chosen + "\n")
        try await withDoor(["--token-file", file]) { door in
          #expect(door.token == chosen)
          let hello = Hello(role: .observer, implementation: "t", token: chosen)
          let message = try answer(door, hello)
          #expect(isWelcome(message))
        }
      }
    }

    @Test(arguments: [0o640, 0o604, 0o620, 0o644])
    func `a token file that is open to others is refused`(_ mode: Int) async throws {
      try await withTemporaryFolder { folder in
        let file = try folder.write("token", String(repeating: "a", count: 64), mode: mode)
        let run = try await runProgram(
          "inspectord", ["--folder", folder.path, "--token-file", file])
        #expect(run.status == 5)
        #expect(run.errorOutput.contains("chmod 600"))
      }
    }

    @Test(arguments: [
      "", "short", String(repeating: "a", count: 300), "with space in it ................",
    ])
    func `what is no token is refused`(_ text: String) async throws {
      try await withTemporaryFolder { folder in
        let file = try folder.write("token", text)
        let run = try await runProgram(
          "inspectord", ["--folder", folder.path, "--token-file", file])
        #expect(run.status == 66)
        #expect(text.isEmpty || !run.errorOutput.contains(text))
      }
    }
  }
}

extension Guest {
  /// What comes next: a message, or the end.
  enum Coming {
    case message(Message)
    case end
  }

  func nextOrEnd() throws -> Coming {
    do {
      return .message(try next())
    } catch is LinkClosure {
      return .end
    }
  }
}
