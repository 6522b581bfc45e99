import InspectLink
import InspectSystem
import InspectWire
import TestSupport

/// A runtime folder of its own, in which a test runs the built programs as a user would.
struct Stage {
  let folder: TemporaryFolder

  /// What makes a program use this folder.
  var environment: [String: String] { ["BINDINSPECT_FOLDER": folder.path] }

  /// Runs a command to its end.
  func cli(_ arguments: String..., more: [String: String] = [:]) async throws -> ProgramRun {
    try await runProgram(
      "inspect-cli", arguments, environment: environment.merging(more) { $1 })
  }

  /// Runs a command and reads the JSON that it prints.
  func json(_ arguments: String...) async throws -> JSON {
    let run = try await runProgram("inspect-cli", arguments + ["--json"], environment: environment)
    do {
      return try JSON.parse(Array(run.output.utf8))
    } catch {
      throw WaitFailure("\(arguments) printed no JSON (\(error)), status \(run.status):\n\(run)")
    }
  }

  /// Starts a program in this folder.
  func start(
    _ name: String, _ arguments: String..., more: [String: String] = [:]
  ) throws -> RunningProgram {
    try startProgram(name, arguments, environment: environment.merging(more) { $1 })
  }

  /// Starts a workload and waits until everything is declared and, unless it dials, it can be found.
  func workload(
    _ arguments: String..., more: [String: String] = [:]
  ) async throws -> RunningProgram {
    let program = try startProgram(
      "Workload", arguments, environment: environment.merging(more) { $1 })
    try await program.waitForOutput("ready")
    if more["BINDINSPECT_URL"] == nil { try await waitUntilFound(program) }
    return program
  }

  /// Waits until a program can be found, which its reporter's thread sees to at leisure.
  func waitUntilFound(_ program: RunningProgram) async throws {
    try await eventually("\(program.pid) can be found", seen: { program.summary }) {
      if case .inspectable = try ProcessFinding(pid: program.pid, in: folder.runtime) {
        return true
      }
      return false
    }
  }

  /// What makes a program dial this folder's daemon by itself.
  var dials: [String: String] { ["BINDINSPECT_URL": "unix:\(folder.path("daemon.sock"))"] }

  /// Starts a daemon and waits until it serves.
  func startDaemon() async throws -> RunningProgram {
    let daemon = try start("inspectord", "--folder", folder.path)
    do {
      try await eventually("inspectord serves", seen: { daemon.summary }) {
        guard case .running(let file) = try DaemonState(in: folder.runtime) else { return false }
        return file.pid == daemon.pid
      }
    } catch {
      daemon.kill()
      throw error
    }
    return daemon
  }

  /// Number and stable key of a binding.
  func identity(of name: String) async throws -> [JSON] {
    let binding = try await json("show", name)["binding"]
    return [binding?["id"], binding?["stableKey"]].compactMap(\.self)
  }

  /// Gives a running program a command and waits for its answer.
  func tell(_ program: RunningProgram, _ command: String) async throws {
    let before = program.lines.count
    try program.type(command)
    try await eventually(
      "an answer to \(command)", seen: { program.summary }, { program.lines.count > before })
  }

  /// Attaches to a program, waiting until it can be found.
  func attach(_ program: RunningProgram) async throws {
    var last: ProgramRun?
    try await eventually("attaching to \(program.pid)", seen: { "\(last as Any)" }) {
      last = try await cli("attach", "\(program.pid)")
      return last?.status == 0
    }
  }

  /// How many bindings of a process have each colour, as `ps` tells.
  func counts(of pid: Int32) async throws -> Counts? {
    guard let row = try await processes().first(where: { $0["pid"]?.int == Int64(pid) }) else {
      return nil
    }
    guard let counts = row["counts"], counts != .null else { return nil }
    func number(_ name: String) -> UInt64 { UInt64(counts[name]?.int ?? 0) }
    return Counts(
      red: number("red"), yellow: number("yellow"), green: number("green"), grey: number("grey"))
  }

  /// The rows of `ps`.
  func processes() async throws -> [JSON] {
    try await json("ps")["processes"]?.elements ?? []
  }

  /// Waits until the counts of a process are these.
  func waitForCounts(_ wanted: Counts, of pid: Int32) async throws {
    var seen: Counts?
    try await eventually("\(wanted) of \(pid)", seen: { "\(seen as Any)" }) {
      seen = try await counts(of: pid)
      return seen == wanted
    }
  }
}

/// Runs a test in a folder of its own; what it started of the daemon is stopped afterwards.
func withStage(_ body: (Stage) async throws -> Void) async throws {
  try await withTemporaryFolder { folder in
    let stage = Stage(folder: folder)
    do {
      try await body(stage)
    } catch {
      _ = try? await stage.cli("stop")  // The test's own error is what matters.
      throw error
    }
    _ = try await stage.cli("stop")
  }
}

extension JSON {
  /// The elements of an array; nil where this is none.
  var elements: [JSON]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }
}
