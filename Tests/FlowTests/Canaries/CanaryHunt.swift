import Foundation
import InspectLink
import InspectSystem
import InspectWire
import TestSupport

/// A run of a program full of secrets, and everything that came of it outside of the program.
struct CanaryHunt {
  let canaries = Canary.all()
  private(set) var artefacts: [Artefact] = []

  /// What was found outside.
  var finds: Finds { Finds(of: canaries, in: artefacts) }

  /// Names of the bindings of the program.
  static let bindings = [
    "path", "input", "direct", "second", "marked", "entry", "element", "payload", "text",
    "description", "query", "any",
  ]

  /// Each command as somebody would give it, `PID` being the program; each also with `--json`.
  static let commands: [[String]] =
    general + bindings.map { ["show", $0] } + bindings.map { ["why", $0] } + [["detach", "PID"]]

  private static let general: [[String]] = [
    ["start"], ["ps"], ["ps", "--all"], ["attach", "PID"], ["status"], ["tree"],
    ["tree", "PID", "--all", "--worst-first", "--ascii"], ["check"],
    ["check", "PID", "--strict", "--no-color"], ["explain"], ["explain", "transformer-failed"],
    ["doctor"], ["doctor", "PID"], ["causes"], ["causes", "PID"],
  ]

  /// Commands that have no `--json`, or that end what is looked at.
  static let others: [[String]] = [
    ["help"], ["completions", "words", "--", "why", ""], ["help", "statuses"], ["stop"],
  ]

  /// Runs a program, with telling names or with such as say nothing, under everybody's eyes.
  mutating func run(_ names: String) async throws {
    try await withTemporaryFolder { own in
      try own.write("secrets", canaries.map(\.text).joined(separator: "\n") + "\n")
      try await withStage { stage in
        let program = try startProgram(
          "Canaries", [names, own.path("secrets"), "--note=\(canaries[12].text)"],
          environment: stage.environment.merging(["CANARY": canaries[11].text]) { $1 })
        defer { program.kill() }
        try await program.waitForOutput("ready")
        try await look(at: program, on: stage)
      }
    }
  }

  private mutating func look(at program: RunningProgram, on stage: Stage) async throws {
    let daemon = try stage.start(
      "inspectord", "--folder", stage.folder.path, "--log", stage.folder.path("daemon.log"),
      "--log-level", "debug")
    defer { daemon.kill() }
    try await stage.waitForDaemon(daemon.pid)
    try await stage.attach(program)
    var counts: Counts?
    try await eventually("all is broken", seen: { "\(counts as Any) \(program.summary)" }) {
      counts = try await stage.counts(of: program.pid)
      return counts?.red == 10 && counts?.yellow == 2
    }
    let observer = try Watch(stage)
    let followers = try [["tree", "--follow"], ["tree", "--follow", "--json"]].map {
      try startProgram("inspect-cli", $0, environment: stage.environment)
    }
    defer { for follower in followers { follower.kill() } }
    for follower in followers { try await follower.waitForOutput("description") }
    let before = followers.map(\.output.count)
    try await stage.tell(program, "sound")
    try await eventually("the followers tell of it") {
      zip(followers, before).allSatisfy { $0.output.count > $1 }
    }
    let sound = followers.map(\.output.count)
    try await stage.tell(program, "broken")
    try await eventually("the followers tell of that too") {
      zip(followers, sound).allSatisfy { $0.output.count > $1 }
    }
    for (process, name) in [(daemon, "daemon")] + followers.map({ ($0, "follower") }) {
      for file in ["environ", "cmdline"] {
        note("\(name)'s \(file)", try WholeFile.readKernel("/proc/\(process.pid)/\(file)"))
      }
    }
    for command in Self.commands {
      let words = command.map { $0 == "PID" ? "\(program.pid)" : $0 }
      for form in [words, words + ["--json"]] { try await note(form, on: stage) }
    }
    note("frames", try observer.frames())
    note("memory of the daemon", Self.memory(of: daemon.pid))
    for command in Self.others { try await note(command, on: stage) }
    for follower in followers {
      note("following", follower.outputBytes)
      note("following, errors", Array(follower.errorOutput.utf8))
    }
    note("daemon's output", Array((daemon.output + daemon.errorOutput).utf8))
    for name in try stage.folder.names() {
      // Sockets are no files to be read.
      if let text = try? Data(contentsOf: URL(fileURLWithPath: stage.folder.path(name))) {
        note("file \(name)", Array(text))
      }
    }
  }

  private mutating func note(_ command: [String], on stage: Stage) async throws {
    let run = try await runProgram("inspect-cli", command, environment: stage.environment)
    let name = command.joined(separator: " ")
    guard ![2, 64, 70].contains(run.status) else { throw WaitFailure("\(name): \(run)") }
    note(name, Array((run.output + run.errorOutput).utf8))
  }

  private mutating func note(_ name: String, _ bytes: [UInt8]) {
    artefacts.append(Artefact(name, bytes))
  }

  /// All that a process has written into its memory; nothing where that may not be read.
  private static func memory(of pid: Int32) -> [UInt8] {
    guard let maps = try? String(contentsOfFile: "/proc/\(pid)/maps", encoding: .utf8),
      let memory = FileHandle(forReadingAtPath: "/proc/\(pid)/mem")
    else { return [] }
    var bytes: [UInt8] = []
    for line in maps.split(separator: "\n") {
      let cells = line.split(separator: " ")
      let ends = cells[0].split(separator: "-").compactMap { UInt64($0, radix: 16) }
      guard cells[1].hasPrefix("rw"), ends.count == 2, ends[1] - ends[0] < 1 << 28 else { continue }
      // What was never touched, or lies on a guard page, cannot be read.
      try? memory.seek(toOffset: ends[0])
      if let part = try? memory.read(upToCount: Int(ends[1] - ends[0])) { bytes += part }
    }
    return bytes
  }

  /// An observer that asks for all there is, and keeps the bytes.
  private final class Watch {
    private let client: LinkClient
    private var encoder = MessageEncoder()
    private var decoder = MessageDecoder()
    private var bytes: [UInt8] = []

    init(_ stage: Stage) throws {
      client = try LinkClient(dialing: .unix(stage.folder.path("daemon.sock")))
      try send(.hello(Hello(role: .observer, implementation: "FlowTests")))
      try send(.subscribe(Subscribe(id: 1, level: .timings)))
      try read { if case .snapshotEnd = $0 { true } else { false } }
    }

    /// All frames so far, those of questions about each binding included.
    func frames() throws -> [UInt8] {
      for (number, name) in CanaryHunt.bindings.enumerated() {
        try send(.why(WhyRequest(id: UInt64(100 + number), name: name)))
      }
      try send(.list(ListRequest(id: 99)))
      try read { if case .processes(let list) = $0 { list.id == 99 } else { false } }
      return bytes
    }

    private func send(_ message: Message) throws {
      for frame in encoder.encode(message) { try client.send(frame) }
    }

    private func read(until isLast: (Message) -> Bool) throws {
      while true {
        guard case .message(let frame) = try client.next(until: client.now.after(generously)) else {
          throw WaitFailure("the daemon says nothing")
        }
        bytes += frame
        if let message = try decoder.decode(frame), isLast(message) { return }
      }
    }
  }
}
