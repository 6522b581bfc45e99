import Foundation
import InspectLink
import InspectSystem
import InspectWire
import TestSupport
import Testing

@Suite struct DaemonPlaceTests {
  private func file(socket: String, token: String? = nil, port: UInt16? = 4_711) -> DaemonFile {
    DaemonFile(
      pid: Environment.ownPID,
      startTime: ProcessTable.entry(of: Environment.ownPID)?.startTime ?? 0, socket: socket,
      port: port, token: token, run: InstanceID(high: 3, low: 4), version: "1.0",
      started: 1_700_000_000_000_000)
  }

  @Test func `a daemon that tells of itself is running`() throws {
    try withTemporaryFolder { folder in
      let place = try DaemonPlace(in: folder.runtime)
      #expect(place.socket == folder.path("daemon.sock"))
      #expect(try DaemonState(in: folder.runtime) == .starting)
      let file = file(socket: place.socket, token: "secret")
      try place.post(file)
      #expect(try DaemonState(in: folder.runtime) == .running(file))
      #expect(file.isRunning)
    }
  }

  @Test(arguments: [nil, "t"] as [String?], [nil, 80] as [UInt16?])
  func `its file is read as it was written`(token: String?, port: UInt16?) throws {
    try withTemporaryFolder { folder in
      let place = try DaemonPlace(in: folder.runtime)
      let file = file(socket: place.socket, token: token, port: port)
      try place.post(file)
      #expect(try DaemonFile.read(in: folder.runtime) == file)
    }
  }

  @Test func `its file belongs to the owner alone`() throws {
    try withTemporaryFolder { folder in
      let place = try DaemonPlace(in: folder.runtime)
      try place.post(file(socket: place.socket))
      let attributes = try FileManager.default.attributesOfItem(
        atPath: folder.path("daemon.json"))
      #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
  }

  @Test func `a second one is refused and told of the first`() throws {
    try withTemporaryFolder { folder in
      let place = try DaemonPlace(in: folder.runtime)
      #expect(throws: PlaceFault.held(by: nil)) { try DaemonPlace(in: folder.runtime) }
      let file = file(socket: place.socket)
      try place.post(file)
      let error = #expect(throws: PlaceFault.held(by: file)) {
        try DaemonPlace(in: folder.runtime)
      }
      #expect(error?.text == "process \(Environment.ownPID) has this place already")
    }
  }

  @Test func `what a killed one left does not count and is taken over`() throws {
    try withTemporaryFolder { folder in
      do {
        let place = try DaemonPlace(in: folder.runtime)
        try place.post(file(socket: place.socket))
        _ = try Socket.listen(at: place.socket)
      }
      #expect(try folder.names() == ["daemon.json", "daemon.lock", "daemon.sock"])
      #expect(try DaemonState(in: folder.runtime) == .none)
      let place = try DaemonPlace(in: folder.runtime)
      #expect(try folder.names() == ["daemon.lock"])
      _ = try Socket.listen(at: place.socket)
    }
  }

  @Test func `a place that is given back leaves nothing`() throws {
    try withTemporaryFolder { folder in
      let place = try DaemonPlace(in: folder.runtime)
      try place.post(file(socket: place.socket))
      place.withdraw()
      #expect(try folder.names() == [])
      #expect(try DaemonState(in: folder.runtime) == .none)
    }
  }

  @Test func `files that were swept away are noticed`() throws {
    try withTemporaryFolder { folder in
      let place = try DaemonPlace(in: folder.runtime)
      try place.post(file(socket: place.socket))
      let socket = LinkListener(try Socket.listen(at: place.socket))
      #expect(place.isIntact)
      try folder.runtime.remove("daemon.lock")
      #expect(!place.isIntact)
      withExtendedLifetime(socket) {}
    }
  }

  @Test func `a folder without a daemon has none`() throws {
    try withTemporaryFolder { folder in
      let absent = RuntimeFolder(path: folder.path("none"))
      for runtime in [folder.runtime, absent] {
        let state = try DaemonState(in: runtime)
        #expect(state == .none)
      }
    }
  }

  @Test func `a held place with a file that cannot be read is told`() throws {
    try withTemporaryFolder { folder in
      let place = try DaemonPlace(in: folder.runtime)
      try folder.write("daemon.json", "{\"pid\":1}")
      #expect(
        try DaemonState(in: folder.runtime)
          == .faulty(DiscoveryFault(file: "daemon.json", kind: .field("startTime"))))
      withExtendedLifetime(place) {}
    }
  }

  @Test func `of twenty at the same moment exactly one gets the place`() async throws {
    try await withTemporaryFolder { folder in
      let winners = Lock<[Int]>([])
      let finished = Lock(0)
      let losers = Lock<[PlaceFault]>([])
      for number in 0..<20 {
        try PlainThread.start(name: "daemon") {
          do throws(PlaceFault) {
            let place = try DaemonPlace(in: folder.runtime)
            winners.withLock { $0.append(number) }
            // Held until all have tried.
            try? eventuallyHere("all have tried") {
              finished.withLock { $0 } == 19
            }
            withExtendedLifetime(place) {}
          } catch {
            losers.withLock { $0.append(error) }
          }
          finished.withLock { $0 += 1 }
        }
      }
      try await eventually("all have ended", seen: { finished.withLock { $0 } }) {
        finished.withLock { $0 } == 20
      }
      #expect(winners.withLock { $0.count } == 1)
      #expect(losers.withLock { $0 } == Array(repeating: .held(by: nil), count: 19))
    }
  }

  @Test func `a long folder has the daemon's socket elsewhere, apart from other folders`() throws {
    try withTemporaryFolder { folder in
      let places = try ["a", "b"].map { name in
        let path = try folder.makeFolder(name + String(repeating: "x", count: 120))
        return try DaemonPlace(in: RuntimeFolder(path: path))
      }
      defer { for place in places { place.withdraw() } }
      #expect(places.allSatisfy { $0.socket.hasPrefix("/tmp/bindinspect-\(Peer.ownUser)/daemon-") })
      #expect(places[0].socket != places[1].socket)
    }
  }
}
