import Glibc
import InspectLink
import InspectSystem
import InspectWire
import TestSupport
import Testing

/// Which step fails when one process is looked for.
@Suite struct ProcessFindingTests {
  private func state(of pid: Int32) -> Character? { ProcessTable.entry(of: pid)?.state }

  @Test func `a process that tells of itself is found`() throws {
    try withTemporaryFolder { folder in
      let advertiser = try Advertiser(facts(), implementation: "y", in: folder.runtime)
      #expect(
        try ProcessFinding(pid: getpid(), in: folder.runtime)
          == .inspectable(advertiser.advertisement))
    }
  }

  @Test(arguments: [0, -1, absentPID, .max])
  func `a number that no process has is told as such`(pid: Int32) throws {
    try withTemporaryFolder { folder in
      let finding = try ProcessFinding(pid: pid, in: folder.runtime)
      #expect(finding == .noSuchProcess)
    }
  }

  @Test func `a process that has ended but is not buried is none`() async throws {
    try await withTemporaryFolder { folder in
      let pid = try Spawn.detached("/bin/true", [])
      defer { bury(pid) }
      try await eventually("the process ends", seen: { state(of: pid) as Any }) {
        state(of: pid) == "Z"
      }
      #expect(try ProcessFinding(pid: pid, in: folder.runtime) == .noSuchProcess)
    }
  }

  @Test func `a program that knows nothing of us is not inspectable`() throws {
    try withTemporaryFolder { folder in
      let pid = try Spawn.detached("/bin/sleep", ["1000"])
      defer { bury(pid) }
      let finding = try ProcessFinding(pid: pid, in: folder.runtime)
      guard case .notInspectable(let entry) = finding else {
        Issue.record("\(finding)")
        return
      }
      #expect(entry.pid == pid)
    }
  }

  @Test func `a program that was told to be silent is switched off`() throws {
    try withTemporaryFolder { folder in
      let pid = try Spawn.detached("/usr/bin/env", ["BINDINSPECT=none", "/bin/sleep", "1000"])
      defer { bury(pid) }
      try eventuallyHere("sleep runs", seen: { ProcessTable.entry(of: pid) as Any }) {
        ProcessTable.entry(of: pid)?.name == "sleep"
      }
      let finding = try ProcessFinding(pid: pid, in: folder.runtime)
      guard case .switchedOff = finding else {
        Issue.record("\(finding)")
        return
      }
    }
  }

  @Test func `a stopped process is told as such`() throws {
    try withTemporaryFolder { folder in
      let pid = try Spawn.detached("/bin/sleep", ["1000"])
      defer { bury(pid) }
      let advertiser = try Advertiser(
        facts(pid: pid), implementation: "y", in: folder.runtime)
      _ = ProcessTable.send(signal: SIGSTOP, to: pid)
      try eventuallyHere("it stops", seen: { state(of: pid) as Any }) { state(of: pid) == "T" }
      #expect(
        try ProcessFinding(pid: pid, in: folder.runtime)
          == .stopped(advertiser.advertisement, isTraced: false))
    }
  }

  @Test func `a file that cannot be believed is told as the reason`() throws {
    try withTemporaryFolder { folder in
      let own = facts()
      let name = Advertisement.stem(pid: own.pid, startTime: own.startTime) + ".json"
      try folder.write(name, "{}")
      let finding = try ProcessFinding(pid: own.pid, in: folder.runtime)
      guard case .faulty(_, let fault) = finding else {
        Issue.record("\(finding)")
        return
      }
      #expect(fault == DiscoveryFault(file: name, kind: .field("instance")))
    }
  }

  @Test(.enabled(if: isRoot, "only root can start a process of another user"))
  func `a process of another user is told as such`() throws {
    try withTemporaryFolder { folder in
      let pid = try Spawn.detached(
        "/usr/bin/setpriv", ["--reuid", "\(otherUser)", "--clear-groups", "/bin/sleep", "1000"])
      defer { bury(pid) }
      try eventuallyHere("sleep runs", seen: { ProcessTable.entry(of: pid) as Any }) {
        ProcessTable.entry(of: pid)?.name == "sleep"
      }
      let finding = try ProcessFinding(pid: pid, in: folder.runtime)
      guard case .otherUser(let entry) = finding else {
        Issue.record("\(finding)")
        return
      }
      #expect(entry.user == otherUser)
    }
  }

  @Test func `a process of another namespace is found by the number it has there`() throws {
    try withTemporaryFolder { folder in
      let advertiser = try Advertiser(
        facts(pid: absentPID, startTime: 5), implementation: "y", in: folder.runtime)
      #expect(
        try ProcessFinding(pid: absentPID, in: folder.runtime)
          == .inspectable(advertiser.advertisement))
    }
  }
}
