import Foundation
import InspectLink
import InspectSystem
import InspectWire
import Testing

@testable import InspectReporter

@Suite struct Dialling {
  @Test func `a daemon that the environment names is dialled`() throws {
    let folder = TemporaryFolder()
    let daemon = try FakeDaemon.listening(at: folder.path(of: "d"))
    let live = LiveReporter(folder: folder, url: "unix:\(folder.path(of: "d"))")
    let probe = live.reporter.makeBinding(Sample.declaration(), verdict: Sample.broken)
    try daemon.wait("the status") { daemon.model.colour(of: probe.id) == .red }
  }

  // G2.
  @Test func `a daemon that comes back is told the same ids`() throws {
    let folder = TemporaryFolder()
    let path = folder.path(of: "d")
    let live = LiveReporter(folder: folder, url: "unix:\(path)")
    let probe = live.reporter.makeBinding(Sample.declaration(), verdict: Sample.broken)
    var instances: Set<InstanceID> = []
    for _ in 0..<3 {
      let daemon = try FakeDaemon.listening(at: path)
      try daemon.wait("the status") { daemon.model.colour(of: probe.id) == .red }
      instances.insert(try #require(daemon.hello?.instance?.instance))
      daemon.vanish()
      try folder.remove("d")
    }
    #expect(instances == [live.reporter.instance])
  }

  @Test func `a daemon that let go is not dialled again`() throws {
    let folder = TemporaryFolder()
    let daemon = try FakeDaemon.listening(at: folder.path(of: "d"))
    let live = LiveReporter(folder: folder, url: "unix:\(folder.path(of: "d"))")
    _ = live.reporter.makeScope(name: "window")
    try daemon.wait("the scope") { daemon.records == 1 }
    try daemon.close(code: 1000)
    // It is idle and can be attached to.
    let other = try FakeDaemon.attached(to: folder)
    try other.wait("the scope") { other.records == 1 }
    #expect(daemon.closure != nil)
  }

  @Test func `the first scope waits until the daemon says what it wants`() throws {
    let folder = TemporaryFolder()
    let path = folder.path(of: "d")
    let workers = Workers(1) { _, _ in
      let daemon = try? FakeDaemon.listening(at: path)
      try? daemon?.wait("the greeting") { daemon?.hello != nil }
      try? daemon?.wait("the scope") { daemon?.records == 1 }
    }
    while !folder.names.contains("d") { Thread.sleep(forTimeInterval: 0.001) }
    let live = LiveReporter(folder: folder, url: "unix:\(path)", wait: 10_000)
    _ = live.reporter.makeScope(name: "window")
    #expect(live.reporter.registry.withLock { $0.outgoing?.level } == .status)
    workers.join()
  }

  @Test func `the wait is bounded where no daemon is`() {
    let folder = TemporaryFolder()
    let live = LiveReporter(folder: folder, url: "unix:\(folder.path(of: "d"))", wait: 100)
    let elapsed = ContinuousClock().measure { _ = live.reporter.makeScope(name: "window") }
    #expect(elapsed >= .milliseconds(100))
    #expect(elapsed < .seconds(8))
  }

  @Test func `an attached daemon takes the place of one that does not answer`() throws {
    let folder = TemporaryFolder()
    let silent = try Socket.listen(at: folder.path(of: "d"))
    let live = LiveReporter(folder: folder, url: "unix:\(folder.path(of: "d"))")
    _ = live.reporter.makeScope(name: "window")
    let daemon = try FakeDaemon.attached(to: folder)
    try daemon.wait("the scope") { daemon.records == 1 }
    withExtendedLifetime(silent.number) {}
  }
}

@Suite struct Diallers {
  let now = Moment(microseconds: 1_000_000)

  @Test func `the first failure is worth a word, later ones are not`() throws {
    var dialler = Dialler(try LinkAddress("unix:/d"), chance: SplitMix(state: 1))
    #expect(dialler.failed(.lost, now: now) == true)
    #expect(dialler.failed(.lost, now: now) == false)
  }

  @Test func `a daemon that was there once is missed in silence`() throws {
    var dialler = Dialler(try LinkAddress("unix:/d"), chance: SplitMix(state: 1))
    dialler.welcomed()
    #expect(dialler.failed(.lost, now: now) == false)
  }

  @Test func `pauses grow to two seconds`() throws {
    var dialler = Dialler(try LinkAddress("unix:/d"), chance: SplitMix(state: 1))
    for _ in 0..<1_000 {
      _ = dialler.failed(.lost, now: now)
      let next = try #require(dialler.deadline)
      #expect(next > now && next <= now.after(.seconds(2)))
    }
  }

  @Test func `a refusal is asked about again in half a minute`() throws {
    var dialler = Dialler(try LinkAddress("unix:/d"), chance: SplitMix(state: 1))
    dialler.refused(now: now)
    #expect(dialler.deadline == now.after(.seconds(30)))
  }

  @Test func `without an address nothing is ever due`() {
    #expect(!Dialler(nil, chance: SplitMix(state: 1)).isDue(now: Moment(microseconds: .max)))
  }
}
