import TestSupport
import Testing

@testable import inspect_cli

@Suite struct Completions {
  struct Row: CustomTestStringConvertible, Sendable {
    let line: String
    let expected: [String]
    var testDescription: String { line }
  }

  /// Written as it is typed: what stands behind the last space is to be completed.
  @Test(arguments: [
    Row(line: "at", expected: ["attach"]),
    Row(line: "st", expected: ["start", "stop", "status"]),
    Row(line: "--asc", expected: ["--ascii"]),
    Row(line: "attach ", expected: ["shop", "4711"]),
    Row(line: "attach sh", expected: ["shop"]),
    Row(line: "attach shop ", expected: []),
    Row(line: "tree --fol", expected: ["--follow", "--folder"]),
    Row(line: "tree --process ", expected: ["shop", "4711"]),
    Row(line: "--folder /tmp tree 47", expected: ["4711"]),
    Row(line: "why cart", expected: ["cart.total"]),
    Row(line: "explain over", expected: ["overwritten"]),
    Row(line: "help stat", expected: ["status", "statuses"]),
    Row(line: "completions ", expected: ["bash", "zsh", "fish"]),
    Row(line: "tree --query ", expected: []),
    Row(line: "nothing ", expected: []),
  ])
  func `what may come next is offered`(_ row: Row) {
    let completion = Completion(
      processes: { ["shop", "4711", "$(reboot)", "a b", "x\u{1b}[31m", "`id`", ";ls"] },
      bindings: { _ in ["cart.total", "cart.$(id)", "other"] })
    let words = row.line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    let found = completion.candidates(for: words)
    #expect(found == row.expected)
  }

  @Test(arguments: CompletionScript.allCases)
  func `each shell that is installed reads its script`(_ script: CompletionScript) async throws {
    try await withTemporaryFolder { folder in
      try folder.write("script", script.text + "\n")
      let shell = "/usr/bin/\(script.rawValue)"
      guard try await runProgram("/usr/bin/test", ["-x", shell]).status == 0 else { return }
      let run = try await runProgram(shell, ["-n", folder.path("script")])
      #expect(run.status == 0, "\(run)")
    }
  }

  @Test func `bash completes a command by asking the program`() async throws {
    try await withTemporaryFolder { folder in
      let program = try BuiltProgram.path("inspect-cli")
      let lines = """
        PATH=$(dirname '\(program)'):$PATH
        source <(inspect-cli completions bash)
        COMP_WORDS=(inspect-cli exp); COMP_CWORD=1; _inspect_cli; echo "${COMPREPLY[*]}"
        COMP_WORDS=(inspect-cli explain trans); COMP_CWORD=2; _inspect_cli; echo "${#COMPREPLY[@]}"
        COMP_WORDS=(inspect-cli attach ''); COMP_CWORD=2; _inspect_cli; echo "[${COMPREPLY[*]}]"
        """
      let run = try await runProgram(
        "/bin/bash", ["-c", lines], environment: ["BINDINSPECT_FOLDER": folder.path])
      #expect(run.lines.first == "explain", "\(run)")
      #expect(run.lines.dropFirst().first.flatMap { Int($0) } ?? 0 > 5, "\(run)")
      #expect(run.lines.last == "[]", "\(run)")
    }
  }

  @Test func `a shell that is not known is a mistake`() async throws {
    try await withTemporaryFolder { folder in
      let run = try await cli("completions bsh", in: folder)
      #expect(run.status == 64 && run.errorOutput.contains("bash"), "\(run)")
    }
  }
}
