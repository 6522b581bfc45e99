import InspectSystem
import InspectWire
import TestSupport
import Testing

/// Cases B6 and B7 of `peers.md`: programs end and come again while somebody looks.
@Suite(.oneAtATime) struct Ending {
  @Test func `B6: the details of a red binding stay readable when its program has exited`()
    async throws
  {
    try await withStage { stage in
      let program = try await stage.workload("--bindings", "3", "--red", "1")
      defer { program.kill() }
      try await stage.attach(program)
      let before = try await stage.json("why", "item0.title")
      try program.type("exit 3")
      #expect(try await program.waitForExit() == 3)
      var why: JSON?
      try await eventually("the end", seen: { "\(why as Any)" }) {
        why = try await stage.json("why", "item0.title")
        return why?["process"]?["state"]?.string == "ended"
      }
      #expect(before["binding"]?["colour"]?.string == "red", "\(before)")
      #expect(why?["binding"]?["colour"]?.string == "grey", "\(why as Any)")
      #expect(
        why?["binding"]?["status"]?["reasons"] == before["binding"]?["status"]?["reasons"])
      // An older kernel tells its status to its parent alone.
      let how = why?["process"]?["how"]?.string
      #expect(how == "exit 3" || how == "gone without a word", "\(why as Any)")
      #expect(why?["process"]?["ended"]?.string != nil, "\(why as Any)")
      let text = try await stage.cli("why", "item0.title")
      #expect(text.output.contains("transformer-required"), "\(text)")
    }
  }

  @Test func `B7: of ten runs under one name the last is meant, and nine are folded away`()
    async throws
  {
    try await withStage { stage in
      let daemon = try await stage.startDaemon()
      defer { daemon.kill() }
      let settings = stage.dials.merging(["BINDINSPECT_NAME": "again"]) { $1 }
      let observer = try FleetClient(stage)
      var last: RunningProgram?
      defer { last?.kill() }
      for run in 1...10 {
        last?.kill()
        let next = try await stage.workload("--bindings", "\(run)", more: settings)
        last = next
        #expect(try observer.sees(Counts(green: UInt64(run)), of: next.pid))
      }
      let pid = Int64(last?.pid ?? 0)
      var rows: [JSON] = []
      try await eventually("one row", seen: { "\(rows)" }) {
        rows = try await stage.processes()
        return rows.count == 1
      }
      #expect(rows[0]["pid"]?.int == pid)
      let all = try await stage.json("ps", "--all")["processes"]?.elements ?? []
      #expect(all.count { $0["state"]?.string == "ended" } == 9, "\(all)")
      let shown = try await stage.json("show", "item9.title", "--process", "again")
      #expect(shown["process"]?["pid"]?.int == pid, "\(shown)")
    }
  }

  @Test(arguments: [true, false])
  func `B7: a tree that follows a name follows the next run of it`(_ dials: Bool) async throws {
    try await withStage { stage in
      let daemon = try await stage.startDaemon()
      defer { daemon.kill() }
      var settings = ["BINDINSPECT_NAME": "again"]
      if dials { settings.merge(stage.dials) { $1 } }
      let other = try await stage.workload("--bindings", "1", "--name", "bystander")
      defer { other.kill() }
      try await stage.attach(other)
      let first = try await stage.workload("--bindings", "2", "--name", "first", more: settings)
      defer { first.kill() }
      let tree = try stage.start("inspect-cli", "tree", "--follow", "again")
      defer { tree.kill() }
      try await tree.waitForOutput("first#2")
      first.kill()
      try await tree.waitForOutput("again (\(first.pid)): ended")
      let second = try await stage.workload("--bindings", "2", "--name", "second", more: settings)
      defer { second.kill() }
      try await tree.waitForOutput("second#2")
      try await stage.tell(second, "red 1")
      try await tree.waitForOutput("was ok")
      #expect(!tree.output.contains("bystander"), "\(tree.summary)")
    }
  }
}
