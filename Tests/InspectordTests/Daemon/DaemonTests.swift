import Foundation
import InspectLink
import InspectSystem
import InspectWire
import TestSupport
import Testing

@Suite struct DaemonProgram {
  // MARK: Command line

  struct Line: CustomTestStringConvertible, Sendable {
    let words: [String]
    let status: Int32
    let says: String
    var testDescription: String { words.joined(separator: " ") }
  }

  static let lines = [
    Line(words: ["--prot", "5"], status: 64, says: "Did you mean --port?"),
    Line(words: ["serve"], status: 64, says: "Unknown operand “serve”"),
    Line(words: ["--\u{1b}[31m"], status: 64, says: "\\u{1b}"),
    Line(words: ["--port", "65536"], status: 64, says: "no port"),
    Line(words: ["--port", "-1"], status: 64, says: "no port"),
    Line(words: ["--port", "1e3"], status: 64, says: "no port"),
    Line(words: ["--port"], status: 64, says: "needs a value"),
    Line(words: ["--port="], status: 64, says: "needs a value"),
    Line(words: ["--version=1"], status: 64, says: "takes no value"),
    Line(words: ["--idle-exit", "0"], status: 64, says: "no time to wait"),
    Line(words: ["--idle-exit", "99999999999999999999"], status: 64, says: "no time to wait"),
    Line(words: ["--folder", "relative"], status: 64, says: "absolute"),
    Line(words: ["--log-level", "inof"], status: 64, says: "Did you mean info?"),
    Line(words: ["--log", "/nowhere/at/all", "--folder", "/tmp"], status: 73, says: "log"),
    Line(words: ["--folder", "/dev/null"], status: 66, says: "not a folder"),
    Line(words: ["--folder", "/nowhere/at/all"], status: 66, says: "/nowhere/at/all"),
  ]

  @Test(arguments: lines)
  func `a command line that cannot be obeyed is answered by a sentence`(_ line: Line) async throws {
    let run = try await runProgram("inspectord", line.words)
    #expect(run.status == line.status)
    #expect(run.output.isEmpty)
    #expect(run.errorOutput.hasPrefix("inspectord: "))
    #expect(run.errorOutput.contains(line.says), "\(run.errorOutput)")
  }

  @Test func `help and version go to standard output`() async throws {
    let help = try await runProgram("inspectord", ["--help"])
    #expect(help.status == 0 && help.errorOutput.isEmpty)
    for name in ["--folder", "--port", "--idle-exit", "--log", "--version", "--help"] {
      #expect(help.output.contains(name))
    }
    #expect(help.lines.allSatisfy { $0.count <= 80 })
    let version = try await runProgram("inspectord", ["--version"])
    #expect(version == ProgramRun(status: 0, output: "inspectord 0.1.0\n", errorOutput: ""))
  }

  // MARK: The folder

