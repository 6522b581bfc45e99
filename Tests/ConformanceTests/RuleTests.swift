import Foundation
import Testing

@testable import inspect_cli

@Suite struct RuleTests {
  @Test func `every rule stands in the table once, in the order of its name`() {
    #expect(ConformanceRule.all.map(\.id) == RuleID.allCases)
  }

  @Test func `the page for authors of runtimes lists the rules of the table and no others`() throws
  {
    let listed = try Project.text("docs/other-runtimes.md").split(separator: "\n")
      .drop { !$0.hasPrefix("| rule | section |") }.filter { $0.hasPrefix("| `") }
      .compactMap { $0.split(separator: "`").dropFirst().first.map(String.init) }
    #expect(listed == RuleID.allCases.map(\.rawValue))
  }

  @Test func `every section that a rule names is one`() throws {
    let headings = try Project.text("docs/protocol.md").split(separator: "\n")
      .filter { $0.hasPrefix("#") }.compactMap { $0.split(separator: " ").dropFirst().first }
    for rule in ConformanceRule.all where !rule.section.hasSuffix(".md") {
      #expect(headings.contains(Substring(rule.section)), "\(rule.id)")
    }
  }
}
