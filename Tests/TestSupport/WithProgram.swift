/// Runs the body with a started program of this package, which is ended and buried afterwards.
///
/// It inherits `PATH` and a few more variables, no others: whatever is to be set is named here.
///
/// - Parameters:
///   - name: Name of the program's target, or the absolute path of any program.
///   - environment: Variables to set besides.
package func withProgram<Result>(
  _ name: String, _ arguments: [String] = [], environment: [String: String] = [:],
  output: StreamTarget = .captured, error: StreamTarget = .captured,
  isolation: isolated (any Actor)? = #isolation,
  _ body: (RunningProgram) async throws -> Result
) async throws -> Result {
  let program = try startProgram(
    name, arguments, environment: environment, output: output, error: error)
  defer { program.kill() }
  return try await body(program)
}

/// Starts a program like `withProgram`; whoever calls must `kill` it in any case.
package func startProgram(
  _ name: String, _ arguments: [String] = [], environment: [String: String] = [:],
  output: StreamTarget = .captured, error: StreamTarget = .captured
) throws -> RunningProgram {
  try RunningProgram(
    name.hasPrefix("/") ? name : BuiltProgram.path(name), arguments, environment: environment,
    output: output, error: error)
}

/// What a program came to that ran to its end.
package struct ProgramRun: Hashable, Sendable {
  package let status: Int32
  package let output: String
  package let errorOutput: String

  /// Takes the parts as they are.
  package init(status: Int32, output: String, errorOutput: String) {
    self.status = status
    self.output = output
    self.errorOutput = errorOutput
  }

  /// The output's lines, without their ends.
  package var lines: [String] {
    var lines = output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}

/// Runs a program to its end, its input being empty or the given text.
package func runProgram(
  _ name: String, _ arguments: [String] = [], environment: [String: String] = [:],
  input: [String] = [], output: StreamTarget = .captured, error: StreamTarget = .captured,
  within limit: Duration = generously, isolation: isolated (any Actor)? = #isolation
) async throws -> ProgramRun {
  try await withProgram(
    name, arguments, environment: environment, output: output, error: error
  ) { program in
    for line in input { try program.type(line) }
    program.closeInput()
    let status = try await program.waitForExit(within: limit)
    return ProgramRun(
      status: status, output: program.output, errorOutput: program.errorOutput)
  }
}
