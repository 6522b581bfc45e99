import Foundation
import InspectSystem
import InspectWire
import TestSupport
import Testing

@testable import inspect_cli

@Suite struct `Following the tree` {
  /// A status of a binding as a delta on the first stream.
  private func delta(_ status: StatusRecord, from: UInt64) -> Message {
    .delta(
      Section(
        stream: 1, link: ChainLink(run: World.run, from: from, to: from + 1),
        instance: Samples.facts().instance, records: [.status(status)]))
  }

  @Test func `H3: in a pipe tells each change in a line`() async throws {
    try await withDaemon { folder, daemon in
      try await withProgram("inspect-cli", ["tree", "--follow"], environment: settings(folder)) {
        program in
        try await program.waitForOutput("employee.birthdate")
        daemon.push([delta(Samples.green.of(2), from: 1)])
        try await program.waitForOutput("was broken\n")
        // The same again, with other counters: no news.
        var same = Samples.green.of(2)
        same.counters?.updates = 99
        daemon.push([delta(same, from: 2), delta(Samples.red, from: 3)])
        try await program.waitForOutput("was ok  transformer-required: ")
        #expect(program.output.components(separatedBy: "was ").count == 3)
        #expect(!program.output.contains("\u{1b}"))
        let status = try await program.terminate()
        #expect(status == 0)
      }
    }
  }

  @Test func `as JSON is a line for each change`() async throws {
    try await withDaemon { folder, daemon in
      try await withProgram(
        "inspect-cli", ["tree", "--follow", "--json"], environment: settings(folder)
      ) { program in
        try await program.waitForOutput("\n")
        daemon.push([delta(Samples.green.of(2), from: 1)])
        try await program.waitForOutput("\"was\":\"red\"")
        try await eventually("two lines", seen: { program.summary }) {
          // On a machine with much to do the daemon may be silent for a while.
          program.lines.filter { !$0.contains("\"event\":\"note\"") }.count == 2
        }
        for line in program.lines {
          _ = try JSONSerialization.jsonObject(with: Data(line.utf8))
        }
      }
    }
  }

  @Test func `tells that a process has ended`() async throws {
    try await withDaemon { folder, daemon in
      try await withProgram("inspect-cli", ["tree", "--follow"], environment: settings(folder)) {
        program in
        try await program.waitForOutput("employee.birthdate")
        let ended = Samples.process(state: .ended(how: "exit", atWall: Samples.now))
        daemon.push([.processes(Processes(id: 1, isWhole: false, entries: [ended]))])
        try await program.waitForOutput("Employees (4711): ended")
      }
    }
  }

  @Test(arguments: [[], ["--json"]])
  func `B5: says once that the daemon is gone, and goes on when it is back`(
    _ options: [String]
  ) async throws {
    try await withTemporaryFolder { folder in
      let daemon = try await FakeDaemon(in: folder.runtime, world: .employees)
      try await withProgram(
        "inspect-cli", ["tree", "--follow"] + options, environment: settings(folder)
      ) { program in
        try await program.waitForOutput("employee.birthdate")
        try await daemon.stop()
        try await program.waitForOutput("daemon gone, retrying")
        let next = try await FakeDaemon(in: folder.runtime, world: .employees)
        try await program.waitForOutput("the daemon is back")
        try await eventually("the tree again") {
          program.output.components(separatedBy: "employee.birthdate").count >= 3
        }
        next.push([delta(Samples.green.of(2), from: 1)])
        try await eventually("a change", seen: { program.summary }) {
          program.output.contains("was broken") || program.output.contains("\"was\":\"red\"")
        }
        #expect(program.output.components(separatedBy: "gone, retrying").count == 2)
        #expect(program.errorOutput.isEmpty)
        let status = try await program.terminate()
        #expect(status == 0)
        try await next.stop()
      }
    }
  }

  @Test func `B5: ends at once where it is told to while the daemon is gone`() async throws {
    try await withTemporaryFolder { folder in
      let daemon = try await FakeDaemon(in: folder.runtime, world: .employees)
      try await withProgram("inspect-cli", ["tree", "--follow"], environment: settings(folder)) {
        program in
        try await program.waitForOutput("employee.birthdate")
        try await daemon.stop()
        try await program.waitForOutput("daemon gone, retrying")
        let status = try await program.terminate(within: .seconds(5))
        #expect(status == 0)
      }
    }
  }

