import InspectWire
import TestSupport
import Testing

@testable import inspect_cli

/// Whole runs of `inspect-cli conformance` against reporters of both languages, right and wrong.
@Suite struct ConformanceRunTests {
  /// What came of a run, by rule.
  private struct Run {
    var status: Int32
    var outcomes: [String: String] = [:]
    var text: String

    func rules(_ outcome: String) -> [String] {
      outcomes.filter { $0.value == outcome }.map(\.key).sorted()
    }
  }

  private func run(_ words: [String]) async throws -> Run {
    let run = try await runProgram(
      "inspect-cli", ["conformance", "--json", "--"] + words, within: .seconds(150))
    var found = Run(status: run.status, text: run.output + run.errorOutput)
    let report = try JSON.parse(Array(run.output.utf8))
    for rule in report["rules"]?.array ?? [] {
      found.outcomes[rule["rule"]?.string ?? ""] = rule["outcome"]?.string
    }
    return found
  }

  @Test func `the reporter in Python keeps every rule`() async throws {
    let run = try await run([
      try Project.python(), Project.path("Examples/PythonReporter/employees.py"),
    ])
    #expect(run.rules("pass").count == RuleID.allCases.count, "\(run.text)")
    #expect(run.status == 0)
  }

  @Test(arguments: [["Workload", "--bindings", "300"], ["Employees"]])
  func `our own reporter keeps every rule`(words: [String]) async throws {
    let run = try await run([BuiltProgram.path(words[0])] + words.dropFirst())
    #expect(run.rules("fail") == [], "\(run.text)")
    #expect(run.rules("pass").count >= 27, "\(run.text)")
    #expect(run.status == 0)
  }

  @Test(arguments: [
    ("counts_from_zero", RuleID.numbersConsecutive), ("ignores_credit", .creditHeeded),
    ("answers_answers", .answersUnanswered),
  ])
  func `a wrong reporter breaks the rule that it breaks`(name: String, rule: RuleID) async throws {
    let run = try await run([
      try Project.python(), Project.path("Tests/Fixtures/reporters/\(name).py"),
    ])
    #expect(run.rules("fail") == [rule.rawValue], "\(run.text)")
    #expect(run.status == 1)
  }

  @Test func `S3: what is said of a reporter has none of its secrets`() async throws {
    let canaries = Canary.all()
    try await withTemporaryFolder { folder in
      let file = try folder.write("secrets", canaries.map(\.text).joined(separator: "\n") + "\n")
      for form in [["--json"]] {
        let run = try await runProgram(
          "inspect-cli",
          ["conformance"] + form + ["--", BuiltProgram.path("Canaries"), "named", file],
          within: .seconds(150))
        let finds = Finds(of: canaries, in: [Artefact("conformance", run.output + run.errorOutput)])
        #expect(finds.artefacts.isEmpty, "\(finds)")
        #expect(run.output.contains("secrets-kept"), "\(run)")
      }
    }
  }

  @Test func `a reporter that listens is dialled`() async throws {
    try await withTemporaryFolder { folder in
      try await withProgram(
        "Workload", ["--bindings", "20"], environment: ["BINDINSPECT_FOLDER": folder.path]
      ) { program in
        try await program.waitForOutput("ready")
        let name = try await socketName(in: folder)
        let run = try await run(["unix:\(folder.path(name))"])
        #expect(run.rules("fail") == [], "\(run.text)")
        #expect(run.rules("pass").count >= 22, "\(run.text)")
        #expect(run.status == 0)
      }
    }
  }

  private func socketName(in folder: TemporaryFolder) async throws -> String {
    var found: String?
    try await eventually("a socket", seen: { (try? folder.names()) ?? [] }) {
      // The folder comes with the reporter's thread, and what it tells of itself once it listens.
      let names = (try? folder.names()) ?? []
      guard names.contains(where: { $0.hasSuffix(".json") }) else { return false }
      found = names.first { $0.hasSuffix(".sock") }
      return found != nil
    }
    return found ?? ""
  }

  @Test(
    arguments: [
      (["/bin/false"], 4), (["unix:/nowhere/at.sock"], 6), (["ws://example.test:1"], 64), ([], 64),
      (["unix:/a.sock", "more"], 64),
    ] as [([String], Int32)])
  func `where there is nothing to judge, the status says why`(
    words: [String], status: Int32
  ) async throws {
    let run = try await runProgram(
      "inspect-cli", ["conformance"] + words, within: .seconds(150))
    #expect(run.status == status, "\(run.errorOutput)")
    #expect(run.output == "")
  }
}
