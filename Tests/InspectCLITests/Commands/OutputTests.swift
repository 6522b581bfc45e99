import Foundation
import InspectWire
import TestSupport
import Testing

@testable import inspect_cli

@Suite struct `Output` {
  /// Names that attack terminals, in every field that a program can fill.
  static let hostile: World = {
    var process = Samples.process(Samples.hostile)
    process.facts.host = Samples.hostile
    var binding = Samples.binding(name: Samples.hostile)
    binding.source.owner = Samples.hostile
    binding.place = .source(file: Samples.hostile, line: 3)
    var status = Samples.red
    status.reasons[0] = Reason(
      ReasonCode(Samples.hostile), [Parameter(Samples.hostile, Samples.hostile)],
      trail: [Candidate(Samples.hostile, Samples.hostile)],
      hint: Hint(HintCode(Samples.hostile), [Parameter("x", Samples.hostile)]))
    status.lastWrite = WriteFact(
      place: .unknown(why: Samples.hostile), thread: Samples.hostile)
    status.lastGood = .string(Samples.hostile, byteCount: Samples.hostile.utf8.count)
    var scope = Samples.scopes[1]
    scope.name = Samples.hostile
    let model = Samples.model([
      .scope(scope), .node(Samples.node(name: Samples.hostile)), .binding(binding),
      .status(status),
    ])
    process.counts = model.counts
    return World(processes: [(process, model)])
  }()

  static let commands = ["ps", "tree", "why 2", "show 2", "check", "tree --all --worst-first"]

  @Test(arguments: commands + commands.map { $0 + " --json" })
  func `holds no byte that a terminal would obey`(line: String) async throws {
    try await withDaemon(Self.hostile) { folder, _ in
      let run = try await cli(line, in: folder)
      #expect(run.status == (line.hasPrefix("check") ? 1 : 0), "\(run.errorOutput)")
      #expect(!run.output.isEmpty)
      let bad = run.output.unicodeScalars.filter { scalar in
        scalar.value < 0x20 && scalar != "\n" || 0x7F...0x9F ~= scalar.value
      }
      #expect(bad.isEmpty, "\(bad.map { String($0.value, radix: 16) })")
    }
  }

  @Test(arguments: ["ps", "tree", "why 2", "show 2", "check", "status", "doctor", "explain"])
  func `is valid JSON where asked`(line: String) async throws {
    try await withDaemon(Self.hostile) { folder, _ in
      let run = try await cli(line + " --json", in: folder)
      let value = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
      #expect(value is [String: Any])
    }
  }

  @Test(arguments: ["ps", "tree", "why birthdate", "show birthdate", "help", "explain"])
  func `ends well when its reader has seen enough`(line: String) async throws {
    try await withDaemon { folder, _ in
      let run = try await cli(line, in: folder, output: .brokenPipe)
      #expect(run.status == 0)
      #expect(run.errorOutput == "")
    }
  }

  @Test func `lets a check fail also when nobody reads it`() async throws {
    try await withDaemon { folder, _ in
      let run = try await cli("check", in: folder, output: .brokenPipe)
      #expect(run.status == 1)
    }
  }

  @Test(arguments: [StreamTarget.file("/dev/full"), .closed])
  func `that cannot be written is told`(target: StreamTarget) async throws {
    try await withDaemon { folder, _ in
      let run = try await cli("tree", in: folder, output: target)
      #expect(run.status == 73)
      #expect(run.errorOutput.hasPrefix("inspect-cli: The output cannot be written"))
    }
  }

  @Test(arguments: [["LANG": "C"], ["LC_ALL": "POSIX"], ["LANG": "de_DE.ISO-8859-1"]])
  func `is ASCII in a locale that knows nothing else`(variables: [String: String]) async throws {
    try await withDaemon { folder, _ in
      let run = try await cli("tree", in: folder, environment: variables)
      #expect(run.output.utf8.allSatisfy { $0 < 0x80 })
      #expect(run.output.contains("x employee.birthdate -> birthdateLabel.text"))
    }
  }

  @Test func `H5: keeps to the columns that it is told`() async throws {
    try await withDaemon(Self.hostile) { folder, _ in
      let run = try await cli("tree", in: folder, environment: ["COLUMNS": "60"])
      for line in run.lines { #expect(columnWidth(of: line) <= 60, "\(line)") }
    }
  }

  @Test func `has no colours in a pipe`() async throws {
    try await withDaemon { folder, _ in
      let run = try await cli("tree", in: folder, environment: ["TERM": "xterm-256color"])
      #expect(!run.output.contains("\u{1b}"))
    }
  }
}
