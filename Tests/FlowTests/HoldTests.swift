import InspectLink
import InspectSystem
import InspectWire
import TestSupport
import Testing

/// Cases B2 to B5, G2, T1 and T2 of `peers.md` and `goals.md` on the built programs: daemons die and
/// freeze, programs are stopped and killed, and whoever looks is told so and goes on.
@Suite(.oneAtATime) struct Hold {
  private static let stop: Int32 = 19
  private static let goOn: Int32 = 18

  @Test func `B2: what happened before anybody looked is the same for both who come`() async throws
  {
    try await withStage { stage in
      let program = try await stage.workload("--bindings", "3")
      defer { program.kill() }
      try await stage.tell(program, "red 1")
      try await stage.tell(program, "green 1")
      try await stage.attach(program)
      var histories: [JSON?] = []
      for _ in 0..<2 {
        var why: JSON?
        try await eventually("both changes", seen: { "\(why as Any)" }) {
          why = try await stage.json("why", "item1.title")
          return why?["history"]?.elements?.count { $0["to"]?.string != nil } ?? 0 >= 2
        }
        histories.append(why?["history"])
      }
      #expect(histories[0] == histories[1])
      let colours = histories[0]?.elements?.compactMap { $0["to"]?.string }
      #expect(colours?.suffix(2) == ["red", "green"], "\(histories)")
    }
  }

