import Foundation
import InspectWire
import TestSupport
import Testing

/// The story of the hands-on: a list of employees with one broken binding, seen from outside.
@Suite(.oneAtATime) struct Story {
  @Test func `an idle program tells its true statuses at once`() async throws {
    try await withStage { stage in
      let program = try stage.start("Employees", "--still")
      defer { program.kill() }
      try await stage.attach(program)
      try await stage.waitForCounts(Self.selected, of: program.pid)
    }
  }

  @Test func `before an employee is chosen both wait for it and nothing is red`() async throws {
    try await withStage { stage in
      // The schedule begins after two seconds; the first look comes long before.
      let program = try stage.start("Employees", "--still")
      defer { program.kill() }
      try await stage.attach(program)
      let tree = try await stage.cli("tree", "Employees", "--ascii")
      #expect(tree.status == 0)
      let birthdate = try await stage.json("show", "birthdate")
      let history = try await stage.json("why", "birthdate")
      let wasRedFirst =
        birthdate["binding"]?["colour"]?.string == "red"
        && history["history"]?.elements?.first?["from"]?.string != "yellow"
      #expect(!wasRedFirst, "\(birthdate)")
    }
  }

  @Test func `the birthdate is red for want of a transformer, and a hint names the one`()
    async throws
  {
    try await withStage { stage in
      let program = try await Self.selected(on: stage)
      defer { program.kill() }
      let why = try await stage.json("why", "birthdate")
      let binding = why["binding"]
      let reason = binding?["status"]?["reasons"]?[0]
      #expect(binding?["colour"]?.string == "red")
      #expect(binding?["status"]?["step"]?.string == "compatibility")
      #expect(reason?["code"]?.string == "transformer-required")
      let sentence = reason?["sentence"]?.string ?? ""
      #expect(sentence.contains("Date") && sentence.contains("String"), "\(sentence)")
      let hint = reason?["hint"]?["sentence"]?.string ?? ""
      #expect(hint.contains("dateFormatter") && hint.contains("Employee"), "\(hint)")
    }
  }