  @Test func `C5: tells what is lost, once a second at most`() async throws {
    try await withDaemon { folder, daemon in
      try await withProgram("inspect-cli", ["tree", "--follow"], environment: settings(folder)) {
        program in
        try await program.waitForOutput("employee.birthdate")
        for lost in 1...50 as ClosedRange<UInt64> {
          var entry = Samples.process()
          entry.lostEntries = lost
          entry.lostNumbers = NumberRange(from: 1, to: lost)
          daemon.push([.processes(Processes(id: 1, isWhole: false, entries: [entry]))])
        }
        try await program.waitForOutput("50 entries of its history are lost (1 to 50)")
        #expect(program.output.components(separatedBy: "lost (").count <= 8, "\(program.output)")
      }
    }
  }

  @Test func `in a terminal draws anew and gives the screen back`() async throws {
    try await withDaemon { folder, daemon in
      let command = try BuiltProgram.path("inspect-cli") + " tree --follow"
      let arguments = ["-qec", "stty rows 24 cols 80; exec \(command)", "/dev/null"]
      try await withProgram("/usr/bin/script", arguments, environment: settings(folder)) {
        program in
        try await program.waitForOutput("\u{1b}[?1049h")
        try await program.waitForOutput("transformer-required")
        daemon.push([delta(Samples.green.of(2), from: 1)])
        try await program.waitForOutput("●2")
        // What Ctrl-C is to a terminal.
        try program.type("\u{3}")
        let status = try await program.waitForExit()
        #expect(status == 0)
        let end = try #require(program.output.range(of: "\u{1b}[?25h\u{1b}[?1049l"))
        // The tree as it was last stays readable.
        #expect(program.output[end.upperBound...].contains("employee.birthdate"))
      }
    }
  }

  @Test(arguments: ["dumb", ""])
  func `H3: in a terminal that can do nothing writes plain lines`(kind: String) async throws {
    try await withDaemon { folder, daemon in
      let command = try BuiltProgram.path("inspect-cli") + " tree --follow"
      var variables = settings(folder)
      variables["TERM"] = kind
      try await withProgram(
        "/usr/bin/script", ["-qec", command, "/dev/null"], environment: variables
      ) { program in
        try await program.waitForOutput("employee.birthdate")
        daemon.push([delta(Samples.green.of(2), from: 1)])
        try await program.waitForOutput("was broken")
        #expect(!program.output.contains("\u{1b}"))
      }
    }
  }

  @Test(arguments: [["--no-color"], []])
  func `H3: without colours a terminal is drawn without any`(options: [String]) async throws {
    try await withDaemon { folder, daemon in
      let command = try BuiltProgram.path("inspect-cli") + " tree --follow"
      var variables = settings(folder)
      if options.isEmpty { variables["NO_COLOR"] = "1" }
      let line = ([command] + options).joined(separator: " ")
      try await withProgram(
        "/usr/bin/script", ["-qec", "stty rows 24 cols 80; exec \(line)", "/dev/null"],
        environment: variables
      ) { program in
        try await program.waitForOutput("transformer-required")
        daemon.push([delta(Samples.green.of(2), from: 1)])
        try await program.waitForOutput("●2")
        // The cursor is moved; nothing is coloured, bold or faint.
        #expect(!program.output.contains(/\u{1b}\[[0-9;]*m/))
      }
    }
  }

  @Test func `H3: into a file goes what goes into a pipe`() async throws {
    try await withDaemon { folder, daemon in
      let file = folder.path("followed")
      let command = try BuiltProgram.path("inspect-cli")
      try await withProgram(
        "/bin/bash", ["-c", "exec '\(command)' tree --follow >'\(file)'"],
        environment: settings(folder)
      ) { program in
        func text() throws -> String { try folder.read("followed") }
        try await eventually("the tree", seen: { program.summary }) {
          ((try? text()) ?? "").contains("employee.birthdate")
        }
        daemon.push([delta(Samples.green.of(2), from: 1)])
        try await eventually("a change", seen: { try text() }) {
          try text().contains("was broken\n")
        }
        #expect(try !text().contains("\u{1b}"))
        #expect(try await program.terminate() == 0)
      }
    }
  }

  @Test func `H3: ends well once its reader has seen enough`() async throws {
    try await withDaemon { folder, daemon in
      let command = try BuiltProgram.path("inspect-cli")
      try await withProgram(
        "/bin/bash", ["-c", "'\(command)' tree --follow | head -1; exit ${PIPESTATUS[0]}"],
        environment: settings(folder)
      ) { program in
        try await eventually("one line", seen: { program.summary }) { program.lines.count == 1 }
        for change in 1...5 as ClosedRange<UInt64> where program.exitStatus == nil {
          daemon.push([
            delta(change % 2 == 1 ? Samples.green.of(2) : Samples.red, from: change)
          ])
        }
        #expect(try await program.waitForExit() == 0)
        #expect(program.errorOutput == "" && program.lines.count == 1, "\(program.summary)")
      }
    }
  }
}
