import Foundation
import InspectSystem
import TestSupport
import Testing

/// What judges the others is judged itself.
@Suite struct `Test support` {
  @Test func `a condition that never holds fails with what was seen`() async {
    let error = await #expect(throws: WaitFailure.self) {
      try await eventually("pigs fly", within: .milliseconds(20), seen: { "pigs on the ground" }) {
        false
      }
    }
    #expect(error?.description.contains("pigs fly") == true)
    #expect(error?.description.contains("pigs on the ground") == true)
  }

  @Test func `a condition is asked again and again until it holds`() async throws {
    var count = 0
    try await eventually("three", seen: { count }) {
      count += 1
      return count == 3
    }
    #expect(count == 3)
  }

  @Test func `a temporary folder is the owner's alone and goes away with all in it`() throws {
    var path = ""
    try withTemporaryFolder { folder in
      path = folder.path
      try folder.runtime.verify()
      try folder.makeFolder("inner")
      try folder.write("inner/file", "x")
      #expect(path.utf8.count < 20)
    }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `a temporary folder goes away also when the body throws`() throws {
    var path = ""
    #expect(throws: WaitFailure.self) {
      try withTemporaryFolder { folder in
        path = folder.path
        throw WaitFailure("on purpose")
      }
    }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `a program's streams and status are told`() async throws {
    let run = try await runProgram("/bin/sh", ["-c", "echo out; echo err >&2; exit 3"])
    #expect(run == ProgramRun(status: 3, output: "out\n", errorOutput: "err\n"))
    #expect(run.lines == ["out"])
  }

  @Test func `a program gets the lines that are typed and then the end`() async throws {
    let run = try await runProgram("/bin/cat", input: ["a", "b"])
    #expect(run.output == "a\nb\n")
  }

  @Test func `a program inherits nothing but what is named`() async throws {
    let run = try await runProgram("/usr/bin/env", environment: ["OWN": "1"])
    #expect(run.lines.contains("OWN=1"))
    #expect(run.lines.contains { $0.hasPrefix("PATH=") })
    #expect(!run.lines.contains { $0.hasPrefix("BINDINSPECT") })
    #expect(run.lines.count <= 7)
  }

  @Test func `a program that runs on is ended and buried`() async throws {
    var pid: Int32 = 0
    try await withProgram("/bin/sleep", ["1000"]) { program in
      pid = program.pid
      #expect(program.exitStatus == nil)
    }
    #expect(ProcessTable.entry(of: pid) == nil)
  }

  @Test func `a program is asked to end and says how it did`() async throws {
    let script = "trap 'echo bye; exit 5' TERM; echo ready; while :; do sleep 0.01; done"
    try await withProgram("/bin/sh", ["-c", script]) { program in
      try await program.waitForOutput("ready")
      #expect(try await program.terminate() == 5)
      #expect(program.lines == ["ready", "bye"])
    }
  }

  @Test func `what does not come is told with all that did`() async throws {
    try await withProgram("/bin/sh", ["-c", "echo this; echo that >&2; sleep 1000"]) { program in
      try await program.waitForOutput("this")
      try await program.waitForError("that")
      let error = await #expect(throws: WaitFailure.self) {
        try await program.waitForOutput("other", within: .milliseconds(20))
      }
      #expect(error?.description.contains("this") == true)
      #expect(error?.description.contains("that") == true)
    }
  }

  @Test func `a broken pipe ends a program that minds`() async throws {
    let run = try await runProgram("/usr/bin/yes", output: .brokenPipe)
    #expect(run.status == 128 + SIGPIPE)
  }

  @Test func `a closed stream is closed`() async throws {
    let run = try await runProgram("/bin/sh", ["-c", "echo x || exit 9"], output: .closed)
    #expect(run.status == 9)
  }

  @Test func `a program of the package is found in the folder of its build`() throws {
    #expect(try BuiltProgram.path("inspectord").hasSuffix("/inspectord"))
    #expect(throws: WaitFailure.self) { try BuiltProgram.path("no-such-program") }
  }
}