  @Test func `why is one screen of 24 lines and 80 columns`() async throws {
    try await withStage { stage in
      let program = try await Self.selected(on: stage)
      defer { program.kill() }
      let why = try await stage.cli("why", "birthdate")
      #expect(why.status == 0)
      #expect(why.lines.count <= 24, "\(why.output)")
      for line in why.lines { #expect(columnWidth(of: line) <= 80, "\(line)") }
      for word in [
        "Date", "String", "dateFormatter", "since", "EmployeeList", "Trail", "Last write",
      ] {
        #expect(why.output.contains(word), "no \(word) in\n\(why.output)")
      }
    }
  }

  @Test func `a query narrows the check, its mistake is shown, and the cause is told`()
    async throws
  {
    try await withStage { stage in
      let program = try await Self.selected(on: stage)
      defer { program.kill() }
      let pid = "\(program.pid)"
      let sound = try await stage.cli("check", pid, "--query", "!name~birthdate")
      #expect(sound.status == 0, "\(sound)")
      let broken = try await stage.cli("check", pid, "--query", "status:red name~birth*")
      #expect(broken.status == 1, "\(broken)")
      let wrong = try await stage.cli("check", pid, "--query", "cart stauts:red")
      #expect(wrong.status == 64)
      #expect(wrong.errorOutput.hasSuffix("    cart stauts:red\n         ^\n"), "\(wrong)")
      let causes = try await stage.cli("causes", pid)
      #expect(causes.status == 1)
      #expect(causes.output.contains("One binding fails by itself."), "\(causes)")
    }
  }

  @Test func `the last write is the line of the assignment`() async throws {
    try await withStage { stage in
      let program = try await Self.selected(on: stage)
      defer { program.kill() }
      for (name, statement) in [
        ("birthdate", "list.employee = employee"), ("editor.name", "editor.employee = employee"),
      ] {
        let why = try await stage.cli("why", name)
        #expect(why.output.contains(try Self.place(of: statement)), "\(why)")
      }
    }
  }

  @Test func `E8: an assignment past a binding is told with both places`() async throws {
    try await withStage { stage in
      let program = try await Self.selected(on: stage)
      defer { program.kill() }
      try program.type("scribble Somebody")
      var why: ProgramRun?
      try await eventually("the label is overwritten", seen: { "\(why as Any)" }) {
        why = try await stage.cli("why", "employee.name")
        return why?.output.contains("overwritten") == true
      }
      let output = why?.output ?? ""
      #expect(output.contains(try Self.place(of: "list.nameLabel.text = text")), "\(output)")
      #expect(output.contains("Declared     Employees/EmployeeList.swift:"), "\(output)")
    }
  }

  /// The place of a statement in the example's sources, as it is shown.
  private static func place(of statement: String) throws -> String {
    let text = try String(
      contentsOfFile: #filePath.replacing(
        "Tests/FlowTests/StoryTests.swift", with: "Examples/Employees/Program.swift"),
      encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let index = try #require(lines.firstIndex { $0.contains(statement) })
    return "Program.swift:\(index + 1)"
  }

  @Test func `a check fails while something is red and passes when it is mended`() async throws {
    try await withStage { stage in
      let program = try await Self.selected(on: stage)
      defer { program.kill() }
      let failed = try await stage.cli("check", "\(program.pid)")
      #expect(failed.status == 1)
      #expect(failed.output.contains("birthdate"), "\(failed)")
    }
    try await withStage { stage in
      let program = try stage.start("Employees", "--still", "--mended")
      defer { program.kill() }
      try await stage.attach(program)
      try await eventually("the mended example is green") {
        let counts = try await stage.counts(of: program.pid)
        return counts?.red == 0 && counts?.yellow == 0 && (counts?.green ?? 0) > 0
      }
      let passed = try await stage.cli("check", "\(program.pid)")
      #expect(passed.status == 0, "\(passed)")
    }
  }

  @Test func `two observers see the same, and a third that joins late too`() async throws {
    try await withStage { stage in
      let program = try await Self.selected(on: stage)
      defer { program.kill() }
      async let one = stage.cli("tree", "Employees")
      async let two = stage.cli("tree", "Employees")
      let (first, second) = try await (one, two)
      let third = try await stage.cli("tree", "Employees")
      #expect(first.output == second.output)
      #expect(first.output == third.output)
      #expect(first.output.contains("birthdate"))
    }
  }

  @Test func `the tree follows the program`() async throws {
    try await withStage { stage in
      let program = try await Self.selected(on: stage)
      defer { program.kill() }
      let follower = try stage.start("inspect-cli", "tree", "--follow", "Employees")
      defer { follower.kill() }
      try await follower.waitForOutput("birthdate")
      let before = follower.output.count
      try program.type("clear")
      try await eventually("the follower tells of the change", seen: { follower.summary }) {
        follower.output.count > before
      }
      try await stage.waitForCounts(Counts(yellow: Self.selected.live), of: program.pid)
    }
  }

  @Test func `an empty name is refused as an event and the colour stays`() async throws {
    try await withStage { stage in
      let program = try await Self.selected(on: stage)
      defer { program.kill() }
      let before = try await stage.counts(of: program.pid)
      try program.type("name")
      try program.type("save")
      var history = ""
      try await eventually("the event is told", seen: { history + program.summary }) {
        history = try await stage.cli("why", "editor").output
        let text = try await stage.cli("why", "editor", "--json").output
        return text.contains("validation-failed")
      }
      #expect(try await stage.counts(of: program.pid) == before)
    }
  }

  // MARK: The example at rest

  /// Once an employee is chosen: everything works but the birthdate.
  static let selected = Counts(red: 1, green: 2)

  static func selected(on stage: Stage) async throws -> RunningProgram {
    let program = try stage.start("Employees", "--still")
    do {
      try await stage.attach(program)
      try await stage.waitForCounts(selected, of: program.pid)
    } catch {
      program.kill()
      throw error
    }
    return program
  }
}
