import InspectSystem
import InspectWire
import TestSupport
import Testing

/// Cases A8, B1, F5, G1, G4, S5 of `peers.md`: who comes late sees the truth, and nothing is mixed up.
@Suite(.oneAtATime) struct LateJoin {
  @Test func `A8: five hundred bindings, five of them red, are told to whom attaches later`()
    async throws
  {
    try await withStage { stage in
      let program = try await stage.workload("--bindings", "500", "--red", "5")
      defer { program.kill() }
      try await stage.attach(program)
      try await stage.waitForCounts(Counts(red: 5, green: 495), of: program.pid)
      let check = try await stage.cli("check", "\(program.pid)")
      #expect(check.status == 1)
      let why = try await stage.json("why", "item3.title")
      #expect(why["binding"]?["status"]?["since"]?.string != nil)
    }
  }

  @Test func `B1: three programs connect, then somebody looks, and sees all three by name`()
    async throws
  {
    try await withStage { stage in
      let daemon = try stage.start("inspectord", "--folder", stage.folder.path)
      defer { daemon.kill() }
      try await stage.waitForDaemon(daemon.pid)
      let url = "unix:\(stage.folder.path("daemon.sock"))"
      let programs = try ["north", "south", "west"].map { name in
        try stage.start(
          "Workload", "--bindings", "4",
          more: ["BINDINSPECT_URL": url, "BINDINSPECT_NAME": name])
      }
      defer { for program in programs { program.kill() } }
      for program in programs {
        try await program.waitForOutput("ready")
        try await stage.waitForCounts(Counts(green: 4), of: program.pid)
      }
      let rows = try await stage.processes()
      #expect(Set(rows.compactMap { $0["name"]?.string }) == ["north", "south", "west"])
    }
  }

  @Test func `F5: two thousand bindings of one name have names of their own`() async throws {
    try await withStage { stage in
      let program = try await stage.workload("--bindings", "2000", "--name", "row")
      defer { program.kill() }
      try await stage.attach(program)
      try await stage.waitForCounts(Counts(green: 2_000), of: program.pid)
      let last = try await stage.json("show", "row#2000")
      #expect(last["binding"]?["name"]?.string == "row#2000", "\(last)")
    }
  }

  @Test func `G1: what ended while nobody looked is gone, and what stood still is there`()
    async throws
  {
    try await withStage { stage in
      let program = try await stage.workload("--bindings", "6")
      defer { program.kill() }
      try await stage.attach(program)
      try await stage.waitForCounts(Counts(green: 6), of: program.pid)
      #expect(try await stage.cli("detach", "\(program.pid)").status == 0)
      try await stage.tell(program, "end 2")
      try await stage.tell(program, "end 4")
      try await stage.attach(program)
      var seen: Counts?
      try await eventually("four are left", seen: { "\(seen as Any)" }) {
        seen = try await stage.counts(of: program.pid)
        return seen?.live == 4
      }
      let still = try await stage.json("show", "item1.title")
      #expect(still["binding"]?["colour"]?.string == "green")
    }
  }

  @Test func `G4: two programs of one name are two rows that never mix`() async throws {
    try await withStage { stage in
      let twin = ["BINDINSPECT_NAME": "twin"]
      let one = try await stage.workload("--bindings", "3", "--red", "3", more: twin)
      defer { one.kill() }
      let two = try await stage.workload("--bindings", "5", more: twin)
      defer { two.kill() }
      try await stage.attach(one)
      try await stage.attach(two)
      try await stage.waitForCounts(Counts(red: 3), of: one.pid)
      try await stage.waitForCounts(Counts(green: 5), of: two.pid)
      let rows = try await stage.processes()
      #expect(rows.count == 2)
      #expect(Set(rows.compactMap { $0["instance"]?.string }).count == 2)
      let byName = try await stage.cli("check", "twin")
      #expect(byName.status == 64, "one name, two programs: \(byName)")
      #expect(
        byName.errorOutput.contains("\(one.pid)") && byName.errorOutput.contains("\(two.pid)"))
    }
  }

  @Test func `S5: ended and never there are two answers, and neither is a fault`() async throws {
    try await withStage { stage in
      let program = try await stage.workload("--bindings", "3")
      defer { program.kill() }
      try await stage.attach(program)
      try await stage.waitForCounts(Counts(green: 3), of: program.pid)
      try await stage.tell(program, "end 1")
      try await stage.waitForCounts(Counts(green: 2, grey: 1), of: program.pid)
      let ended = try await stage.cli("why", "item1.title")
      let never = try await stage.cli("why", "item7.title")
      #expect(ended.status == 0 && ended.output.contains("Ended"), "\(ended)")
      #expect(never.status != 0 && never.errorOutput.contains("item7.title"), "\(never)")
    }
  }

  @Test func `E6: looking at a binding evaluates nothing and heals nothing`() async throws {
    try await withStage { stage in
      let program = try await Story.selected(on: stage)
      defer { program.kill() }
      let before = try await stage.json("show", "birthdate")["binding"]?["status"]
      for command in ["why", "show", "explain"] {
        let name = command == "explain" ? "transformer-required" : "birthdate"
        for _ in 0..<3 { _ = try await stage.cli(command, name) }
      }
      _ = try await stage.cli("tree")
      _ = try await stage.cli("check")
      let after = try await stage.json("show", "birthdate")["binding"]?["status"]
      #expect(before != nil && before == after)
      #expect(after?["counters"]?["inspections"]?.int == 0)
    }
  }
}
