import Foundation
import InspectWire
import TestSupport
import Testing

@testable import inspect_cli

@Suite struct `Binding commands` {
  @Test func `tree shows what the daemon knows`() async throws {
    try await withDaemon { folder, _ in
      let run = try await cli("tree", in: folder)
      #expect(run.status == 0)
      #expect(run.lines.first == "✕ Employees (4711)  ✕1 ●1")
      #expect(run.output.contains("● employee.name → nameLabel.text\n"))
      #expect(
        run.output.contains("✕ employee.birthdate → birthdateLabel.text  transformer-required: "))
    }
  }

  @Test func `tree of a process that ended shows it grey`() async throws {
    var world = World.employees
    world.processes[0].entry.state = .ended(how: "exit", atWall: Samples.now)
    try await withDaemon(world) { folder, _ in
      let living = try await cli("tree", in: folder)
      #expect(living.status == 3)
      let run = try await cli("tree Employees", in: folder)
      #expect(run.status == 0)
      #expect(run.output.contains("○ employee.birthdate"))
      #expect(run.output.contains("ended"))
    }
  }

  @Test func `S5: why tells one that never existed from one that is forgotten`() async throws {
    try await withDaemon(script: { message in
      guard case .why(let request) = message, request.name == "old" else { return nil }
      let text = "that binding ended and has been forgotten"
      return .say([.error(Failure(id: request.id, code: .forgotten, text: text))])
    }) { folder, _ in
      let never = try await cli("why nothing", in: folder)
      let forgotten = try await cli("why old", in: folder)
      #expect(never.status == 64)
      #expect(forgotten.status == 64)
      #expect(never.errorOutput == "inspect-cli: No binding is called “nothing”.\n")
      #expect(
        forgotten.errorOutput
          == "inspect-cli: That binding ended and has been forgotten.\n")
    }
  }

  @Test func `causes ends with 1 where one is broken, and with 0 where none is`() async throws {
    try await withDaemon { folder, _ in
      let run = try await cli("causes", in: folder)
      #expect(run.status == 1)
      #expect(run.output.contains("✕ employee.birthdate → birthdateLabel.text  Employees (4711)\n"))
      #expect(run.output.contains("    One binding fails by itself.\n"))
      #expect(run.lines.last == "✕ 1 cause for 1 binding in Employees (4711)")
      let json = try await cli("causes --json", in: folder)
      #expect(json.status == 1)
      let read = try JSON.parse(Array(json.output.utf8))
      let cause = read["processes"]?.array?.first?["causes"]?.array?.first
      #expect(cause?["kind"] == "binding")
      #expect(cause?["binding"]?["name"] == "employee.birthdate")
    }
    try await withDaemon(World.mended) { folder, _ in
      let run = try await cli("causes Employees", in: folder)
      #expect(run.status == 0)
    }
  }

  @Test func `why asks back where a name fits several`() async throws {
    try await withDaemon { folder, _ in
      let run = try await cli("why employee", in: folder)
      #expect(run.status == 64)
      #expect(run.output == "")
      #expect(
        run.errorOutput == """
          inspect-cli: “employee” fits several bindings.
            Name one by its number or its whole name:
              ✕ 2  employee.birthdate  Employees (4711)
              ● 1  employee.name  Employees (4711)

          """)
    }
  }

  @Test(arguments: ["birthdate", "2", "employee.birthdate", "BIRTH"])
  func `why finds a binding by number, name or a piece of it`(name: String) async throws {
    try await withDaemon { folder, _ in
      let run = try await cli("why \(name)", in: folder)
      #expect(run.status == 0)
      #expect(run.lines.count < 24)
      #expect(run.output.contains("step 6 of 9, compatibility, failed"))
      #expect(run.output.contains("Employees/EmployeeCell.swift:31"))
    }
  }

  @Test func `why finds a binding by its stable key`() async throws {
    try await withDaemon { folder, _ in
      let run = try await runProgram(
        "inspect-cli", ["why", "Employees/EmployeeCell.swift:31|employee.birthdate|1"],
        environment: settings(folder))
      #expect(run.status == 0)
    }
  }

  @Test func `show and why have all of it in JSON`() async throws {
    try await withDaemon { folder, _ in
      let run = try await cli("show 2 --json", in: folder)
      let value = try #require(
        try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
      let binding = try #require(value["binding"] as? [String: Any])
      #expect(binding["colour"] as? String == "red")
      let status = try #require(binding["status"] as? [String: Any])
      let reasons = try #require(status["reasons"] as? [[String: Any]])
      #expect(reasons.first?["code"] as? String == "transformer-required")
      let why = try await cli("why 2 --json", in: folder)
      #expect(why.output == run.output)
    }
  }

  @Test func `check fails on a broken binding, with reason and place`() async throws {
    try await withDaemon { folder, _ in
      let run = try await cli("check Employees", in: folder)
      #expect(run.status == 1)
      #expect(run.lines.count == 4)
      #expect(run.lines[1].hasPrefix("    transformer-required: "))
      #expect(run.lines[2] == "    declared at Employees/EmployeeCell.swift:31")
      #expect(run.lines[3] == "✕ 1 broken, 1 ok in 1 process")
    }
  }

  @Test func `check passes where all is well`() async throws {
    try await withDaemon(.mended) { folder, _ in
      let run = try await cli("check", in: folder)
      #expect(run.status == 0)
      #expect(run.lines == ["● 2 ok in 1 process"])
    }
  }

  @Test(arguments: [("check", 0), ("check --strict", 1)] as [(String, Int32)])
  func `check counts what is pending and fails on it only if strict`(
    line: String, status: Int32
  ) async throws {
    let world = World(processes: [(Samples.process(), Samples.employees(Samples.pending))])
    try await withDaemon(world) { folder, _ in
      let run = try await cli(line, in: folder)
      #expect(run.status == status)
      #expect(run.lines.last == "◐ 1 pending, 1 ok in 1 process")
      #expect(run.output.contains("path-object-nil") == (status == 1))
    }
  }

  @Test func `check with nothing to look at says so`() async throws {
    try await withTemporaryFolder { folder in
      let run = try await cli("check", in: folder)
      #expect(run.status == 3)
      #expect(run.errorOutput.hasPrefix("inspect-cli: There is no process to check.\n"))
    }
  }

  @Test(arguments: ["tree", "why x", "show x", "detach x", "status"])
  func `without a daemon end with status 2`(line: String) async throws {
    try await withTemporaryFolder { folder in
      let run = try await cli(line, in: folder)
      #expect(run.status == 2)
      #expect(run.errorOutput.hasPrefix("inspect-cli: No daemon runs.\n"))
    }
  }

  @Test func `tell where nothing is attached`() async throws {
    try await withDaemon(World()) { folder, _ in
      for line in ["tree", "why x"] {
        let run = try await cli(line, in: folder)
        #expect(run.status == 3)
        #expect(run.errorOutput.hasPrefix("inspect-cli: No process is attached"))
      }
    }
  }
}
