import Foundation
import InspectSystem
import TestSupport
import Testing

@Suite struct `Held lock` {
  @Test func `is held until it is let go`() throws {
    try withTemporaryFolder { folder in
      let path = folder.path("a.lock")
      #expect(!HeldLock.isHeld(path: path))
      let lock = try HeldLock.take(path)
      #expect(HeldLock.isHeld(path: path))
      _ = consume lock
      #expect(!HeldLock.isHeld(path: path))
    }
  }

  @Test func `is not taken twice, not even by the same process`() throws {
    try withTemporaryFolder { folder in
      let path = folder.path("a.lock")
      let lock = try HeldLock.take(path)
      #expect(try HeldLock.take(path) == nil)
      _ = consume lock
    }
  }

  // In a process of its own: a program that another test starts at this moment holds copies of all
  // open files until its exec, and with them the lock.
  @Test func `being asked about does not disturb who takes it`() async {
    await #expect(processExitsWith: .success) {
      try withTemporaryFolder { folder in
        let path = try folder.write("a.lock", "")
        let asked = Gate()
        try PlainThread.start(name: "asks") {
          while true {
            _ = HeldLock.isHeld(path: path)
            asked.open()
          }
        }
        guard asked.wait(milliseconds: 30_000) else { exit(3) }
        for _ in 0..<20_000 where try HeldLock.take(path) == nil { exit(4) }
      }
      exit(0)
    }
  }

  @Test func `its file belongs to the owner alone`() throws {
    try withTemporaryFolder { folder in
      let lock = try HeldLock.take(folder.path("a.lock"))
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("a.lock"))
      #expect(attributes[.posixPermissions] as? Int == 0o600)
      _ = consume lock
    }
  }

  @Test func `a link is refused and what it leads to stays as it was`() throws {
    try withTemporaryFolder { folder in
      let target = try folder.write("precious", "keep")
      try FileManager.default.createSymbolicLink(
        atPath: folder.path("a.lock"), withDestinationPath: target)
      let error = #expect(throws: SystemError.self) {
        _ = try HeldLock.take(folder.path("a.lock"))
      }
      #expect(error?.number == ELOOP)
      #expect(!HeldLock.isHeld(path: folder.path("a.lock")))
      #expect(try folder.read("precious") == "keep")
    }
  }

  @Test func `on a file that was removed it proves nothing any more`() throws {
    try withTemporaryFolder { folder in
      let path = folder.path("a.lock")
      let first = try #require(try take(path))
      #expect(first.isAt(path))
      try folder.runtime.remove("a.lock")
      #expect(!first.isAt(path))
      #expect(!HeldLock.isHeld(path: path))
      let second = try #require(try take(path))
      #expect(second.isAt(path) && !first.isAt(path))
    }
  }

  // `#require` cannot hold what cannot be copied.
  private final class Box {
    let lock: HeldLock
    init(_ lock: consuming HeldLock) { self.lock = lock }
    func isAt(_ path: String) -> Bool { lock.isAt(path) }
  }

  private func take(_ path: String) throws -> Box? {
    guard let lock = try HeldLock.take(path) else { return nil }
    return Box(lock)
  }

  @Test func `the kernel lets go when its holder is killed`() async throws {
    try await withTemporaryFolder { folder in
      let path = folder.path("a.lock")
      // flock(1) holds another kind of lock, so a process of our own kind is needed: this one, run
      // in a child by Python's fcntl with the same call.
      let script = """
        import fcntl, struct, sys, time
        f = open(sys.argv[1], "w")
        fcntl.fcntl(f, 37, struct.pack("hhqqi4x", fcntl.F_WRLCK, 0, 0, 0, 0))
        print("held", flush=True)
        time.sleep(1000)
        """
      try await withProgram("/usr/bin/env", ["python3", "-c", script, path]) { holder in
        try await holder.waitForOutput("held")
        #expect(HeldLock.isHeld(path: path))
        #expect(try HeldLock.take(path) == nil)
        holder.kill()
        #expect(!HeldLock.isHeld(path: path))
      }
    }
  }
}
