import InspectSystem
import InspectWire
import TestSupport
import Testing

/// Case C2 of `peers.md` and figure S6 of `goals.md` on the built programs: nothing is too much to be told.
@Suite(.oneAtATime) struct Pressure {
  /// Scaled: 60,000 changes of colour; twice what the ring of the process holds.
  @Test func `S6: in mode complete every change of colour arrives, in order`() async throws {
    try await withStage { stage in
      let daemon = try await stage.startDaemon()
      defer { daemon.kill() }
      let settings = stage.dials.merging(
        ["BINDINSPECT": "complete", "BINDINSPECT_COMPLETE": "yes"]) { $1 }
      let program = try await stage.workload("--bindings", "100", more: settings)
      defer { program.kill() }
      let observer = try FleetClient(stage, level: .history)
      #expect(try observer.sees(Counts(green: 100), of: program.pid))
      #expect(try await stage.processes().first?["mode"]?.string == "complete")
      try program.type("flip 600")
      #expect(try observer.sees { _ in observer.happened.count >= 60_000 })
      #expect(observer.happened.map(\.number) == Array(1...60_000))
      #expect(observer.lostEntries == 0)
      try await program.waitForOutput("done")
    }
  }

  /// Scaled: 3,000 bindings with names of 240 bytes instead of 200,000.
  @Test func `C2: a large graph comes in parts, the worst first, with what is to be expected`()
    async throws
  {
    try await withStage { stage in
      let name = String(repeating: "a long name ", count: 20)
      let program = try await stage.workload("--bindings", "3000", "--name", name, "--red", "3")
      defer { program.kill() }
      try await stage.attach(program)
      try await stage.waitForCounts(Counts(red: 3, green: 2_997), of: program.pid)
      let observer = try FleetClient(stage)
      var expected: UInt64 = 0
      var first: Counts?
      let isWhole = try observer.sees { fleet in
        expected = max(expected, fleet.expectedBindings)
        if first == nil, fleet.counts != Counts() { first = fleet.counts }
        return fleet.isWhole
      }
      #expect(isWhole)
      #expect(expected == 3_000)
      #expect(first?.red == 3, "the reds come in the first part: \(first as Any)")
      #expect(observer.fleet.counts == Counts(red: 3, green: 2_997))
      #expect(observer.fleet.gaps == 0)
      #expect(observer.largest <= Limits.sectionBytes + 1_024, "\(observer.largest)")
      #expect(observer.frames > 15)
      // The command line has no limit of its own.
      let tree = try await stage.cli("tree", "--worst-first")
      #expect(tree.lines.count >= 3_000)
    }
  }
}
