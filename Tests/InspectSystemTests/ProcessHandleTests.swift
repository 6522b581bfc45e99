import TestSupport
import Testing

@testable import InspectSystem

@Suite struct ProcessHandleTests {
  /// How a process ended that nobody has asked for: it stays until it is waited for.
  private func end(of program: RunningProgram, _ body: () throws -> Void) async throws -> String? {
    let entry = try #require(ProcessTable.entry(of: program.pid))
    guard let handle = ProcessHandle(program.pid, startedAt: entry.startTime) else {
      throw WaitFailure("\(program.pid) is not held")
    }
    let isAliveStill = handle.end == nil
    #expect(isAliveStill)
    try body()
    try await eventually("the end") { ProcessTable.entry(of: program.pid)?.isDead ?? true }
    return handle.end?.text
  }

  @Test(arguments: [0, 3, 255])
  func `how a program exits is known to whoever holds it`(_ status: Int) async throws {
    let program = try startProgram("/bin/sh", ["-c", "read line; exit \(status)"])
    defer { program.kill() }
    let end = try await end(of: program) { try program.type("") }
    #expect(end == "exit \(status)")
  }

  @Test func `which signal ended it is known too`() async throws {
    let program = try startProgram("/bin/sleep", ["60"])
    defer { program.kill() }
    let end = try await end(of: program) { program.send(signal: 9) }
    #expect(end == "signal 9 (KILL)")
  }

  @Test func `a process of that number that started at another time is not held`() throws {
    let own = try #require(ProcessTable.own)
    let isHeld = ProcessHandle(own.pid, startedAt: own.startTime + 1) != nil
    #expect(!isHeld)
  }
}
