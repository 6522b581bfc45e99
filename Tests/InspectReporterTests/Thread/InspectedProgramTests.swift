import Foundation
import InspectLink
import InspectSystem
import InspectWire
import Testing

/// F20: a program behaves byte for byte as it would without being inspected.
@Suite struct InspectedPrograms {
  @Test(arguments: [false, true])
  func `no number of a descriptor is another one`(_ closedStreams: Bool) throws {
    let subject = try Subject("descriptors", closedStreams: closedStreams)
    subject.wait(for: "ready")
    #expect(subject.lines[0] == subject.lines[1])
    #expect(subject.lines[2] == "same")
    if closedStreams { #expect(subject.lines[0] == "lowest 0") }
    try attach(to: subject)
  }

  @Test func `a program that closes all descriptors can still be attached to`() throws {
    let subject = try Subject("closefrom")
    subject.wait(for: "ready")
    #expect(subject.lines[0] == "[3, 4, 5, 6, 7, 8, 9, 10]")
    try attach(to: subject)
  }

  @Test func `a program that may open nothing goes on`() throws {
    let subject = try Subject("limit")
    #expect(subject.end() == 0)
    #expect(subject.lines == ["green"])
  }

  @Test func `no mask or handler of a signal is another one`() throws {
    let subject = try Subject("signals")
    subject.wait(for: "ready")
    #expect(subject.lines[0] == "same")
  }

  @Test func `a write into a closed pipe still ends a program`() throws {
    let subject = try Subject("pipe")
    #expect(subject.end() == 128 + SIGPIPE)
    #expect(subject.lines == ["writes"])
  }

  @Test func `the exit status and the handlers at exit are kept`() throws {
    let subject = try Subject("exit")
    #expect(subject.end() == 7)
    #expect(subject.lines == ["handler"])
  }

  // I3.
  @Test func `with an open mask the files are the owner's alone`() throws {
    let subject = try Subject("umask")
    subject.wait(for: "ready")
    #expect(subject.lines[0] == "umask 0")
    for name in subject.folder.names {
      let facts = try FileManager.default.attributesOfItem(atPath: subject.folder.path(of: name))
      #expect(facts[.posixPermissions] as? Int == 0o600, "\(name)")
    }
    #expect(subject.folder.names.count == 3)
  }

  @Test func `a process that was killed leaves only what is known to be dead`() throws {
    let subject = try Subject("umask")
    subject.wait(for: "ready")
    kill(subject.pid, SIGKILL)
    _ = subject.end()
    let found = try Discovery.scan(RuntimeFolder(path: subject.folder.path))
    #expect(found.processes.isEmpty)
    #expect(subject.folder.names.isEmpty)
  }

  // S2 of the brief, A9 and C4 of the peers: nobody looks, and the program does not grow.
  @Test(arguments: ["off", "armed"])
  func `a program that nobody looks at does not grow`(_ mode: String) throws {
    let subject = try Subject("memory", environment: ["BINDINSPECT": mode])
    #expect(subject.end() == 0)
    let growth = subject.lines.compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
    #expect(growth.count == 2)
    // KiB; the history ring and tables of names have their bound within.
    for kibibytes in growth { #expect(kibibytes < 16 << 10, "\(subject.lines)") }
  }

  @Test func `a daemon that is not there costs one line of standard error`() throws {
    let folder = TemporaryFolder()
    let said = folder.path + ".said"
    let subject = try Subject(
      "exit", folder: folder, environment: ["BINDINSPECT_URL": "unix:\(folder.path)/none"],
      errorsTo: said)
    #expect(subject.end() == 7)
    let text = try String(contentsOfFile: said, encoding: .utf8)
    #expect(text.split(separator: "\n").count <= 1, "\(text)")
  }

  private func attach(to subject: Subject) throws {
    let daemon = try FakeDaemon.attached(to: subject.folder)
    try daemon.wait("a scope") { daemon.records > 0 }
    #expect(daemon.hello?.instance?.pid == subject.pid)
  }
}

@Suite struct Forking {
  @Test func `a forked child is an instance of its own, and knows what it inherited`() throws {
    let subject = try Subject("fork")
    subject.wait(for: "child")
    #expect(subject.lines.contains("another instance"))
    #expect(subject.lines.contains("parent as before"))
    let found = try Discovery.scan(RuntimeFolder(path: subject.folder.path)).processes
    #expect(Set(found.map(\.instance)).count == 2)
    let child = try #require(found.first { $0.pid != subject.pid })
    let daemon = try FakeDaemon.attached(to: child)
    try daemon.wait("what it inherited, and its own") {
      daemon.model.counts == Counts(red: 1, yellow: 1)
    }
    #expect(daemon.model.scopes.map(\.name) == ["window"])
    let parent = try FakeDaemon.attached(to: try #require(found.first { $0.pid == subject.pid }))
    try parent.wait("the parent's own") { parent.model.counts == Counts(yellow: 1) }
    kill(child.pid, SIGKILL)
  }

  @Test func `forking while threads make and end bindings hangs no child`() throws {
    let subject = try Subject("forks")
    #expect(subject.end() == 0)
    #expect(subject.lines == ["0 failures"])
  }
}
