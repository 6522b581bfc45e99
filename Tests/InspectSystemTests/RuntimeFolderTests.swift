import Foundation
import InspectSystem
import TestSupport
import Testing

@Suite struct `Runtime folder` {
  @Test func `is made for the owner alone`() throws {
    try withTemporaryFolder { folder in
      let made = RuntimeFolder(path: folder.path("new"))
      try made.make()
      try made.verify()
      let attributes = try FileManager.default.attributesOfItem(atPath: made.path)
      #expect(attributes[.posixPermissions] as? Int == 0o700)
      try made.make()
    }
  }

  @Test(arguments: [0o777, 0o1777, 0o750, 0o701, 0o710, 0o740, 0o702])
  func `open to others it is refused and left as it is`(mode: Int) throws {
    try withTemporaryFolder { folder in
      let path = try folder.makeFolder("open", mode: mode)
      let fault = RuntimeFolder.Fault.openToOthers(path: path, mode: UInt32(mode))
      #expect(throws: fault) { try RuntimeFolder(path: path).verify() }
      #expect(throws: fault) { try RuntimeFolder(path: path).make() }
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == mode)
    }
  }

  @Test(arguments: ["file", "link", "loop", "fifo", "dangling"])
  func `what is no folder is refused`(kind: String) throws {
    try withTemporaryFolder { folder in
      let path = folder.path("x")
      switch kind {
      case "file": try folder.write("x", "")
      case "fifo": try #require(mkfifo(path, 0o600) == 0)
      case "link": try #require(symlink(try folder.makeFolder("real"), path) == 0)
      case "loop": try #require(symlink(path, path) == 0)
      default: try #require(symlink(folder.path("none"), path) == 0)
      }
      #expect(throws: RuntimeFolder.Fault.notAFolder(path: path)) {
        try RuntimeFolder(path: path).verify()
      }
      #expect(throws: RuntimeFolder.Fault.notAFolder(path: path)) {
        try RuntimeFolder(path: path).make()
      }
    }
  }

  @Test(arguments: ["relative", "./x", "", "~/x"])
  func `a relative path is refused`(path: String) {
    #expect(throws: RuntimeFolder.Fault.relative(path: path)) {
      try RuntimeFolder(path: path).make()
    }
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a folder away"))
  func `of another user it is refused`() throws {
    try withTemporaryFolder { folder in
      let path = try folder.makeFolder("foreign")
      try #require(chown(path, 12_345, 12_345) == 0)
      #expect(throws: RuntimeFolder.Fault.foreignOwner(path: path, owner: 12_345)) {
        try RuntimeFolder(path: path).verify()
      }
    }
  }

  @Test func `one that is not there is told by the system`() throws {
    try withTemporaryFolder { folder in
      let error = #expect(throws: RuntimeFolder.Fault.self) {
        try RuntimeFolder(path: folder.path("none")).verify()
      }
      guard case .system(let reason) = error else {
        Issue.record("unexpected: \(String(describing: error))")
        return
      }
      #expect(reason.isMissing)
    }
  }

  @Test func `one without a parent is not made`() throws {
    try withTemporaryFolder { folder in
      let error = #expect(throws: RuntimeFolder.Fault.self) {
        try RuntimeFolder(path: folder.path("none/inner")).make()
      }
      #expect(error?.text.contains("none/inner: No such file or directory") == true)
    }
  }

  @Test func `every fault says what to do`() {
    let faults: [(RuntimeFolder.Fault, String)] = [
      (.foreignOwner(path: "/x", owner: 5), "uid 5"),
      (.openToOthers(path: "/x", mode: 0o777), "chmod 700"),
      (.notAFolder(path: "/x"), "name another one"),
      (.relative(path: "x"), "absolute"),
    ]
    for (fault, part) in faults { #expect(fault.text.contains(part)) }
  }

  @Test(arguments: [("/a/", "/a"), ("/a//", "/a"), ("/", "/"), ("/a/b", "/a/b")])
  func `slashes at the end do not count`(given: String, path: String) {
    #expect(RuntimeFolder(path: given).path == path)
  }

  // MARK: Where it is

  @Test func `what is given counts most`() {
    #expect(RuntimeFolder.located(given: "/given/").path == "/given")
  }

  @Test func `else the variables are asked in their order`() async {
    await #expect(processExitsWith: .success) {
      setenv("BINDINSPECT_FOLDER", "/named/", 1)
      setenv("XDG_RUNTIME_DIR", "/runtime", 1)
      guard RuntimeFolder.located().path == "/named" else { exit(3) }
      setenv("BINDINSPECT_FOLDER", "", 1)
      guard RuntimeFolder.located().path == "/runtime/bindinspect" else { exit(4) }
      setenv("XDG_RUNTIME_DIR", "relative", 1)
      let user = geteuid()
      let path = RuntimeFolder.located().path
      let known = ["/run/user/\(user)/bindinspect", "/tmp/bindinspect-\(user)"]
      guard known.contains(path) else { exit(5) }
      exit(0)
    }
  }

  // MARK: Entries

  @Test func `entries are told by kind and owner, links themselves`() throws {
    try withTemporaryFolder { folder in
      let runtime = folder.runtime
      try folder.write("file", "")
      try folder.makeFolder("folder")
      try #require(symlink("file", folder.path("link")) == 0)
      try #require(mkfifo(folder.path("fifo"), 0o600) == 0)
      let listener = try Socket.listen(at: folder.path("socket"))
      let kinds: [(String, RuntimeFolder.Entry.Kind)] = [
        ("file", .file), ("folder", .folder), ("link", .link), ("fifo", .other),
        ("socket", .socket),
      ]
      for (name, kind) in kinds {
        #expect(runtime.entry(name)?.kind == kind, "\(name)")
        #expect(runtime.entry(name)?.user == geteuid())
      }
      #expect(runtime.entry("none") == nil)
      #expect(try runtime.names().sorted() == kinds.map(\.0).sorted())
      _ = consume listener
    }
  }

  @Test func `a folder that is not there has no entries`() throws {
    try withTemporaryFolder { folder in
      let names = try RuntimeFolder(path: folder.path("none")).names()
      #expect(names == [])
    }
  }

  @Test func `removing what is not there is fine, removing a folder is not`() throws {
    try withTemporaryFolder { folder in
      try folder.runtime.remove("none")
      try folder.makeFolder("inner")
      #expect(throws: SystemError.self) { try folder.runtime.remove("inner") }
    }
  }
}
