import Testing

@testable import InspectReporter

@Suite struct Bounds {
  @Test(arguments: [0, 1, 1_023, 1_024, 1_025, 5_000])
  func `a name is cut between two characters`(_ count: Int) {
    for character in ["a", "é", "漢", "👩🏽"] {
      let name = Bounded.name(String(repeating: character, count: count))
      #expect(name.utf8.count <= 1_024)
      #expect(!name.unicodeScalars.contains("\u{fffd}"))
      #expect((name.last == "…") == (count * character.utf8.count > 1_024))
    }
  }

  @Test func `a long trail loses its middle`() {
    let trail = (0..<100).map { Candidate("c\($0)", "no such key") }
    let bounded = Bounded.reason(Reason(.ownerNotFound, trail: trail)).trail
    #expect(bounded.count == 32)
    #expect(bounded.first?.name == "c0")
    #expect(bounded.last?.name == "c99")
    #expect(bounded.contains { $0.verdict == "69 more, not shown" })
  }

  @Test func `reasons beyond a message's room are dropped, never the first`() {
    let long = String(repeating: "x", count: 2_000)
    let parameters = (0..<40).map { Parameter("p\($0)", long) }
    let verdict = Bounded.verdict(
      Verdict(
        .red, step: .owner,
        reasons: (0..<40).map { _ in
          Reason(
            .ownerNotFound, parameters, trail: (0..<40).map { _ in Candidate(long, long) },
            hint: Hint(HintCode("h"), parameters))
        }))
    #expect(!verdict.reasons.isEmpty)
    #expect(verdict.reasons.reduce(0) { $0 + $1.estimatedBytes } <= ReporterLimits.reasonBytes)
  }

  @Test func `a value that is too large is said to be`() {
    let verdict = Bounded.verdict(
      Verdict(.red, lastGood: .string(String(repeating: "x", count: 100_000), byteCount: 100_000)))
    #expect(verdict.lastGood == .error(type: "", text: "too large to be shown"))
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `a frame that cannot travel is none`(_ number: Double) {
    #expect(Bounded.frame(Frame(x: 0, y: number, width: 1, height: 1)) == nil)
  }
}
