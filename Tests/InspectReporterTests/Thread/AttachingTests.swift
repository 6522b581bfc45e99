import InspectLink
import InspectSystem
import InspectWire
import Synchronization
import Testing

@testable import InspectReporter

@Suite struct Attaching {
  // A8.
  @Test(arguments: [IdleMode.off, .armed])
  func `who attaches later is told the true status of each binding`(_ mode: IdleMode) throws {
    let live = LiveReporter(mode)
    let scope = live.reporter.makeScope(name: "window", owner: "Window", isBoundary: true)
    let probes = (1...500).map { number in
      live.reporter.makeBinding(
        Sample.declaration("b\(number)", scope: scope),
        verdict: number % 100 == 0 ? Sample.broken : Sample.green)
    }
    for probe in probes { probe.delivered(isNew: true, from: WritePlace()) }

    let daemon = try FakeDaemon.attached(to: live.folder)
    try daemon.wait("all statuses") { daemon.model.counts == Counts(red: 5, green: 495) }
    #expect(daemon.model.scope(scope)?.isBoundary == true)
    for probe in probes {
      let status = try #require(daemon.model.status(of: probe.id))
      let word = StatusWord(bits: probe.status.load(ordering: .relaxed))
      #expect(status.since == word.since)
      #expect(status.reasons == (word.colour == .red ? Sample.broken.reasons : []))
      #expect(status.counters?.updates == (mode == .armed ? 1 : nil))
    }
  }

  @Test func `the greeting tells who it is`() throws {
    let live = LiveReporter()
    _ = live.reporter.makeScope(name: "window")
    let daemon = try FakeDaemon.attached(to: live.folder)
    try daemon.wait("the greeting") { daemon.hello != nil }
    let facts = try #require(daemon.hello?.instance)
    #expect(daemon.hello?.role == .reporter)
    #expect(facts.instance == live.reporter.instance)
    #expect(facts.name == "tested program")
    #expect(facts.pid == Environment.ownPID)
    #expect(facts.mode == .armed)
    #expect(facts.redaction.count == 2)
  }

  // G4.
  @Test func `two runs of one name are two instances`() throws {
    let lives = [LiveReporter(), LiveReporter()]
    let daemons = try lives.map { live in
      _ = live.reporter.makeScope(name: "window")
      let daemon = try FakeDaemon.attached(to: live.folder)
      try daemon.wait("the greeting") { daemon.hello != nil }
      return daemon
    }
    #expect(daemons[0].hello?.instance?.name == daemons[1].hello?.instance?.name)
    #expect(daemons[0].hello?.instance?.instance != daemons[1].hello?.instance?.instance)
  }

  @Test func `nothing is there before the first scope`() {
    let live = LiveReporter()
    #expect(live.folder.names.isEmpty)
    #expect(live.reporter.life.isRunning == false)
  }

  @Test func `in mode none nothing is ever there`() {
    let live = LiveReporter(.none)
    _ = live.reporter.makeScope(name: "window")
    _ = live.reporter.makeBinding(Sample.declaration())
    #expect(live.reporter.life.isRunning == false)
    #expect(live.folder.names.isEmpty)
  }

  @Test func `a second daemon is refused with the reason`() throws {
    let live = LiveReporter()
    _ = live.reporter.makeScope(name: "window")
    let first = try FakeDaemon.attached(to: live.folder)
    try first.wait("the scope") { first.records == 1 }
    let second = try FakeDaemon.attached(to: live.folder)
    try second.wait("the refusal") { second.closure != nil }
    #expect(
      second.closure
        == .closedByPeer(code: 1008, reason: "another daemon is attached to this process"))
    _ = live.reporter.makeScope(name: "another")
    try first.wait("another scope") { first.records == 2 }
  }

  @Test func `who attaches again is told everything again`() throws {
    let live = LiveReporter()
    let probe = live.reporter.makeBinding(Sample.declaration(), verdict: Sample.broken)
    for _ in 0..<3 {
      let daemon = try FakeDaemon.attached(to: live.folder)
      try daemon.wait("the status") { daemon.model.status(of: probe.id) != nil }
      try daemon.close()
      try daemon.wait("rest") { live.reporter.registry.withLock { $0.outgoing == nil } }
      #expect(live.reporter.noting.load(ordering: .relaxed) == .armed)
    }
  }

  // F19. Scaled: 20 rounds instead of 200; under both sanitizers by `make test-hard`.
  @Test
  func `A7, T13: rounds of attaching disturb no thread that makes and ends bindings`()
    throws
  {
    let live = LiveReporter()
    let scope = live.reporter.makeScope(name: "window")
    let reporter = live.reporter
    let workers = Workers(8) { number, workers in
      while !workers.isStopped {
        let probes = (0..<20).map {
          reporter.makeBinding(Sample.declaration(line: number * 20 + $0, scope: scope))
        }
        for probe in probes {
          probe.change(to: Sample.broken)
          probe.delivered(isNew: true, from: WritePlace())
          probe.change(to: Sample.green)
          probe.end()
        }
        workers.pause()
      }
    }
    for round in 0..<20 {
      let daemon = try FakeDaemon.attached(
        to: live.folder, level: round % 2 == 0 ? .status : .history)
      try daemon.wait("some records") { daemon.records > 20 }
      if round % 3 == 0 { daemon.vanish() } else { try daemon.close() }
    }
    workers.stop()
    let daemon = try FakeDaemon.attached(to: live.folder)
    try daemon.wait("what is left") { daemon.model.scope(scope) != nil }
    #expect(reporter.registry.withLock { $0.bindings.count } == 0)
  }

  @Test func `what was advertised vanishes and comes back`() throws {
    let live = LiveReporter { $0.lookEvery = .milliseconds(20) }
    _ = live.reporter.makeScope(name: "window")
    _ = try FakeDaemon.attached(to: live.folder)
    // The reporter begins to put them back at once, and removes some itself.
    for name in live.folder.names { try? live.folder.remove(name) }
    let daemon = try FakeDaemon.attached(to: live.folder)
    try daemon.wait("the greeting") { daemon.hello != nil }
  }

  @Test func `a folder that cannot be had is tried again`() throws {
    let outer = TemporaryFolder()
    let inner = TemporaryFolder(absent: outer.path(of: "late"))
    outer.putFile("late")
    let live = LiveReporter(folder: inner) { $0.lookEvery = .milliseconds(20) }
    let probe = live.reporter.makeBinding(Sample.declaration())
    probe.change(to: Sample.green)
    try outer.remove("late")
    let daemon = try FakeDaemon.attached(to: inner)
    try daemon.wait("the status") { daemon.model.counts.green == 1 }
  }

  @Test func `stopping says goodbye and leaves nothing behind`() throws {
    let live = LiveReporter()
    _ = live.reporter.makeScope(name: "window")
    let daemon = try FakeDaemon.attached(to: live.folder)
    try daemon.wait("the scope") { daemon.records == 1 }
    live.reporter.stop()
    try daemon.wait("the end") { daemon.closure != nil }
    #expect(daemon.farewell == Bye(why: "exit"))
    #expect(live.folder.names.isEmpty)
    _ = live.reporter.makeScope(name: "too late")
    #expect(live.reporter.life.isRunning == false)
  }
}
