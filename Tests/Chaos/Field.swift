import InspectLink
import InspectSystem
import InspectWire
import TestSupport

/// A runtime folder with a daemon and the programs that report to it, all of them processes.
final class Field {
  let folder: TemporaryFolder
  private(set) var daemon: RunningProgram
  private(set) var reporters: [RunningProgram] = []
  private(set) var watchers: [Watcher] = []
  private var asked = 0
  private let settings: [String]
  private let environment: [String: String]

  private init(_ folder: TemporaryFolder, _ settings: [String], _ environment: [String: String])
    async throws
  {
    self.folder = folder
    self.settings = settings
    self.environment = environment
    daemon = try Self.startDaemon(folder, settings, environment)
    try await waitForDaemon()
  }

  /// Runs the body in a field of its own and clears it afterwards.
  static func with<Result>(
    _ settings: [String] = [], environment: [String: String] = [:],
    _ body: (Field) async throws -> Result
  ) async throws -> Result {
    try await withTemporaryFolder { folder in
      let field = try await Field(folder, settings, environment)
      defer { field.clear() }
      return try await body(field)
    }
  }

  private func clear() {
    for watcher in watchers { watcher.stop() }
    for reporter in reporters { reporter.kill() }
    daemon.kill()
  }

  var socket: String { folder.path("daemon.sock") }

  // MARK: The daemon

  /// Ends the daemon without a word and starts another one, as a supervisor would.
  func replaceDaemon() async throws {
    daemon.kill()
    daemon = try Self.startDaemon(folder, settings, environment)
    try await waitForDaemon()
  }

  /// The daemon's resident memory in KiB.
  var daemonMemory: Int {
    get throws {
      let status = try WholeFile.readKernel("/proc/\(daemon.pid)/status")
      let lines = String(decoding: status, as: UTF8.self).split(separator: "\n")
      let line = lines.first { $0.hasPrefix("VmRSS:") } ?? ""
      return Int(line.split(separator: " ").dropFirst().first ?? "") ?? 0
    }
  }

  private static func startDaemon(
    _ folder: TemporaryFolder, _ settings: [String], _ environment: [String: String]
  ) throws -> RunningProgram {
    try startProgram(
      "inspectord", ["--folder", folder.path] + settings, environment: environment, error: .null)
  }

  private func waitForDaemon() async throws {
    let (folder, daemon) = (folder, daemon)
    try await eventually("inspectord serves", seen: { daemon.summary }) {
      guard case .running(let file) = try DaemonState(in: folder.runtime) else { return false }
      return file.pid == daemon.pid
    }
  }

  // MARK: Reporters

  /// Starts programs with so many bindings each, which dial the daemon by themselves, or what leads to
  /// it.
  func startReporters(_ count: Int, bindings: Int, by path: String? = nil) async throws {
    let started = try (0..<count).map { _ in
      try startProgram(
        "Workload", ["--bindings", "\(bindings)"],
        environment: [
          "BINDINSPECT_FOLDER": folder.path, "BINDINSPECT_URL": "unix:\(path ?? socket)",
          // Its tracer takes a second for each that traps.
          "SWIFT_BACKTRACE": "enable=no",
        ],
        error: .null)
    }
    reporters += started
    for reporter in started { try await reporter.waitForOutput("ready") }
  }

  /// Takes a program out of the field, which has ended or is about to.
  func forget(_ reporter: RunningProgram) {
    reporter.kill()
    reporters.removeAll { $0 === reporter }
  }

  /// Gives each program a command; the answers come later.
  func tell(_ command: (Int) -> String) throws {
    for (index, reporter) in reporters.enumerated() { try reporter.type(command(index)) }
  }

  /// Waits for answers to all commands and returns what each program says is so.
  func truths(within limit: Duration = generously) async throws -> [Truth] {
    var truths: [Truth] = []
    for reporter in reporters {
      asked += 1
      let path = folder.path("truth-\(asked)")
      try reporter.type("truth \(path)")
      try await eventually("\(path) is whole", within: limit, seen: { reporter.summary }) {
        reporter.lines.last == "truth \(path)"
      }
      truths.append(try Truth(pid: reporter.pid, path))
    }
    return truths
  }

  // MARK: Watchers

  /// Starts observers that follow everything; they dial the daemon, or what leads to it.
  func startWatchers(_ count: Int, by path: String? = nil) throws {
    for _ in 0..<count { watchers.append(try Watcher(path ?? socket)) }
  }

  /// Waits until every watcher holds what the programs say is so; the milliseconds it took.
  @discardableResult
  func agree(within limit: Duration = generously) async throws -> Int64 {
    let truths = try await truths(within: limit)
    let start = SystemClock.monotonicMicroseconds
    for (index, watcher) in watchers.enumerated() {
      try await eventually(
        "watcher \(index) holds the truth", within: limit,
        seen: {
          let differences = watcher.differences(from: truths)
          return "\(differences.count) differences: \(differences.prefix(5)); \(watcher.summary)"
        },
        { watcher.differences(from: truths).isEmpty })
    }
    return (SystemClock.monotonicMicroseconds - start) / 1_000
  }
}
