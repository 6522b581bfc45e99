import Foundation
import Glibc
import InspectSystem
import InspectWire
import TestSupport
import Testing

@testable import InspectLink

@Suite struct DiscoveryTests {
  private func content(
    pid: Int32 = absentPID, startTime: UInt64 = 5, socket: String = "/tmp/none.sock"
  ) -> String {
    """
    {"instance":"00000000000000010000000000000002","name":"x","pid":\(pid),\
    "startTime":\(startTime),"socket":"\(socket)","mode":"off","protocol":[1,3],\
    "implementation":"y"}
    """
  }

  @Test func `a folder that is not there has nobody in it`() throws {
    try withTemporaryFolder { folder in
      let found = try Discovery.scan(RuntimeFolder(path: folder.path("none")))
      #expect(found == Discovery())
    }
  }

  @Test func `other files are left alone`() throws {
    try withTemporaryFolder { folder in
      let names = [
        "daemon.json", "1-2.txt", "1.json", "x-1.json", "01-2.json", "1-2-3.json", "-1-2.json",
        "+1-2.json", "99999999999-1.json", "1-.json", ".json", "1-99999999999999999999.json",
      ]
      for name in names { try folder.write(name, "{}") }
      #expect(try Discovery.scan(folder.runtime) == Discovery())
      #expect(try folder.names() == names.sorted())
    }
  }

  @Test func `files of a dead process are removed`() throws {
    try withTemporaryFolder { folder in
      let stem = "\(absentPID)-5"
      for ending in ["lock", "sock"] { try folder.write("\(stem).\(ending)", "") }
      try folder.write("\(stem).json", content())
      try folder.write("\(stem).json.77.new", "{")
      try folder.write("daemon.json", "{}")
      let found = try Discovery.scan(folder.runtime)
      #expect(found.processes == [])
      #expect(found.faults == [])
      #expect(found.removed.count == 4)
      #expect(try folder.names() == ["daemon.json"])
    }
  }

  @Test func `files of a dead process stay when one only looks`() throws {
    try withTemporaryFolder { folder in
      try folder.write("\(absentPID)-5.json", content())
      #expect(try Discovery.scan(folder.runtime, removingDead: false) == Discovery())
      #expect(try folder.names() == ["\(absentPID)-5.json"])
    }
  }

  @Test func `the far socket of a dead process is removed too`() throws {
    try withTemporaryFolder { folder in
      let long = RuntimeFolder(path: try folder.makeFolder(String(repeating: "x", count: 100)))
      let dead = facts(pid: absentPID, startTime: 5)
      let socket: String
      do {
        let advertiser = try Advertiser(dead, implementation: "y", in: long)
        socket = advertiser.advertisement.socket
      }
      #expect(FileManager.default.fileExists(atPath: socket))
      #expect(try Discovery.scan(long).removed.count == 2)
      #expect(!FileManager.default.fileExists(atPath: socket))
    }
  }

  @Test func `a file elsewhere that a dead process names is left alone`() throws {
    try withTemporaryFolder { folder in
      try withTemporaryFolder { other in
        let precious = try other.write("precious", "keep")
        try folder.write("\(absentPID)-5.json", content(socket: precious))
        #expect(try Discovery.scan(folder.runtime).removed == ["\(absentPID)-5.json"])
        #expect(try other.read("precious") == "keep")
      }
    }
  }

  @Test func `whoever holds the lock lives, whatever the process table says`() throws {
    // As seen from another pid namespace.
    try withTemporaryFolder { folder in
      let advertiser = try Advertiser(
        facts(pid: absentPID, startTime: 5), implementation: "y", in: folder.runtime)
      let found = try Discovery.scan(folder.runtime)
      #expect(found.processes == [advertiser.advertisement])
      #expect(found.removed == [])
    }
  }

  @Test func `a process that runs but holds no lock is neither listed nor removed`() throws {
    try withTemporaryFolder { folder in
      let own = facts()
      let stem = Advertisement.stem(pid: own.pid, startTime: own.startTime)
      try folder.write("\(stem).json", content(pid: own.pid, startTime: own.startTime))
      try folder.write("\(stem).lock", "")
      let found = try Discovery.scan(folder.runtime)
      #expect(found.processes == [])
      #expect(found.faults == [DiscoveryFault(file: "\(stem).json", kind: .notHeld)])
      #expect(try folder.names().count == 2)
    }
  }

  @Test func `a number that another process has by now is recognised by its start`() throws {
    try withTemporaryFolder { folder in
      let own = facts()
      let stem = Advertisement.stem(pid: own.pid, startTime: own.startTime - 1)
      try folder.write("\(stem).json", content(pid: own.pid, startTime: own.startTime - 1))
      let found = try Discovery.scan(folder.runtime)
      #expect(found.processes == [])
      #expect(found.removed == ["\(stem).json"])
    }
  }

  @Test func `a process that has just started and written nothing is no fault`() throws {
    try withTemporaryFolder { folder in
      let own = facts()
      let stem = Advertisement.stem(pid: own.pid, startTime: own.startTime)
      let lock = try HeldLock.take(folder.path("\(stem).lock"))
      #expect(try Discovery.scan(folder.runtime) == Discovery())
      #expect(try folder.names() == ["\(stem).lock"])
      _ = consume lock
    }
  }

