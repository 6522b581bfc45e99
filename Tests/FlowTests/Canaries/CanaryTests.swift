import InspectSystem
import TestSupport
import Testing

/// T9, S3: secrets stay in the program that holds them, whatever is asked and wherever one looks.
@Suite(.oneAtATime) struct Canaries {
  @Test func `S3: none of thirteen secrets is found outside of its program`() async throws {
    var hunt = CanaryHunt()
    try await hunt.run("named")
    #expect(hunt.finds.artefacts.isEmpty, "\(hunt.finds)")
    #expect(hunt.artefacts.count > 80)
  }

  // What is no use without: the same search, where no rule applies.
  @Test func `the search finds what is not kept back, in each kind of output`() async throws {
    var hunt = CanaryHunt()
    try await hunt.run("plain")
    let finds = hunt.finds
    // The program never tells its environment and arguments.
    #expect(finds.places == Set(Canary.places.dropLast(2)), "\(finds)")
    for kind in ["frames", "memory", "show", "why", "following", "tree"] {
      #expect(finds.isAny(in: kind), "nothing in \(kind):\n\(finds)")
    }
  }

  @Test func `every command is asked`() async throws {
    let help = try await runProgram("inspect-cli", ["help"])
    let asked = Set((CanaryHunt.commands + CanaryHunt.others).compactMap(\.first))
    let known = help.lines.filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
      .compactMap { $0.split(separator: " ").first.map(String.init) }
      .filter { $0.allSatisfy { $0.isLetter } }
    // Conformance takes half a minute: `ConformanceRunTests` looks for them.
    #expect(Set(known).subtracting(asked) == ["conformance"], "\(help.output)")
  }
}