  @Test(arguments: [0o755, 0o770, 0o701])
  func `a folder that is open to others is refused`(_ mode: Int) async throws {
    try await withTemporaryFolder { folder in
      let open = try folder.makeFolder("open", mode: mode)
      let run = try await runProgram("inspectord", ["--folder", open])
      #expect(run.status == 5)
      #expect(run.errorOutput.contains("chmod 700"))
    }
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give folders away"))
  func `a folder of another user is refused`() async throws {
    try await withTemporaryFolder { folder in
      let foreign = try folder.makeFolder("foreign")
      chown(foreign, 65_534, 65_534)
      let run = try await runProgram("inspectord", ["--folder", foreign])
      #expect(run.status == 5)
      #expect(run.errorOutput.contains("another user (uid 65534)"))
    }
  }

  @Test func `a link to a folder is refused`() async throws {
    try await withTemporaryFolder { folder in
      _ = try folder.makeFolder("real")
      try FileManager.default.createSymbolicLink(
        atPath: folder.path("link"), withDestinationPath: folder.path("real"))
      let run = try await runProgram("inspectord", ["--folder", folder.path("link")])
      #expect(run.status == 66)
    }
  }

  // MARK: One a folder

  // A5
  @Test func `a second daemon is refused and told the first one's pid`() async throws {
    try await withDaemon { daemon, folder in
      let run = try await runProgram("inspectord", ["--folder", folder.path])
      #expect(run.status == 6)
      #expect(run.errorOutput.contains("pid \(daemon.pid)"))
      #expect(try DaemonPeer.observer(folder).processes().isEmpty)
    }
  }

  // A5
  @Test func `after a kill another one starts at once`() async throws {
    try await withDaemon { daemon, folder in
      daemon.kill()
      #expect(try folder.names().contains("daemon.sock"))
      try await withProgram("inspectord", ["--folder", folder.path]) { next in
        try await serving(next, folder)
        #expect(try DaemonPeer.observer(folder).processes().isEmpty)
      }
    }
  }

  @Test func `of many that start at once one serves`() async throws {
    try await withTemporaryFolder { folder in
      let daemons = try (0..<12).map { _ in
        try startProgram("inspectord", ["--folder", folder.path])
      }
      defer { daemons.forEach { $0.kill() } }
      try await eventually("all but one have given up") {
        daemons.filter { $0.exitStatus == nil }.count == 1
      }
      #expect(daemons.compactMap(\.exitStatus).allSatisfy { $0 == 6 })
      let last = try #require(daemons.first { $0.exitStatus == nil })
      try await serving(last, folder)
    }
  }

  // MARK: Ends

  @Test(arguments: [SIGTERM, SIGINT])
  func `a signal ends it and leaves nothing behind`(_ signal: Int32) async throws {
    try await withDaemon { daemon, folder in
      let observer = try DaemonPeer.observer(folder)
      daemon.send(signal: signal)
      guard case .closedByPeer(let code, let reason) = try observer.closure() else {
        Issue.record("not told")
        return
      }
      #expect(code == 1_001 && reason == "the daemon ends")
      #expect(try await daemon.waitForExit() == 0)
      #expect(try folder.names().isEmpty)
      #expect(daemon.output.isEmpty)
    }
  }

  @Test func `it ends when nobody has needed it`() async throws {
    try await withTemporaryFolder { folder in
      let run = try await runProgram("inspectord", ["--folder", folder.path, "--idle-exit", "1"])
      #expect(run.status == 0)
      #expect(try folder.names().isEmpty)
    }
  }

  // MARK: The port

  @Test func `a port that is taken is named`() async throws {
    let other = try Socket.listen(onLoopbackPort: 0)
    let port = try Socket.port(of: other.number)
    try await withTemporaryFolder { folder in
      let run = try await runProgram("inspectord", ["--folder", folder.path, "--port", "\(port)"])
      #expect(run.status == 6)
      #expect(run.errorOutput.contains("\(port)"))
      #expect(try folder.names().isEmpty)
    }
  }

  // A10
  @Test func `a general variable does not choose the port`() async throws {
    try await withDaemon(environment: ["PORT": "1"]) { _, folder in
      let port = try DaemonFile.read(in: folder.runtime)?.port
      #expect(port.map { $0 > 1_023 } == true)
    }
  }

  @Test func `no port is opened where none is wanted`() async throws {
    try await withDaemon(["--port", "none"]) { _, folder in
      let file = try #require(try DaemonFile.read(in: folder.runtime))
      #expect(file.port == nil && file.token == nil)
    }
  }

  @Test func `the port asks for the token`() async throws {
    try await withDaemon { _, folder in
      let file = try #require(try DaemonFile.read(in: folder.runtime))
      let port = try #require(file.port)
      let right = try DaemonPeer(.loopback(port))
      try right.send(
        .hello(Hello(role: .observer, implementation: "test", token: file.token)))
      guard case .welcome = try right.next() else {
        Issue.record("no welcome")
        return
      }
      let wrong = try DaemonPeer(.loopback(port))
      try wrong.send(.hello(Hello(role: .observer, implementation: "test", token: "guess")))
      guard case .reject(let reject) = try wrong.next() else {
        Issue.record("no reject")
        return
      }
      #expect(reject.code == .notAllowed)
    }
  }

  // MARK: Log and peers

  @Test func `the log goes to its file, and foreign texts in it are shown as texts`() async throws {
    try await withTemporaryFolder { folder in
      let log = folder.path("the.log")
      try await withProgram(
        "inspectord", ["--folder", folder.path, "--log", log, "--log-level", "debug"]
      ) { daemon in
        try await serving(daemon, folder)
        let peer = try DaemonPeer(
          .unix(try #require(try DaemonFile.read(in: folder.runtime)).socket))
        let facts = InstanceFacts(
          instance: InstanceID(high: 1, low: 1), name: "evil\u{1b}]0;title\u{7}", pid: 1,
          startTime: 1, host: "h", mode: .off,
          clock: ClockAnchor(moment: Moment(microseconds: 0), wallMicroseconds: 0))
        try peer.send(.hello(Hello(role: .reporter, implementation: "t", instance: facts)))
        guard case .welcome = try peer.next() else { throw WaitFailure("no welcome") }
        try await daemon.terminate()
        #expect(daemon.errorOutput.isEmpty)
      }
      let text = try folder.read("the.log")
      #expect(text.contains("evil\\u{1b}]0;title"))
      #expect(!text.utf8.contains(0x1b))
    }
  }

  @Test func `a peer that sends nonsense harms nobody else`() async throws {
    try await withDaemon { _, folder in
      let good = try DaemonPeer.observer(folder)
      let bad = try DaemonPeer.observer(folder)
      try bad.send(text: #"{"m":"list","id":1,"id":2}"#)
      guard case .closedByPeer(let code, let reason) = try bad.closure() else {
        Issue.record("not closed")
        return
      }
      #expect(code == 1_008)
      #expect(reason.contains("at byte 19"), "\(reason)")
      #expect(try good.processes().isEmpty)
    }
  }
}
