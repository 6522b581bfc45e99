import Foundation
import InspectLink
import InspectSystem
import InspectWire
import TestSupport
import Testing

/// A folder that somebody swaps between the check and the use: nothing is done outside of it.
@Suite struct FolderSwapTests {
  /// Runs the body while a thread puts a link to another folder in a folder's place and back.
  private func whileSwapping(
    _ count: Int, _ body: (RuntimeFolder, TemporaryFolder) throws -> Void
  ) throws {
    try withTemporaryFolder { folder in
      let name = try folder.makeFolder("runtime")
      // Ours, so that only the way to it is wrong.
      try folder.makeFolder("precious")
      try folder.write("precious/daemon.json", "precious")
      try folder.write("precious/daemon.lock", "precious")
      try folder.write("precious/1-1.json", "precious")
      try #require(symlink(folder.path("precious"), folder.path("link")) == 0)
      let swaps = Lock(0)
      let isDone = Lock(false)
      try PlainThread.start(name: "swap") {
        let (kept, link) = (folder.path("kept"), folder.path("link"))
        for _ in 0..<count {
          Self.move(name, to: kept)
          Self.move(link, to: name)
          Self.move(name, to: link)
          Self.move(kept, to: name)
          swaps.withLock { $0 += 1 }
        }
        isDone.withLock { $0 = true }
      }
      var rounds = 0
      while !isDone.withLock({ $0 }) {
        try body(RuntimeFolder(path: name), folder)
        rounds += 1
      }
      #expect(rounds > 10)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("precious"))
      #expect(names.sorted() == ["1-1.json", "daemon.json", "daemon.lock"])
      for name in names { #expect(try folder.read("precious/\(name)") == "precious") }
    }
  }

  // Whoever looks meanwhile may have made a folder in the place.
  private static func move(_ one: String, to other: String) {
    while rename(one, other) != 0, errno != ENOENT {
      try? FileManager.default.removeItem(atPath: other)
    }
  }

  @Test func `a daemon writes and removes nothing outside of its folder`() throws {
    try whileSwapping(100_000) { runtime, _ in
      // Where the folder is not there at the moment, or is a link, it is refused.
      guard let place = try? DaemonPlace(in: runtime) else { return }
      let file = DaemonFile(
        pid: 1, startTime: 1, socket: place.socket, port: nil, run: InstanceID(high: 1, low: 1),
        version: "1", started: 1)
      try? place.post(file)
      let listener = try? Socket.listen(at: place.bindPath)
      place.withdraw()
      withExtendedLifetime(listener == nil) {}
    }
  }

  @Test func `a process writes and removes nothing outside of its folder`() throws {
    let facts = InstanceFacts(
      instance: InstanceID(high: 1, low: 1), name: "swapped", pid: 1, startTime: 1, host: "h",
      mode: .off, clock: ClockAnchor(moment: Moment(microseconds: 0), wallMicroseconds: 0))
    try whileSwapping(20_000) { runtime, _ in
      guard let advertiser = try? Advertiser(facts, implementation: "t", in: runtime) else {
        return
      }
      _ = try? advertiser.restore()
      advertiser.withdraw()
    }
  }

  @Test func `looking removes nothing outside of the folder`() throws {
    try whileSwapping(20_000) { runtime, folder in
      try? "{}".write(
        toFile: folder.path("kept/999999-1.json"), atomically: false, encoding: .utf8)
      _ = try? Discovery.scan(runtime)
    }
  }
}
