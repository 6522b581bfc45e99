import TestSupport
import Testing

/// Programs of other versions, attached to by the built daemon through the built tool.
@Suite struct VersionRunTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let range: [String]
    let status: Int32
    let says: String
    var testDescription: String { range.joined(separator: " to ") }
  }

  @Test(arguments: [
    Case(range: ["1", "2"], status: 0, says: "Attached to employees.py"),
    Case(range: ["0", "1"], status: 0, says: "Attached to employees.py"),
    Case(
      range: ["2", "3"], status: 6,
      says: "The daemon is too old: install one that speaks protocol 2"),
    Case(range: ["0", "0"], status: 6, says: "The other side is too old: update the library"),
  ])
  func `J1: a program of another version works, or the side that is old is named`(
    _ example: Case
  ) async throws {
    let python = try Project.python()
    try await withTemporaryFolder { folder in
      let environment = ["BINDINSPECT_FOLDER": folder.path, "LANG": "C.UTF-8"]
      try await withProgram(
        python, ["-B", Project.path("Tests/Fixtures/reporters/of_versions.py")] + example.range,
        environment: environment
      ) { _ in
        try await eventually("its file", seen: { (try? folder.names()) ?? [] }) {
          try folder.names().contains { $0.hasSuffix(".json") }
        }
        let run = try await runProgram(
          "inspect-cli", ["attach", "employees"], environment: environment)
        #expect(run.status == example.status, "\(run)")
        #expect((run.output + run.errorOutput).contains(example.says), "\(run)")
        _ = try await runProgram("inspect-cli", ["stop"], environment: environment)
      }
    }
  }
}
