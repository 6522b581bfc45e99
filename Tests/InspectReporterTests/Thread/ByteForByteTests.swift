import Foundation
import InspectSystem
import TestSupport
import Testing

/// F20: under each condition a program prints the same bytes and ends in the same way, whether it
/// can be inspected or inspection is switched off.
@Suite(.serialized) struct ByteForByte {
  struct Condition: CustomTestStringConvertible, Sendable {
    let name: String
    /// What a shell does before the program takes its place.
    var before = ""
    var telling = "tale"
    var streams: (output: StreamTarget, error: StreamTarget) = (.captured, .captured)
    var environment: [String: String] = [:]
    /// How it ends without us.
    var status: Int32 = 7
    /// Whether it can be found by others, in the folder of the test.
    var isFound = true
    var testDescription: String { name }
  }

  static let conditions = [
    Condition(name: "nothing special"),
    Condition(
      name: "nobody reads its output, and SIGPIPE is as it was", streams: (.brokenPipe, .captured),
      status: 128 + SIGPIPE),
    Condition(
      name: "nobody reads its errors, and SIGPIPE is as it was", streams: (.captured, .brokenPipe),
      status: 128 + SIGPIPE),
    Condition(
      name: "SIGPIPE is ignored", before: "trap '' PIPE", streams: (.brokenPipe, .captured)),
    Condition(name: "no input", before: "exec <&-"),
    Condition(name: "no output", before: "exec >&-"),
    Condition(name: "no errors", before: "exec 2>&-"),
    Condition(name: "no streams at all", before: "exec <&- >&- 2>&-"),
    Condition(name: "an open mask", before: "umask 0"),
    Condition(name: "a closed mask", before: "umask 777"),
    Condition(name: "eight descriptors", before: "ulimit -n 8"),
    Condition(name: "four descriptors", before: "ulimit -n 4", isFound: false),
    Condition(name: "files of no size", before: "ulimit -f 0", isFound: false),
    Condition(name: "4 GiB of space", before: "ulimit -v 4194304"),
    Condition(name: "small stacks", before: "ulimit -s 256"),
    Condition(name: "no sockets", telling: "tale-without-sockets", isFound: false),
    Condition(name: "a huge environment", environment: huge),
    Condition(
      name: "a folder that is none", environment: ["BINDINSPECT_FOLDER": "/dev/null/x"],
      isFound: false),
    Condition(
      name: "a folder of 4,000 bytes",
      environment: ["BINDINSPECT_FOLDER": "/tmp" + String(repeating: "/x", count: 2_000)],
      isFound: false),
    Condition(name: "a folder that is gone", before: "cd \"$(mktemp -d)\" && rmdir \"$PWD\""),
  ]

  private static let huge = Dictionary(
    uniqueKeysWithValues: (0..<150).map { ("HUGE_\($0)", String(repeating: "x", count: 10_000)) })

  // Descriptors that the tests' process has not kept to itself would come and go.
  private static let alone = "for n in {3..63}; do eval \"exec $n>&-\"; done; "

  private func run(
    _ condition: Condition, mode: String, _ folder: TestSupport.TemporaryFolder
  ) async throws -> (run: ProgramRun, wasFound: Bool) {
    let program = try BuiltProgram.path("InspectedProgram")
    let before = Self.alone + (condition.before.isEmpty ? "" : condition.before + "; ")
    var environment = ["BINDINSPECT_FOLDER": folder.path, "BINDINSPECT": mode]
    environment.merge(condition.environment) { $1 }
    return try await withProgram(
      "/bin/bash",
      ["-c", "\(before)exec '\(program)' \(condition.telling) '\(folder.path(".report"))'"],
      environment: environment, output: condition.streams.output, error: condition.streams.error
    ) { program in
      var wasFound = false
      var isAnswered = false
      // A line, not only the end: a child that another test has just forked may hold the pipe open too.
      func answer() {
        if !isAnswered { try? program.type("") }
        isAnswered = true
        program.closeInput()
      }
      let start = ContinuousClock.now
      while program.exitStatus == nil, ContinuousClock.now - start < generously {
        let names = (try? folder.names()) ?? []
        wasFound = wasFound || names.contains { $0.hasSuffix(".json") }
        // It waits for a line after all that is of interest.
        let isLate = ContinuousClock.now - start > .seconds(1)
        if isLate || wasFound || program.output.contains("child ended") { answer() }
        try await Task.sleep(for: .milliseconds(5))
      }
      // Where the machine is so busy that the loop came to nothing.
      answer()
      let status = try await program.waitForExit()
      return (
        ProgramRun(
          status: status, output: program.output, errorOutput: program.errorOutput), wasFound
      )
    }
  }

  @Test(arguments: conditions)
  func `F20: it is the same byte for byte`(_ condition: Condition) async throws {
    try await withTemporaryFolder { folder in
      let plain = try await run(condition, mode: "none", folder)
      #expect(plain.run.status == condition.status, "\(plain)")
      #expect(!plain.wasFound)
      for mode in ["off", "armed"] {
        let inspected = try await run(condition, mode: mode, folder)
        #expect(inspected.run == plain.run, "\(mode)")
        if condition.status == 7 {
          #expect(inspected.wasFound == condition.isFound, "\(mode): \(inspected)")
        }
      }
    }
  }

  @Test(.enabled(if: geteuid() == 0, "only root can change the root"), arguments: [true, false])
  func `F20: in a root of its own it is the same byte for byte`(_ hasProcesses: Bool) async throws {
    try await withTemporaryFolder { folder in
      let program = try BuiltProgram.path("InspectedProgram")
      let root = try folder.makeFolder("root")
      let script =
        Self.alone + OwnRoot.script(skipping: hasProcesses ? [] : ["proc"])
        + "exec chroot . \"$0\" tale /report"
      var runs: [ProgramRun] = []
      for mode in ["none", "off", "armed"] {
        runs.append(
          try await runProgram(
            "/usr/bin/unshare", ["--mount", "/bin/bash", "-c", script, program, root],
            environment: ["BINDINSPECT": mode, "TELL_A_TALE": "1"]))
      }
      #expect(runs[0].status == 7, "\(runs[0])")
      #expect(runs[1] == runs[0])
      #expect(runs[2] == runs[0])
    }
  }
}
