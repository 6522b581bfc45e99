import InspectLink
import InspectSystem
import InspectWire
import TestSupport
import Testing

@testable import inspect_cli

@Suite struct `Process commands` {
  @Test func `ps works without a daemon`() async throws {
    try await withTemporaryFolder { folder in
      let advertiser = try advertise("Tests", in: folder)
      let run = try await cli("ps", in: folder)
      #expect(run.status == 0)
      #expect(run.lines.count == 2)
      #expect(run.lines[1].contains("Tests"))
      #expect(run.lines[1].contains("inspectable"))
      advertiser.withdraw()
      let empty = try await cli("ps", in: folder)
      #expect(empty.lines == ["No process of this user can be inspected right now."])
    }
  }

  @Test func `ps joins what a daemon knows`() async throws {
    try await withDaemon { folder, _ in
      let advertiser = try advertise("Tests", in: folder)
      defer { advertiser.withdraw() }
      let run = try await cli("ps", in: folder)
      #expect(run.lines.count == 3)
      #expect(run.output.contains("Employees  armed  attached"))
      #expect(run.output.contains("✕1 ●1"))
    }
  }

  @Test func `ps lists ended ones only where asked`() async throws {
    var world = World.employees
    world.processes[0].entry.state = .ended(how: "exit", atWall: Samples.now)
    try await withDaemon(world) { folder, _ in
      let living = try await cli("ps", in: folder)
      #expect(!living.output.contains("Employees"))
      let all = try await cli("ps --all", in: folder)
      #expect(all.output.contains("ended"))
    }
  }

  @Test func `G4: two programs of one name are two rows and never mixed`() async throws {
    var world = World.employees
    world.processes.append((Samples.process(pid: 4712), Samples.employees(Samples.green.of(2))))
    try await withDaemon(world) { folder, _ in
      let rows = try await cli("ps", in: folder).lines.filter { $0.contains("Employees") }
      #expect(rows.count == 2)
      let attach = try await cli("attach Employees", in: folder)
      #expect(attach.status == 64)
      #expect(attach.errorOutput.contains("4711") && attach.errorOutput.contains("4712"))
      let tree = try await cli("tree 4712", in: folder)
      #expect(tree.status == 0)
      #expect(!tree.output.contains("✕"))
    }
  }

  @Test func `A2: attaching to a process that is not there`() async throws {
    try await withTemporaryFolder { folder in
      let run = try await cli("attach 4194304", in: folder)
      #expect(run.status == 3)
      #expect(
        run.errorOutput == """
          inspect-cli: There is no process 4194304.
            It may have ended a moment ago.
            `inspect-cli ps` lists the processes that can be inspected.

          """)
    }
  }

  @Test func `A2: attaching to a program that is not inspectable`() async throws {
    try await withTemporaryFolder { folder in
      try await withProgram("/bin/sleep", ["60"]) { sleep in
        let run = try await cli("attach \(sleep.pid)", in: folder)
        #expect(run.status == 4)
        #expect(
          run.errorOutput.hasPrefix("inspect-cli: sleep (\(sleep.pid)) is not inspectable.\n"))
      }
    }
  }

  @Test func `A2: attaching to a program of another user`() async throws {
    try await withTemporaryFolder { folder in
      try await withProgramOfAnother { pid in
        let run = try await cli("attach \(pid)", in: folder)
        #expect(run.status == 5)
        #expect(run.errorOutput.contains("belongs to another user"))
      }
    }
  }

  @Test func `A2: attaching where the daemon refuses`() async throws {
    try await withDaemon(
      World(),
      script: { message in
        guard case .attach(let request) = message else { return nil }
        let failure = Failure(
          id: request.id, code: .refused, text: "the process has no room for another link",
          remedy: "detach somebody else")
        return .say([.error(failure)])
      }
    ) { folder, _ in
      let advertiser = try advertise("Tests", in: folder)
      defer { advertiser.withdraw() }
      let run = try await cli("attach Tests", in: folder)
      #expect(run.status == 6)
      #expect(
        run.errorOutput == """
          inspect-cli: The process has no room for another link.
            Detach somebody else.

          """)
    }
  }

  @Test func `attaching where inspection is switched off`() async throws {
    try await withTemporaryFolder { folder in
      try await withProgram("/bin/sleep", ["60"], environment: ["BINDINSPECT": "none"]) { sleep in
        let run = try await cli("attach \(sleep.pid)", in: folder)
        #expect(run.status == 4)
        #expect(run.errorOutput.contains("switched off"))
      }
    }
  }

  @Test func `attaching by a wrong name offers the right one`() async throws {
    try await withTemporaryFolder { folder in
      let advertiser = try advertise("Employees", in: folder)
      defer { advertiser.withdraw() }
      let run = try await cli("attach Employes", in: folder)
      #expect(run.status == 3)
      #expect(run.errorOutput.contains("Did you mean “Employees”?"))
      #expect(try folder.names().filter { $0.hasPrefix("daemon") } == [])
    }
  }

  @Test func `attaching a second time changes nothing`() async throws {
    try await withDaemon { folder, daemon in
      let run = try await cli("attach Employees", in: folder)
      #expect(run.status == 0)
      #expect(run.lines == ["Already attached to Employees (4711): 1 broken, 1 ok."])
      #expect(!daemon.received.contains { if case .attach = $0 { true } else { false } })
    }
  }

  @Test func `detaching names what it let go of`() async throws {
    try await withDaemon { folder, daemon in
      let run = try await cli("detach employees", in: folder)
      #expect(run.status == 0)
      #expect(run.lines == ["Detached from Employees (4711); it goes on as before."])
      #expect(daemon.received.contains { if case .detach = $0 { true } else { false } })
      let nobody = try await cli("detach nobody", in: folder)
      #expect(nobody.status == 3)
    }
  }

  /// Runs the body beside a process that is not of this user.
  private func withProgramOfAnother(_ body: (Int32) async throws -> Void) async throws {
    // Pid 1 is root's, whoever is not root need not start one.
    guard Peer.ownUser == 0 else { return try await body(1) }
    let arguments = ["--reuid=65534", "--clear-groups", "/bin/sleep", "60"]
    try await withProgram("/usr/bin/setpriv", arguments) { program in
      try await eventually("it is another user's") {
        ProcessTable.entry(of: program.pid)?.user == 65_534
      }
      try await body(program.pid)
    }
  }
}
