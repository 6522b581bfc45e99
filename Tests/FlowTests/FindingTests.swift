import Foundation
import InspectSystem
import InspectWire
import TestSupport
import Testing

/// Cases A of `peers.md`: how processes are found and attached to.
@Suite(.oneAtATime) struct Finding {
  @Test func `A1: of twenty programs ten are killed, and ten rows are left`() async throws {
    try await withStage { stage in
      let programs = try (0..<20).map { _ in try stage.start("Workload", "--bindings", "3") }
      defer { for program in programs { program.kill() } }
      for program in programs { try await stage.waitUntilFound(program) }
      let all = try await stage.processes()
      #expect(all.count == 20)
      for program in programs.prefix(10) { program.kill() }
      let run = try await stage.cli("ps")
      let rows = try await stage.processes()
      #expect(run.status == 0 && run.errorOutput.isEmpty, "\(run)")
      #expect(
        Set(rows.compactMap { $0["pid"]?.int }) == Set(programs.suffix(10).map { Int64($0.pid) }))
      let dead = Set(programs.prefix(10).map(\.pid))
      let left = try stage.folder.names().filter { name in
        dead.contains { name.hasPrefix("\($0)-") }
      }
      #expect(left.isEmpty, "leftovers of the dead: \(left)")
    }
  }

  @Test func `A2: four causes give four messages and four statuses`() async throws {
    try await withStage { stage in
      let sleeper = try startProgram("/bin/sleep", ["600"])
      defer { sleeper.kill() }
      let foreign = try startProgram(
        "/usr/bin/setpriv", ["--reuid=65534", "--clear-groups", "/bin/sleep", "600"])
      defer { foreign.kill() }
      let stopped = try await stage.workload()
      defer { stopped.kill() }
      stopped.send(signal: SIGSTOP)
      try await eventually("the program stands still") {
        ProcessTable.entry(of: stopped.pid)?.isStopped == true
      }
      let missing = try await stage.cli("attach", "4194000")
      let plain = try await stage.cli("attach", "\(sleeper.pid)")
      let halted = try await stage.cli("attach", "\(stopped.pid)")
      #expect(missing.status == 3, "\(missing)")
      #expect(plain.status == 4, "\(plain)")
      #expect(halted.status == 6, "\(halted)")
      var texts = [missing.errorOutput, plain.errorOutput, halted.errorOutput]
      if getuid() != 0 {
        // Root may attach to anybody's program, so there nobody is a stranger.
        let other = try await stage.cli("attach", "1")
        #expect(other.status == 5, "\(other)")
        texts.append(other.errorOutput)
      } else {
        let other = try await stage.cli("attach", "\(foreign.pid)")
        #expect(other.status == 4 || other.status == 5, "\(other)")
        texts.append(other.errorOutput)
      }
      #expect(Set(texts).count == texts.count, "\(texts)")
      for text in texts {
        #expect(text.split(separator: "\n").count >= 2, "no way out in: \(text)")
      }
    }
  }

  @Test func `A5: a killed daemon is replaced at once, and a second one names the first`()
    async throws
  {
    try await withStage { stage in
      let first = try stage.start("inspectord", "--folder", stage.folder.path)
      defer { first.kill() }
      try await stage.waitForDaemon(first.pid)
      first.kill()
      let second = try stage.start("inspectord", "--folder", stage.folder.path)
      defer { second.kill() }
      try await stage.waitForDaemon(second.pid)
      let third = try await runProgram("inspectord", ["--folder", stage.folder.path])
      #expect(third.status == 6, "\(third)")
      #expect(third.errorOutput.contains("\(second.pid)"), "\(third)")
      #expect(try await stage.cli("status").status == 0)
    }
  }

  @Test(.enabled(if: Self.canTrace, "strace may not trace here"))
  func `A6: attaching calls ptrace nowhere`() async throws {
    try await withStage { stage in
      let program = try await stage.workload()
      defer { program.kill() }
      // Whoever attaches is the daemon; the command only asks it.
      let traced = try startProgram(
        "/usr/bin/strace",
        [
          "-f", "-qq", "-e", "trace=ptrace,process_vm_readv,process_vm_writev", "-o",
          stage.folder.path("trace"), try BuiltProgram.path("inspectord"),
        ], environment: stage.environment)
      defer { traced.kill() }
      try await eventually("the traced daemon answers", seen: { traced.summary }) {
        try await stage.cli("status").status == 0
      }
      let run = try await stage.cli("attach", "\(program.pid)")
      #expect(run.status == 0, "\(run)")
      _ = try await stage.cli("stop")
      try await traced.waitForExit()
      let calls = try stage.folder.read("trace").split(separator: "\n")
        .filter { $0.contains("(") && !$0.contains("+++") && !$0.contains("---") }
      #expect(calls.isEmpty, "\(calls)")
    }
  }

  static var canTrace: Bool {
    let run = try? Spawn.output(of: "/usr/bin/strace", ["-qq", "-o", "/dev/null", "/bin/true"])
    return run?.status == 0
  }

  @Test func `attaching takes a pid or a name, and starts a daemon where none runs`() async throws {
    try await withStage { stage in
      let program = try await stage.workload()
      defer { program.kill() }
      let byPID = try await stage.cli("attach", "\(program.pid)")
      #expect(byPID.status == 0, "\(byPID)")
      let again = try await stage.cli("attach", "Workload")
      #expect(again.status == 0, "\(again)")
      let detached = try await stage.cli("detach", "Workload")
      #expect(detached.status == 0, "\(detached)")
      let byName = try await stage.cli("attach", "Workload")
      #expect(byName.status == 0, "\(byName)")
    }
  }

  @Test func `a program that is switched off says so`() async throws {
    try await withStage { stage in
      let program = try stage.start("Workload", more: ["BINDINSPECT": "none"])
      defer { program.kill() }
      try await program.waitForOutput("ready")
      let run = try await stage.cli("attach", "\(program.pid)")
      #expect(run.status == 4)
      #expect(run.errorOutput.contains("switched off"), "\(run)")
    }
  }
}

extension Stage {
  /// Waits until the daemon of that pid answers.
  func waitForDaemon(_ pid: Int32) async throws {
    var last: ProgramRun?
    try await eventually("a daemon with pid \(pid)", seen: { "\(last as Any)" }) {
      last = try await cli("status")
      return last?.status == 0 && last?.output.contains("\(pid)") == true
    }
  }
}