  @Test func `processes come in the order of their numbers`() throws {
    try withTemporaryFolder { folder in
      let advertisers = try [30, 4, 200].map { (offset: Int32) in
        try Advertiser(
          facts(pid: absentPID + offset, startTime: 1), implementation: "y", in: folder.runtime)
      }
      #expect(
        try Discovery.scan(folder.runtime).processes.map(\.pid)
          == [absentPID + 4, absentPID + 30, absentPID + 200])
      withExtendedLifetime(advertisers) {}
    }
  }

  // MARK: Files that cannot be believed

  static let malformed: [(String, DiscoveryFault.Kind)] = [
    ("", .malformed(WireError(at: 0, .endOfInput))),
    ("[]", .field("instance")),
    ("{}", .field("instance")),
    ("{\"instance\":\"1\"}", .field("instance")),
    (String(repeating: "[", count: 100), .malformed(WireError(at: 32, .nestingTooDeep))),
    (String(repeating: " ", count: 20_000), .tooLong),
  ]

  @Test(arguments: malformed.indices)
  func `a file that cannot be read is passed over, told and kept`(index: Int) throws {
    let (text, kind) = Self.malformed[index]
    try withTemporaryFolder { folder in
      let name = "\(absentPID)-5.json"
      try folder.write(name, text)
      let found = try Discovery.scan(folder.runtime)
      #expect(found.faults.first.map(\.file) == name)
      if case .malformed = kind {
        guard case .malformed = found.faults.first?.kind else {
          Issue.record("\(found.faults)")
          return
        }
      } else {
        #expect(found.faults.first?.kind == kind)
      }
      #expect(found.processes == [] && found.removed == [])
      #expect(try folder.names() == [name])
    }
  }

  static let fields: [(String, String, String)] = [
    ("name", "\"x\"", "5"),
    ("name", "\"x\"", "\"" + String(repeating: "x", count: 1_025) + "\""),
    ("pid", "\(absentPID)", "\"x\""),
    ("pid", "\(absentPID)", "-1"),
    ("pid", "\(absentPID)", "99999999999"),
    ("startTime", "\"startTime\":5", "\"startTime\":5.5"),
    ("socket", "/tmp/none.sock", "none.sock"),
    ("socket", "/tmp/none.sock", "/" + String(repeating: "x", count: 107)),
    ("mode", "\"off\"", "\"on\""),
    ("protocol", "[1,3]", "[1]"),
    ("protocol", "[1,3]", "[1,2,3]"),
    ("protocol", "[1,3]", "[1,\"x\"]"),
    ("implementation", "\"y\"", "null"),
  ]

  @Test(arguments: fields.indices)
  func `a field that makes no sense is named`(index: Int) throws {
    let (field, right, wrong) = Self.fields[index]
    try withTemporaryFolder { folder in
      let name = "\(absentPID)-5.json"
      let text = content()
      #expect(text.contains(right))
      try folder.write(name, text.replacing(right, with: wrong))
      let found = try Discovery.scan(folder.runtime)
      #expect(found.faults == [DiscoveryFault(file: name, kind: .field(field))])
    }
  }

  @Test func `a file that tells of another process is passed over`() throws {
    try withTemporaryFolder { folder in
      try folder.write("\(absentPID)-6.json", content())
      let found = try Discovery.scan(folder.runtime)
      #expect(found.faults == [DiscoveryFault(file: "\(absentPID)-6.json", kind: .misnamed)])
    }
  }

  @Test func `unknown fields are passed over`() throws {
    try withTemporaryFolder { folder in
      let held = try HeldLock.take(folder.path("\(absentPID)-5.lock"))
      try folder.write(
        "\(absentPID)-5.json", content().replacing("\"pid\"", with: "\"later\":[{}],\"pid\""))
      #expect(try Discovery.scan(folder.runtime).processes.first?.versions == VersionRange(1, 3))
      _ = consume held
    }
  }

  @Test func `a link is passed over and what it leads to is not read`() throws {
    try withTemporaryFolder { folder in
      try folder.write("target", content())
      let name = "\(absentPID)-5.json"
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(name), withDestinationPath: folder.path("target"))
      let found = try Discovery.scan(folder.runtime)
      #expect(found.faults == [DiscoveryFault(file: name, kind: .notAFile)])
      #expect(try folder.names() == [name, "target"])
    }
  }

  @Test func `a fifo does not keep the reader waiting`() throws {
    try withTemporaryFolder { folder in
      let name = "\(absentPID)-5.json"
      #expect(mkfifo(folder.path(name), 0o600) == 0)
      let found = try Discovery.scan(folder.runtime)
      #expect(found.faults == [DiscoveryFault(file: name, kind: .notAFile)])
    }
  }

  @Test(.enabled(if: isRoot, "only root can give a file away"))
  func `a file of another user is passed over, told and kept`() throws {
    try withTemporaryFolder { folder in
      let name = "\(absentPID)-5.json"
      let path = try folder.write(name, content(), mode: 0o644)
      #expect(chown(path, otherUser, otherUser) == 0)
      let found = try Discovery.scan(folder.runtime)
      #expect(found.faults == [DiscoveryFault(file: name, kind: .foreignOwner)])
      #expect(try folder.names() == [name])
    }
  }

  @Test func `a folder that is open to others is not looked into`() throws {
    try withTemporaryFolder { folder in
      let path = try folder.makeFolder("open", mode: 0o750)
      #expect(throws: RuntimeFolder.Fault.openToOthers(path: path, mode: 0o750)) {
        try Discovery.scan(RuntimeFolder(path: path))
      }
    }
  }

  @Test func `texts of faults show foreign names as text`() {
    let fault = DiscoveryFault(file: "1-2\u{1b}[31m.json", kind: .foreignOwner)
    #expect(fault.text == "1-2\\u{1b}[31m.json belongs to another user")
  }
}
