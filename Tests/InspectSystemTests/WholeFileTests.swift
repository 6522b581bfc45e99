import Foundation
import InspectSystem
import TestSupport
import Testing

@Suite struct `Whole file` {
  @Test func `is read as it was written`() throws {
    try withTemporaryFolder { folder in
      for count in [0, 1, 16_384, 16_385, 100_000] {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        try WholeFile.write(bytes, to: folder.path("a"))
        #expect(try WholeFile.read(folder.path("a"), limit: 100_000) == bytes)
      }
      #expect(try folder.names() == ["a"])
    }
  }

  @Test func `belongs to the owner alone`() throws {
    try withTemporaryFolder { folder in
      try WholeFile.write([1], to: folder.path("a"))
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("a"))
      #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
  }

  @Test func `a reader never sees half of it`() throws {
    try withTemporaryFolder { folder in
      let path = folder.path("a")
      let versions: [[UInt8]] = [
        Array(repeating: 1, count: 50_000), Array(repeating: 2, count: 30_000),
      ]
      try WholeFile.write(versions[0], to: path)
      let readings = Lock<[Bool]>([])
      let isOver = Lock(false)
      try PlainThread.start(name: "reader") {
        while !isOver.withLock({ $0 }) {
          let bytes = try? WholeFile.read(path, limit: 100_000)
          readings.withLock { $0.append(bytes.map(versions.contains) ?? false) }
        }
        readings.withLock { $0.append(true) }
        isOver.withLock { $0 = false }
      }
      for round in 0..<200 { try WholeFile.write(versions[round % 2], to: path) }
      try eventuallyHere("the reader has read") { readings.withLock { $0.count } > 20 }
      isOver.withLock { $0 = true }
      try eventuallyHere("the reader ends") { !isOver.withLock { $0 } }
      #expect(readings.withLock { $0.allSatisfy(\.self) })
    }
  }

  @Test func `longer than the limit it is refused, at the limit it is not`() throws {
    try withTemporaryFolder { folder in
      try folder.write("a", "12345")
      #expect(try WholeFile.read(folder.path("a"), limit: 5).count == 5)
      let error = #expect(throws: SystemError.self) {
        try WholeFile.read(folder.path("a"), limit: 4)
      }
      #expect(error?.isTooLong == true)
    }
  }

  @Test func `a link is not followed, neither in reading nor in writing`() throws {
    try withTemporaryFolder { folder in
      let target = try folder.write("precious", "keep")
      try #require(symlink(target, folder.path("a")) == 0)
      let error = #expect(throws: SystemError.self) {
        try WholeFile.read(folder.path("a"), limit: 100)
      }
      #expect(error?.number == ELOOP)
      try WholeFile.write([0x78], to: folder.path("a"))
      #expect(try folder.read("precious") == "keep")
      #expect(try folder.read("a") == "x")
    }
  }

  @Test func `a draft that somebody planted is not written into`() throws {
    try withTemporaryFolder { folder in
      let target = try folder.write("precious", "keep")
      try #require(symlink(target, folder.path("a.\(getpid()).new")) == 0)
      try WholeFile.write([0x78], to: folder.path("a"))
      #expect(try folder.read("precious") == "keep")
      #expect(try folder.names() == ["a", "precious"])
    }
  }

  @Test(arguments: ["folder", "fifo"])
  func `what is no regular file is refused without waiting`(kind: String) throws {
    try withTemporaryFolder { folder in
      let path = folder.path("a")
      if kind == "fifo" {
        try #require(mkfifo(path, 0o600) == 0)
      } else {
        try folder.makeFolder("a")
      }
      let error = #expect(throws: SystemError.self) { try WholeFile.read(path, limit: 100) }
      #expect(error?.number == EINVAL)
    }
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a file away"))
  func `a file of another user is refused`() throws {
    try withTemporaryFolder { folder in
      let path = try folder.write("a", "x", mode: 0o644)
      try #require(chown(path, 12_345, 12_345) == 0)
      let error = #expect(throws: SystemError.self) { try WholeFile.read(path, limit: 100) }
      #expect(error?.number == EPERM)
    }
  }

  @Test func `where it cannot be put in place nothing is left`() throws {
    try withTemporaryFolder { folder in
      try folder.makeFolder("a")
      #expect(throws: SystemError.self) { try WholeFile.write([1], to: folder.path("a")) }
      #expect(try folder.names() == ["a"])
    }
  }

  @Test func `the kernel's files are read although they have no length`() throws {
    let bytes = try WholeFile.readKernel("/proc/self/status")
    #expect(String(decoding: bytes, as: UTF8.self).contains("\nPid:\t\(getpid())\n"))
  }
}
