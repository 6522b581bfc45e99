import InspectWire
import Testing

@testable import inspect_cli

@Suite struct `Why` {
  private func lines(_ explanation: Explanation, ascii: Bool = false) -> [Line] {
    WhyText(Samples.text(explanation, Samples.layout(ascii: ascii))).lines
  }

  @Test func `tells a broken binding on one screen`() throws {
    try Golden.expect(lines(Samples.explanation(Samples.red)), is: "why-red.txt")
  }

  @Test func `tells a pending binding`() throws {
    try Golden.expect(lines(Samples.explanation(Samples.pending, sharing: 0)), is: "why-yellow.txt")
  }

  @Test func `tells a working binding`() throws {
    try Golden.expect(lines(Samples.explanation(Samples.green, history: [])), is: "why-green.txt")
  }

  @Test func `tells a binding that ended and what was wrong with it`() throws {
    var status = Samples.red
    status.colour = .grey
    let ended = Samples.process(
      state: .ended(how: "exit", atWall: Samples.now - 60_000_000))
    try Golden.expect(lines(Samples.explanation(status, process: ended)), is: "why-grey.txt")
  }

  @Test func `tells a binding that was let go of`() throws {
    var status = Samples.red
    status.colour = .grey
    let process = Samples.process(
      state: .ended(how: "detached", atWall: Samples.now - 60_000_000))
    try Golden.expect(lines(Samples.explanation(status, process: process)), is: "why-detached.txt")
  }

  @Test func `tells a binding whose process says nothing`() throws {
    let process = Samples.process(state: .stale(sinceWall: Samples.now - 60_000_000))
    try Golden.expect(
      lines(Samples.explanation(Samples.red, process: process)), is: "why-stale.txt")
  }

  @Test func `says what the mode keeps from being known`() throws {
    var status = Samples.red
    status.lastWrite = nil
    status.counters = nil
    let explanation = Samples.explanation(
      status, process: Samples.process(mode: .off),
      unknown: ["who wrote last: not noted in mode off", "how often it was updated"])
    try Golden.expect(lines(explanation), is: "why-off.txt")
  }

  @Test func `keeps to ASCII where asked`() throws {
    let lines = lines(Samples.explanation(Samples.red), ascii: true)
    #expect(lines.allSatisfy { $0.plain.utf8.allSatisfy { 0x20..<0x7f ~= $0 } })
    try Golden.expect(lines, is: "why-ascii.txt")
  }

  @Test func `is one screen with a long trail, many reasons and hostile names`() throws {
    var status = Samples.red
    let long = String(repeating: "とても長い名前", count: 40)
    status.reasons = (0..<16).map { index in
      var reason = Samples.required
      reason.parameters[0].value = Samples.hostile + long
      reason.trail = (0..<32).map { Candidate("Scope\($0) \(long)", Samples.hostile + long) }
      reason.hint?.parameters[0].value = long
      reason.parameters[1].value = "class \(index)"
      return reason
    }
    status.lastGood = .string(long, byteCount: 100_000)
    var explanation = Samples.explanation(status, unknown: [long, long, long])
    explanation.binding.name = long
    explanation.binding.source.property = long
    explanation.process.facts.name = Samples.hostile
    let lines = lines(explanation)
    #expect(lines.count <= 23)
    try Golden.expect(lines, is: "why-hostile.txt")
  }

  @Test func `lists the whole trail where there is room`() {
    let text = lines(Samples.explanation(Samples.red)).map(\.plain).joined(separator: "\n")
    #expect(text.contains("EmployeeCell") && text.contains("has no “employee”"))
  }

  @Test func `shows every fact with show`() throws {
    try Golden.expect(
      ShowText(Samples.text(Samples.explanation(Samples.red))).lines, is: "show-red.txt")
  }
}