  @Test func `B3: five observers and three terminals are all live, and none misses another`()
    async throws
  {
    try await withStage { stage in
      let program = try await stage.workload("--bindings", "4")
      defer { program.kill() }
      try await stage.attach(program)
      let observers = try (0..<5).map { _ in try FleetClient(stage) }
      let terminals = try (0..<3).map { _ in try stage.start("inspect-cli", "tree", "--follow") }
      defer { for terminal in terminals { terminal.kill() } }
      for terminal in terminals { try await terminal.waitForOutput("item3.title") }
      try await stage.tell(program, "red 0")
      for observer in observers { #expect(try observer.sees(Counts(red: 1, green: 3))) }
      // One of each leaves with a word, one terminal without.
      observers[0].close()
      terminals[0].kill()
      #expect(try await terminals[1].terminate() == 0)
      try await stage.tell(program, "red 2")
      for observer in observers.dropFirst() {
        #expect(try observer.sees(Counts(red: 2, green: 2)))
        #expect(observer.fleet.gaps == 0)
      }
      try await eventually("both changes", seen: { terminals[2].summary }) {
        terminals[2].lines.count { $0.contains("was ok") } == 2
      }
    }
  }

  /// Scaled: the daemon is frozen for as long as it takes to be told so, 4 to 5 s, instead of a minute;
  /// simulations freeze it for up to 70 s.
  @Test func `B4: a frozen daemon is told to be stale, and the tree goes on by itself`()
    async throws
  {
    try await withStage { stage in
      let daemon = try await stage.startDaemon()
      defer { daemon.kill() }
      let program = try await stage.workload("--bindings", "4")
      defer { program.kill() }
      try await stage.attach(program)
      let tree = try stage.start("inspect-cli", "tree", "--follow")
      defer { tree.kill() }
      try await tree.waitForOutput("item3.title")
      daemon.send(signal: Self.stop)
      try await tree.waitForOutput("stale since ")
      try await stage.tell(program, "red 1")
      daemon.send(signal: Self.goOn)
      try await tree.waitForOutput("the daemon speaks again")
      try await tree.waitForOutput("was ok  transformer-required")
      // Nothing twice, nothing anew.
      #expect(tree.lines.count { $0.contains("was ok") } == 1, "\(tree.summary)")
      #expect(tree.lines.count { $0.contains("stale since") } == 1, "\(tree.summary)")
      #expect(tree.lines.count { $0.contains("item3.title") } == 1, "\(tree.summary)")
      #expect(tree.errorOutput.isEmpty)
    }
  }

  @Test func `B5, G2: over a killed daemon the tree goes on in one line, with the same ids`()
    async throws
  {
    try await withStage { stage in
      let first = try await stage.startDaemon()
      defer { first.kill() }
      let program = try await stage.workload("--bindings", "4", "--red", "1")
      defer { program.kill() }
      try await stage.attach(program)
      let tree = try stage.start("inspect-cli", "tree", "--follow")
      defer { tree.kill() }
      try await tree.waitForOutput("item3.title")
      let before = try await stage.identity(of: "item3.title")
      first.kill()
      try await tree.waitForOutput("daemon gone, retrying")
      let second = try await stage.startDaemon()
      defer { second.kill() }
      try await tree.waitForOutput("the daemon is back")
      // Nobody asked for it but the one who looks on.
      try await stage.waitForCounts(Counts(red: 1, green: 3), of: program.pid)
      try await eventually("the tree again", seen: { tree.summary }) {
        tree.lines.count { $0.contains("item3.title") } == 2
      }
      try await stage.tell(program, "red 3")
      try await tree.waitForOutput("was ok")
      #expect(tree.lines.count { $0.contains("retrying") } == 1, "\(tree.summary)")
      #expect(tree.errorOutput.isEmpty)
      let after = try await stage.identity(of: "item3.title")
      #expect(before == after)
    }
  }

  @Test func `G2: whoever comes again, and whoever comes to a new daemon, finds the same ids`()
    async throws
  {
    try await withStage { stage in
      let first = try await stage.startDaemon()
      defer { first.kill() }
      let program = try await stage.workload("--bindings", "50", "--name", "row", more: stage.dials)
      defer { program.kill() }
      try await stage.waitForCounts(Counts(green: 50), of: program.pid)
      var seen: [[String: UInt64]] = []
      func look() throws {
        let observer = try FleetClient(stage)
        #expect(try observer.sees(Counts(green: 50), of: program.pid))
        let model = observer.fleet.processes.values.first?.model
        seen.append(
          Dictionary(
            uniqueKeysWithValues: model?.bindings.map { ($0.name, $0.id.rawValue) } ?? []))
        observer.close()
      }
      try look()
      try look()
      first.kill()
      let second = try await stage.startDaemon()
      defer { second.kill() }
      try await stage.waitForCounts(Counts(green: 50), of: program.pid)
      try look()
      #expect(seen[0].count == 50 && seen[0] == seen[1] && seen[1] == seen[2])
    }
  }

  /// Scaled: two kills instead of fifty, three programs of 200 bindings; `make chaos` has the long form.
  @Test
  func `T1: after each kill of the daemon under load every state is right, with the same ids`()
    async throws
  {
    try await withStage { stage in
      var programs: [RunningProgram] = []
      defer { for program in programs { program.kill() } }
      for _ in 0..<3 {
        programs.append(try await stage.workload("--bindings", "200", more: stage.dials))
      }
      var daemon = try await stage.startDaemon()
      defer { daemon.kill() }
      var instances: Set<InstanceID> = []
      for round in 1...2 {
        // A load that goes on while the daemon dies.
        for program in programs { try program.type("churn \(round) 2000 300") }
        daemon.kill()
        daemon = try await stage.startDaemon()
        for program in programs {
          try await eventually("the load is over", seen: { program.summary }) {
            program.lines.count { $0.hasPrefix("churned ") } == round
          }
          try await stage.tell(program, "all green")
          for number in 0..<round { try await stage.tell(program, "red \(number)") }
        }
        let observer = try FleetClient(stage)
        let reds = UInt64(round)
        for program in programs {
          let isRight = try observer.sees { fleet in
            fleet.isWhole
              && fleet.processes.values.contains {
                $0.entry?.facts.pid == program.pid && $0.entry?.state == .live
                  && $0.model.counts.red == reds && $0.model.counts.green == 200 - reds
              }
          }
          #expect(isRight, "round \(round): \(observer.fleet.processes.values.map(\.counts))")
        }
        let known = Set(observer.fleet.processes.keys)
        #expect(known.count == 3 && (instances.isEmpty || known == instances))
        instances = known
        observer.close()
      }
    }
  }

  @Test func `T2: a stopped program is told to be stopped, and goes on as if nothing had been`()
    async throws
  {
    try await withStage { stage in
      let program = try await stage.workload("--bindings", "4")
      defer { program.kill() }
      let other = try await stage.workload("--bindings", "2")
      defer { other.kill() }
      try await stage.attach(program)
      try await stage.attach(other)
      program.send(signal: Self.stop)
      var row: JSON?
      try await eventually("stopped", seen: { "\(row as Any)" }) {
        row = try await stage.processes().first { $0["pid"]?.int == Int64(program.pid) }
        return row?["isStopped"]?.bool == true
      }
      // Nobody else notices.
      let observer = try FleetClient(stage)
      try await stage.tell(other, "red 1")
      #expect(try observer.sees(Counts(red: 1, green: 1), of: other.pid))
      program.send(signal: Self.goOn)
      try await stage.tell(program, "red 3")
      #expect(try observer.sees(Counts(red: 1, green: 3), of: program.pid))
      #expect(observer.fleet.gaps == 0)
    }
  }

  @Test func `T2: a killed program has ended at once, and nobody else notices`() async throws {
    try await withStage { stage in
      let program = try await stage.workload("--bindings", "4")
      defer { program.kill() }
      let other = try await stage.workload("--bindings", "2")
      defer { other.kill() }
      try await stage.attach(program)
      try await stage.attach(other)
      let observer = try FleetClient(stage)
      #expect(try observer.sees { $0.processes.count == 2 && $0.isWhole })
      program.kill()
      #expect(try observer.sees { $0.processes.values.contains { $0.isEnded } })
      let how = observer.fleet.processes.values.first { $0.isEnded }?.entry?.state
      guard case .ended(let word, _)? = how,
        ["signal 9 (KILL)", "gone without a word"].contains(word)
      else {
        Issue.record("\(String(describing: how))")
        return
      }
      try await stage.tell(other, "red 1")
      #expect(try observer.sees(Counts(red: 1, green: 1), of: other.pid))
    }
  }
}
