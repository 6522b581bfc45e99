import InspectLink
import InspectSystem
import InspectWire
import TestSupport

@testable import inspect_cli

/// Runs the built `inspect-cli` in a folder, to its end.
func cli(
  _ line: String, in folder: TemporaryFolder, environment: [String: String] = [:],
  output: StreamTarget = .captured
) async throws -> ProgramRun {
  try await runProgram(
    "inspect-cli", line.split(separator: " ").map(String.init),
    environment: settings(folder).merging(environment) { $1 }, output: output)
}

/// Variables by which every run of the program looks the same.
func settings(_ folder: TemporaryFolder) -> [String: String] {
  ["BINDINSPECT_FOLDER": folder.path, "LANG": "C.UTF-8", "TZ": "UTC", "TERM": "xterm"]
}

/// Runs the body beside a fake daemon.
func withDaemon<Result>(
  _ world: World = .employees,
  script: @escaping @Sendable (Message) -> FakeDaemon.Act? = { _ in nil },
  isolation: isolated (any Actor)? = #isolation,
  _ body: (TemporaryFolder, FakeDaemon) async throws -> Result
) async throws -> Result {
  try await withTemporaryFolder { folder in
    let daemon = try await FakeDaemon(in: folder.runtime, world: world, script: script)
    do {
      let result = try await body(folder, daemon)
      try await daemon.stop()
      return result
    } catch {
      try await daemon.stop()
      throw error
    }
  }
}

/// Advertises the tests' own process as one that can be inspected, under a name.
func advertise(_ name: String, in folder: TemporaryFolder) throws -> Advertiser {
  let own = ProcessTable.entry(of: Environment.ownPID)
  var facts = Samples.facts(name, pid: Environment.ownPID)
  facts.startTime = own?.startTime ?? 0
  return try Advertiser(facts, implementation: "tests 1", in: folder.runtime)
}
