import InspectLink
import InspectSystem
import InspectWire
import TestSupport
import Testing

@testable import inspect_cli

@Suite struct `Trouble with the daemon` {
  @Test(arguments: ["tree", "why birthdate", "check", "status", "detach Employees"])
  func `that goes away in mid-command is one sentence and status 2`(line: String) async throws {
    try await withDaemon(script: { message in
      switch message {
      case .hello: nil
      default: .hangUp([])
      }
    }) { folder, _ in
      let run = try await cli(line, in: folder)
      #expect(run.status == 2)
      #expect(
        run.errorOutput.hasPrefix(
          "inspect-cli: The daemon went away in the middle of the command.\n"))
      #expect(run.errorOutput.split(separator: "\n").count <= 3)
    }
  }

  @Test func `that does not answer is status 6`() async throws {
    try await withDaemon(script: { message in
      if case .list = message { .nothing } else { nil }
    }) { folder, _ in
      let run = try await cli("status", in: folder)
      #expect(run.status == 6)
      #expect(run.errorOutput.hasPrefix("inspect-cli: The daemon does not answer.\n"))
    }
  }

  @Test func `of another version is told with the side that is old`() async throws {
    try await withDaemon(script: { message in
      guard case .hello = message else { return nil }
      return .hangUp([
        .reject(
          Reject(
            code: .versionMismatch, text: "it speaks protocol 7 to 9, the observer 1",
            remedy: "Install a newer inspect-cli"))
      ])
    }) { folder, _ in
      let run = try await cli("tree", in: folder)
      #expect(run.status == 6)
      #expect(
        run.errorOutput == """
          inspect-cli: The daemon refused: it speaks protocol 7 to 9, the observer 1.
            Install a newer inspect-cli.

          """)
    }
  }

  @Test(arguments: [(0, "The daemon is too old"), (2, "inspect-cli is too old")])
  func `J1: that greets in a version that was not offered is told which side is old`(
    version: Int, says: String
  ) async throws {
    try await withDaemon(script: { message in
      guard case .hello = message else { return nil }
      return .say([.welcome(Welcome(run: World.run, version: version, implementation: "x"))])
    }) { folder, _ in
      let run = try await cli("tree", in: folder)
      #expect(run.status == 6)
      #expect(run.errorOutput.contains(says), "\(run.errorOutput)")
      #expect(run.errorOutput.contains("inspect-cli speaks version 1."))
    }
  }

  @Test func `keeps nobody from seeing what can be inspected`() async throws {
    try await withDaemon(script: { message in
      if case .list = message { .hangUp([]) } else { nil }
    }) { folder, _ in
      let advertiser = try advertise("Tests", in: folder)
      defer { advertiser.withdraw() }
      let run = try await cli("ps", in: folder)
      #expect(run.status == 2)
      #expect(run.output.contains("Tests"))
    }
  }

  @Test func `whose stream has a gap is asked again`() async throws {
    let count = Lock(0)
    try await withDaemon(script: { message in
      guard case .subscribe(let request) = message else { return nil }
      guard
        count.withLock({
          $0 += 1; return $0
        }) == 1
      else { return nil }
      let link = ChainLink(run: World.run, from: 5, to: 6)
      return .say([
        .processes(Processes(id: request.id, isWhole: true, entries: World.employees.entries)),
        .snapshotBegin(
          SnapshotBegin(stream: request.id, run: World.run, why: "subscribed", bindings: 2)),
        .snapshotEnd(SnapshotEnd(stream: request.id, link: link)),
      ])
    }) { folder, _ in
      let run = try await cli("tree", in: folder)
      #expect(run.status == 0, "\(run.errorOutput)")
      #expect(run.output.contains("employee.birthdate"))
    }
  }

  @Test func `whose file is damaged is status 65`() async throws {
    try await withDaemon { folder, _ in
      try folder.write("daemon.json", "{\"pid\": nonsense}")
      let run = try await cli("tree", in: folder)
      #expect(run.status == 65)
      #expect(run.errorOutput.contains("daemon.json"))
    }
  }

  @Test(
    arguments: [
      ("open", 5, "is open to others (mode 755)"), ("file", 66, "is not a folder"),
      ("link", 66, "is not a folder"),
    ] as [(String, Int32, String)])
  func `whose folder cannot be trusted is refused`(
    name: String, status: Int32, words: String
  ) async throws {
    try await withTemporaryFolder { folder in
      try folder.makeFolder("open", mode: 0o755)
      try folder.write("file", "")
      _ = try await runProgram("/bin/ln", ["-s", folder.path, folder.path("link")])
      for command in ["ps", "tree", "attach 1", "check", "status", "stop"] {
        let run = try await cli("\(command) --folder \(folder.path(name))", in: folder)
        #expect(run.status == status, "\(command): \(run.errorOutput)")
        #expect(run.errorOutput.contains(words))
      }
    }
  }

  @Test func `whose folder has a relative path is a wrong command line`() async throws {
    try await withTemporaryFolder { folder in
      let run = try await cli("ps --folder here", in: folder)
      #expect(run.status == 64)
    }
  }
}
