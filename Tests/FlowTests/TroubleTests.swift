import InspectLink
import InspectSystem
import InspectWire
import TestSupport
import Testing

/// Wrong input of every kind against the built programs: a clear sentence and its documented status,
/// and nobody else is disturbed.
@Suite(.oneAtATime) struct Trouble {
  @Test(arguments: hostileTexts)
  func `a malformed message closes that connection and no other`(_ text: HostileText) async throws {
    try await withStage { stage in
      let program = try await stage.workload("--bindings", "4", "--red", "1")
      defer { program.kill() }
      try await stage.attach(program)
      try await stage.waitForCounts(Counts(red: 1, green: 3), of: program.pid)
      let observer = try FleetClient(stage)
      let stranger = try LinkClient(dialing: .unix(stage.folder.path("daemon.sock")))
      try stranger.send(text.bytes)
      var closure: LinkClosure?
      do throws(LinkClosure) {
        while case .message = try stranger.next(until: stranger.now.after(.seconds(10))) {}
      } catch { closure = error }
      #expect(closure != nil, "still open after \(text)")
      try await stage.tell(program, "red 2")
      try await stage.waitForCounts(Counts(red: 2, green: 2), of: program.pid)
      #expect(try observer.sees(Counts(red: 2, green: 2), of: program.pid))
    }
  }

  struct HostileText: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let bytes: [UInt8]

    init(_ description: String, _ text: String) {
      testDescription = description
      bytes = Array(text.utf8)
    }
  }

  static let hostileTexts = [
    HostileText("no JSON", "hello"),
    HostileText("half a message", #"{"m":"hello","role":"obs"#),
    HostileText("a wrong type", #"{"m":"hello","role":7}"#),
    HostileText("a duplicate key", #"{"m":"beat","m":"beat"}"#),
    HostileText("an array", "[]"),
    HostileText("depth 100,000", String(repeating: "[", count: 100_000)),
    HostileText("a huge number", #"{"m":"credit","seq":99999999999999999999999}"#),
    HostileText("a message before the greeting", #"{"m":"list","id":1}"#),
  ]

  @Test(arguments: mistakes)
  func `a mistake ends with its status and says what to do`(_ mistake: Mistake) async throws {
    try await withStage { stage in
      let run = try await runProgram(
        "inspect-cli", mistake.arguments.map { $0 == "FOLDER" ? stage.folder.path : $0 },
        environment: stage.environment)
      #expect(run.status == mistake.status, "\(run)")
      #expect(run.errorOutput.contains(mistake.says), "\(run)")
      #expect(run.output.isEmpty, "\(run)")
    }
  }

  struct Mistake: CustomTestStringConvertible, Sendable {
    let arguments: [String]
    let status: Int32
    let says: String
    var testDescription: String { arguments.joined(separator: " ") }

    init(_ arguments: String, _ status: Int32, _ says: String) {
      self.arguments = arguments.split(separator: " ").map(String.init)
      self.status = status
      self.says = says
    }
  }

  static let mistakes = [
    Mistake("tre", 64, "tree"),
    Mistake("tree --folow", 64, "--follow"),
    Mistake("why", 64, "NAME"),
    Mistake("attach 4194000", 3, "4194000"),
    Mistake("attach nobody-has-this-name", 3, "nobody-has-this-name"),
    Mistake("why anything", 2, "daemon"),
    Mistake("explain transformer-requird", 64, "transformer-required"),
    Mistake("ps --folder /etc/hostname", 66, "/etc/hostname"),
    Mistake("ps --folder relative", 64, "absolute"),
  ]

  @Test(arguments: [0o777, 0o755, 0o770])
  func `a folder that is open to others is refused`(_ mode: Int) async throws {
    try await withTemporaryFolder { folder in
      let path = try folder.makeFolder("open", mode: mode)
      for command in ["ps", "start", "status"] {
        let run = try await runProgram("inspect-cli", [command, "--folder", path])
        #expect(run.status == 5, "\(run)")
        #expect(run.errorOutput.contains("chmod"), "\(run)")
      }
      let daemon = try await runProgram("inspectord", ["--folder", path])
      #expect(daemon.status == 5, "\(daemon)")
      #expect(daemon.errorOutput.contains("chmod"), "\(daemon)")
    }
  }
}
