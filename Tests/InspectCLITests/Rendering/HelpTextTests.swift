import Foundation
import InspectWire
import Testing

@testable import inspect_cli

@Suite struct `Help` {
  @Test func `lists the commands`() throws {
    let overview = HelpText(Samples.layout()).overview
    try Golden.expect(overview, is: "help.txt")
    let text = overview.map(\.plain).joined(separator: "\n")
    for word in CommandWord.allCases { #expect(text.contains("  \(word.rawValue)")) }
  }

  @Test(arguments: CommandWord.allCases)
  func `tells about every command`(word: CommandWord) throws {
    let entry = CommandTable.entry(of: word)
    try Golden.expect(HelpText(Samples.layout()).command(entry), is: "help-\(word.rawValue).txt")
  }

  @Test func `lists every exit status`() throws {
    try Golden.expect(HelpText(Samples.layout()).statuses, is: "help-statuses.txt")
  }

  @Test func `the manual has the same exit statuses`() throws {
    let manual = try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "docs/cli.md"),
      encoding: .utf8)
    for status in ExitStatus.allCases {
      #expect(manual.contains("| \(status.rawValue) | \(status.meaning) |"))
    }
  }

  @Test func `E5: has a page for every reason code`() {
    for entry in ReasonCatalogue.all {
      let lines = ReasonText(Samples.layout()).page(entry)
      #expect(lines.count > 5, "\(entry.code.rawValue)")
      for line in lines { #expect(line.width <= 110, "\(entry.code.rawValue): \(line.plain)") }
    }
  }

  @Test func `explains a reason code`() throws {
    let entry = try #require(ReasonCatalogue.entry(for: .transformerRequired))
    try Golden.expect(ReasonText(Samples.layout()).page(entry), is: "explain.txt")
  }

  @Test func `lists all reason codes`() throws {
    try Golden.expect(ReasonText(Samples.layout()).index, is: "explain-all.txt")
  }
}
