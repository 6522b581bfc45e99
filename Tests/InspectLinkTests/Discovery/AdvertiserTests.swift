import Foundation
import InspectLink
import InspectSystem
import InspectWire
import TestSupport
import Testing

@Suite struct AdvertiserTests {
  @Test func `a process tells of itself and can be dialled`() throws {
    try withTemporaryFolder { folder in
      let advertiser = try Advertiser(facts(), implementation: "test 1", in: folder.runtime)
      let found = try Discovery.scan(folder.runtime)
      #expect(found.processes == [advertiser.advertisement])
      #expect(found.faults == [])
      let loop = try LinkLoop()
      loop.add(advertiser.listener)
      loop.add(try Link(dialing: .unix(advertiser.advertisement.socket), now: loop.now))
      var events: [LinkLoop.Event] = []
      try eventuallyHere("both ends open", seen: { events }) {
        events += try loop.turn(until: loop.now.after(.milliseconds(50)))
        return events.count { if case .link(_, .opened) = $0 { true } else { false } } == 2
      }
    }
  }

  @Test func `its files are named for pid and start and belong to the owner alone`() throws {
    try withTemporaryFolder { folder in
      let advertiser = try Advertiser(facts(), implementation: "test 1", in: folder.runtime)
      let stem = advertiser.advertisement.stem
      #expect(try folder.names() == ["\(stem).json", "\(stem).lock", "\(stem).sock"])
      for name in try folder.names() {
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(name))
        #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
      }
      withExtendedLifetime(advertiser) {}
    }
  }

  @Test func `the file says what a reader of another language needs`() throws {
    try withTemporaryFolder { folder in
      let advertiser = try Advertiser(
        facts(startTime: 1 << 60), implementation: "test 1", in: folder.runtime)
      let stem = advertiser.advertisement.stem
      #expect(
        try folder.read("\(stem).json") == """
          {"instance":"00000000000000010000000000000002","name":"Employees",\
          "pid":\(Environment.ownPID),"startTime":"\(UInt64(1) << 60)",\
          "socket":"\(folder.path)/\(stem).sock","mode":"armed","protocol":[1,1],\
          "implementation":"test 1"}
          """)
    }
  }

  @Test func `the folder is made for the owner alone`() throws {
    try withTemporaryFolder { folder in
      let runtime = RuntimeFolder(path: folder.path("new"))
      let advertiser = try Advertiser(facts(), implementation: "test 1", in: runtime)
      try runtime.verify()
      withExtendedLifetime(advertiser) {}
    }
  }

  @Test func `a place that is held is not taken twice`() throws {
    try withTemporaryFolder { folder in
      let first = try Advertiser(facts(), implementation: "test 1", in: folder.runtime)
      #expect(throws: PlaceFault.held(by: nil)) {
        try Advertiser(facts(), implementation: "test 2", in: folder.runtime)
      }
      #expect(try Discovery.scan(folder.runtime).processes == [first.advertisement])
    }
  }

  @Test func `what an earlier program of the same process left is replaced`() throws {
    try withTemporaryFolder { folder in
      do { _ = try Advertiser(facts(), implementation: "old", in: folder.runtime) }
      let advertiser = try Advertiser(facts(), implementation: "new", in: folder.runtime)
      let found = try Discovery.scan(folder.runtime)
      #expect(found.processes == [advertiser.advertisement])
      #expect(found.processes.first?.implementation == "new")
    }
  }

  @Test func `a place that is given back leaves nothing`() throws {
    try withTemporaryFolder { folder in
      let advertiser = try Advertiser(facts(), implementation: "test 1", in: folder.runtime)
      advertiser.withdraw()
      #expect(try folder.names() == [])
    }
  }

  @Test(arguments: ["json", "lock", "sock"])
  func `a file that vanished is made again`(ending: String) throws {
    try withTemporaryFolder { folder in
      let advertiser = try Advertiser(facts(), implementation: "test 1", in: folder.runtime)
      #expect(advertiser.isIntact)
      #expect(try advertiser.restore() == false)
      try folder.runtime.remove("\(advertiser.advertisement.stem).\(ending)")
      #expect(!advertiser.isIntact)
      #expect(try advertiser.restore() == true)
      #expect(advertiser.isIntact)
      #expect(try Discovery.scan(folder.runtime).processes == [advertiser.advertisement])
    }
  }

  @Test func `a folder that vanished is made again`() throws {
    try withTemporaryFolder { folder in
      let runtime = RuntimeFolder(path: folder.path("inner"))
      let advertiser = try Advertiser(facts(), implementation: "test 1", in: runtime)
      try FileManager.default.removeItem(atPath: runtime.path)
      #expect(try advertiser.restore() == true)
      #expect(try Discovery.scan(runtime).processes == [advertiser.advertisement])
    }
  }

  // MARK: Long paths

  private func withLongFolder(
    socketBytes: Int, stem: String, _ body: (RuntimeFolder) throws -> Void
  ) throws {
    try withTemporaryFolder { folder in
      let rest = socketBytes - folder.path.utf8.count - "//\(stem).sock".utf8.count
      let path = try folder.makeFolder(String(repeating: "x", count: rest))
      #expect("\(path)/\(stem).sock".utf8.count == socketBytes)
      try body(RuntimeFolder(path: path))
    }
  }

  @Test func `a socket path of 107 bytes lies in the folder`() throws {
    let stem = Advertisement.stem(pid: facts().pid, startTime: facts().startTime)
    try withLongFolder(socketBytes: 107, stem: stem) { folder in
      let advertiser = try Advertiser(facts(), implementation: "test 1", in: folder)
      #expect(advertiser.advertisement.socket == folder.path(of: "\(stem).sock"))
    }
  }

  @Test(arguments: [108, 200])
  func `a longer one lies in a short folder of the owner, and the file says where`(
    bytes: Int
  ) throws {
    let stem = Advertisement.stem(pid: facts().pid, startTime: facts().startTime)
    try withLongFolder(socketBytes: bytes, stem: stem) { folder in
      let advertiser = try Advertiser(facts(), implementation: "test 1", in: folder)
      let socket = advertiser.advertisement.socket
      defer { advertiser.withdraw() }
      #expect(socket.hasPrefix("/tmp/bindinspect-\(Peer.ownUser)/\(stem)-"))
      #expect(socket.utf8.count <= 107)
      #expect(try Discovery.scan(folder).processes.first?.socket == socket)
      #expect(FileManager.default.fileExists(atPath: socket))
      advertiser.withdraw()
      #expect(!FileManager.default.fileExists(atPath: socket))
    }
  }

  // MARK: Folders that cannot be trusted

  @Test func `a folder that is open to others is refused and nothing is left in it`() throws {
    try withTemporaryFolder { folder in
      let path = try folder.makeFolder("open", mode: 0o777)
      #expect(throws: PlaceFault.folder(.openToOthers(path: path, mode: 0o777))) {
        try Advertiser(facts(), implementation: "test 1", in: RuntimeFolder(path: path))
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: path) == [])
    }
  }
}
