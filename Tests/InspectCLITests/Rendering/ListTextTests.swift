import InspectWire
import Testing

@testable import inspect_cli

@Suite struct `Lists` {
  private let rows: [ProcessRow] = [
    ProcessRow(
      instance: InstanceID(high: 0, low: 1), pid: 7, name: "従業員の一覧", mode: .off,
      startedWall: Samples.now - 90_000_000, entry: nil),
    ProcessRow(
      instance: InstanceID(high: 0, low: 2), pid: 4711, name: "Employees", mode: .armed,
      startedWall: Samples.now - 200_000_000, entry: Samples.process()),
    ProcessRow(
      instance: InstanceID(high: 0, low: 3), pid: 1_048_576, name: Samples.hostile, mode: .armed,
      startedWall: nil,
      entry: Samples.process(state: .stale(sinceWall: Samples.now - 9_000_000))),
    ProcessRow(
      instance: InstanceID(high: 0, low: 4), pid: 12, name: "é", mode: .flight,
      startedWall: Samples.now, entry: Samples.process(counts: Counts(grey: 4))),
  ]

  @Test func `D4: of processes keep their columns with wide and hostile names`() throws {
    try Golden.expect(ProcessText(Samples.layout(), Samples.clock).lines(rows), is: "ps.txt")
  }

  @Test func `of processes are whole in a pipe`() throws {
    let lines = ProcessText(Samples.layout(nil), Samples.clock).lines(rows)
    try Golden.expect(lines, is: "ps-pipe.txt", columns: nil)
  }

  @Test func `of findings have reason and place`() throws {
    var report = CheckReport()
    report.processes = [Samples.process(), Samples.process("Other", pid: 9)]
    report.counts = Counts(red: 1, yellow: 1, green: 7)
    for status in [Samples.red, Samples.pending] {
      report.findings.append(
        CheckReport.Finding(
          process: Samples.process(), binding: Samples.binding(), node: Samples.node(),
          status: status, colour: status.colour,
          declared: .line(file: "Employees/EmployeeCell.swift", line: 31)))
    }
    try Golden.expect(CheckText(Samples.layout(), Samples.clock).lines(report), is: "check.txt")
  }

  @Test func `of looks have a line each and what to do`() throws {
    let looks = [
      Look("runtime folder", .fine, "/run/user/1000/bindinspect is yours alone"),
      Look("daemon", .note, "none runs; `attach` starts one"),
      Look(
        "inspectord", .fine,
        "found: /work/project/.build/x86_64-unknown-linux-gnu/debug/inspectord"),
      Look("state", .failed, "stopped", remedy: "Let it go on: `kill -CONT 4711`."),
    ]
    try Golden.expect(DoctorText(Samples.layout()).lines(looks), is: "doctor.txt")
  }

  @Test func `of bindings to choose from show their signs`() throws {
    let matches = [(2, Colour.red), (11, .green)].map { id, colour in
      NameMatch(
        instance: Samples.facts().instance, process: "Employees", pid: 4711,
        binding: BindingID(id), name: "employee.birthdate#\(id)", colour: colour)
    }
    let complaint = BindingAnswer.ambiguous("birth", matches, Samples.layout())
    try Golden.expect(complaint.lines(Palette()), is: "ambiguous.txt")
  }
}
