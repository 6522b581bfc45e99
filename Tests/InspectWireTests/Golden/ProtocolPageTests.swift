internal import Foundation
internal import InspectWire
internal import Testing

/// The normative page is held to the code and to the golden frames.
@Suite struct ProtocolPageTests {
  private func lines() throws -> [Substring] {
    try String(contentsOf: Fixtures.root.appending(path: "docs/protocol.md"), encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
  }

  @Test func `every example is a golden frame`() throws {
    var golden: Set<String> = []
    for name in GoldenFrameTests.names {
      let file = Fixtures.frames.appending(path: "\(name).jsonl")
      let frames = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      golden.formUnion(frames.map(String.init))
    }
    let examples = try lines().filter { $0.hasPrefix("{\"m\"") }
    #expect(examples.count > 10)
    for example in examples { #expect(golden.contains(String(example))) }
  }

  @Test func `every limit is told with its value`() throws {
    let rows = try lines().filter { $0.hasPrefix("| `") }
    for limit in Limits.told {
      #expect(
        rows.contains { $0.hasPrefix("| `\(limit.name)` | \(limit.value) |") }, "\(limit.name)")
    }
  }

  @Test func `every column is named`() throws {
    let text = try lines().joined(separator: "\n")
    for frame in ["scope", "node", "binding", "status", "edges", "ended"] {
      let file = Fixtures.frames.appending(path: "\(frame).jsonl")
      let first = try #require(
        try String(contentsOf: file, encoding: .utf8).split(separator: "\n").first)
      for column in try JSON.parse(Array(first.utf8))["names"]?.array ?? [] {
        #expect(text.contains("`\(column.string ?? "")`"), "\(column.text)")
      }
    }
  }

  @Test func `every failure code and mark is explained`() throws {
    let text = try lines().joined(separator: "\n")
    let codes: [FailureCode] = [
      .versionMismatch, .notAllowed, .instanceTaken, .tooMany, .badMessage, .unknownKind, .tooLarge,
      .unsupported, .noSuchProcess, .notInspectable, .notPermitted, .switchedOff, .notResponding,
      .refused, .ambiguous, .noSuchBinding, .forgotten, .badQuery,
    ]
    for code in codes { #expect(text.contains("`\(code.rawValue)`"), "\(code.rawValue)") }
    for (mark, name) in Marks.named { #expect(text.contains("\(mark.rawValue) \(name)")) }
    for code in [
      WireClose.goingAway, WireClose.ruleBroken, WireClose.tooLarge, WireClose.ownFault,
      WireClose.stalled, WireClose.replaced, WireClose.detached,
    ] {
      #expect(text.contains("\n| \(code) |"), "\(code)")
    }
  }

  @Test func `a close reason fits into a close frame`() {
    let reason = WireClose.reason(String(repeating: "é\u{1b}", count: 200))
    #expect(reason.utf8.count <= 123)
    #expect(!reason.unicodeScalars.contains("\u{1b}"))
  }
}
