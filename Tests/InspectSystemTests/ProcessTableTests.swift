import Foundation
import InspectSystem
import TestSupport
import Testing

@Suite struct `Process table` {
  private func bury(_ pid: Int32) {
    _ = ProcessTable.send(signal: Signals.kill, to: pid)
    _ = Spawn.wait(for: pid)
  }

  @Test func `knows this process`() throws {
    let own = try #require(ProcessTable.entry(of: getpid()))
    #expect(own.user == geteuid())
    #expect(own.startTime > 0)
    #expect(!own.isDead && !own.isStopped && !own.isTraced)
    #expect(ProcessTable.isRunning(own.pid, startedAt: own.startTime))
    #expect(!ProcessTable.isRunning(own.pid, startedAt: own.startTime + 1))
  }

  @Test func `a start time stays the same`() {
    let times = Set((0..<100).map { _ in ProcessTable.entry(of: getpid())?.startTime })
    #expect(times.count == 1)
  }

  @Test(arguments: [0, -1, .min, .max] as [Int32])
  func `knows no process of such a number`(pid: Int32) {
    #expect(ProcessTable.entry(of: pid) == nil)
  }

  static let names = ["a b", "a)", "(", ") S 1 (", "))) 1 2 3", "ab\ncd", "ä"]

  @Test(arguments: names)
  func `reads names with brackets, blanks and line breaks`(name: String) throws {
    try withTemporaryFolder { folder in
      let path = folder.path(name)
      try FileManager.default.copyItem(atPath: "/bin/sleep", toPath: path)
      // A child that another test is just starting may still hold the copy open for writing.
      var started: Int32?
      try eventuallyHere("the copy can be run") {
        started = try? Spawn.detached(path, ["1000"])
        return started != nil
      }
      let pid = try #require(started)
      defer { bury(pid) }
      try eventuallyHere("it runs", seen: { ProcessTable.entry(of: pid) as Any }) {
        ProcessTable.entry(of: pid)?.name == name
      }
      let entry = try #require(ProcessTable.entry(of: pid))
      // D while it still waits for its own pages from the disk.
      #expect("SRD".contains(entry.state))
      #expect(ProcessTable.program(of: pid) == path)
      #expect(entry.startTime >= ProcessTable.entry(of: getpid())?.startTime ?? .max)
    }
  }

  @Test func `tells stopped, running again and dead`() throws {
    let pid = try Spawn.detached("/bin/sleep", ["1000"])
    defer { bury(pid) }
    func state() -> ProcessTable.Entry? { ProcessTable.entry(of: pid) }
    #expect(ProcessTable.send(signal: SIGSTOP, to: pid))
    try eventuallyHere("it stops", seen: { state() as Any }) { state()?.isStopped == true }
    #expect(state()?.isTraced == false)
    #expect(ProcessTable.send(signal: SIGCONT, to: pid))
    try eventuallyHere("it goes on", seen: { state() as Any }) { state()?.isStopped == false }
    #expect(ProcessTable.send(signal: SIGKILL, to: pid))
    try eventuallyHere("it ends", seen: { state() as Any }) { state()?.isDead == true }
    let start = try #require(state()?.startTime)
    #expect(!ProcessTable.isRunning(pid, startedAt: start))
  }

  @Test func `lists this process among all`() {
    #expect(ProcessTable.all().contains(getpid()))
  }

  @Test func `tells with which variable a process was started`() throws {
    let pid = try Spawn.detached(
      "/usr/bin/env", ["-i", "BINDINSPECT=none", "OTHER=a=b", "/bin/sleep", "1000"])
    defer { bury(pid) }
    try eventuallyHere("sleep runs") { ProcessTable.entry(of: pid)?.name == "sleep" }
    #expect(ProcessTable.variable("BINDINSPECT", of: pid) == "none")
    #expect(ProcessTable.variable("OTHER", of: pid) == "a=b")
    #expect(ProcessTable.variable("BINDINSPEC", of: pid) == nil)
    #expect(ProcessTable.variable("PATH", of: pid) == nil)
  }

  @Test func `a signal to nobody is told`() {
    #expect(!ProcessTable.send(signal: 0, to: .max))
  }
}
