import InspectWire
import Testing

@testable import inspect_cli

@Suite struct `What is lost` {
  private func entry(_ lost: UInt64, _ range: NumberRange?, leftOut: UInt64 = 0) -> ProcessEntry {
    var entry = Samples.process()
    (entry.lostEntries, entry.lostNumbers, entry.leftOut) = (lost, range, leftOut)
    return entry
  }

  @Test func `is told with how many and between which numbers`() {
    #expect(LossText.clauses(entry(0, nil)).isEmpty)
    #expect(
      LossText.clauses(entry(1, NumberRange(from: 7, to: 7)))
        == ["1 entry of its history is lost (7)"])
    #expect(
      LossText.clauses(entry(904, NumberRange(from: 4, to: 1_100), leftOut: 2))
        == [
          "904 entries of its history are lost (4 to 1100)",
          "2 records are left out: more than can be kept",
        ])
  }

  @Test func `C5: stands in the row of its process and in the check`() {
    let lossy = entry(9, NumberRange(from: 3, to: 12))
    let row = TreeText(Samples.layout(nil), Samples.clock).line(lossy, lossy.counts)
    #expect(row.plain.contains("9 entries of its history are lost (3 to 12)"))
    var report = CheckReport()
    report.processes = [lossy]
    let lines = CheckText(Samples.layout(), Samples.clock).lines(report)
    #expect(lines[0].plain.contains("(4711): 9 entries of its history are lost (3 to 12)"))
    #expect(!report.hasFailed)
  }

  @Test func `C5: is told in JSON`() {
    let shape = ProcessRow(entry(9, NumberRange(from: 3, to: 12), leftOut: 4)).shape
    #expect(shape["lostEntries"] == 9)
    #expect(shape["lostNumbers"] == [3, 12])
    #expect(shape["leftOut"] == 4)
  }

  @Test func `lets a check fail where something is not known at all`() {
    var report = CheckReport()
    report.processes = [entry(0, nil, leftOut: 1)]
    #expect(report.hasFailed)
  }

  @Test func `of a silent process is said in the check too`() {
    var report = CheckReport()
    report.processes = [Samples.process(state: .stale(sinceWall: Samples.now - 60_000_000))]
    let lines = CheckText(Samples.layout(), Samples.clock).lines(report)
    #expect(lines[0].plain.contains("no word since 14:04:00"))
  }
}
