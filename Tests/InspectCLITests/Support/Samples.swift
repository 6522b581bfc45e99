import InspectSystem
import InspectWire

@testable import inspect_cli

/// Processes and bindings as the tests of rendering show them.
enum Samples {
  /// 2026-11-30, 14:05:00 UTC.
  static let now: Int64 = 1_796_047_500_000_000
  static let clock = Clock(now: now) { CalendarTime(universalAt: $0) }
  /// The process's own time 3 minutes ago.
  static let since = Moment(microseconds: 20_000_000)

  static func layout(_ columns: Int? = 80, ascii: Bool = false) -> Layout {
    Layout(palette: Palette(isASCII: ascii), columns: columns, rows: columns == nil ? nil : 24)
  }

  static func facts(_ name: String = "Employees", pid: Int32 = 4711, mode: IdleMode = .armed)
    -> InstanceFacts
  {
    InstanceFacts(
      instance: InstanceID(high: 0x0123_4567_89ab_cdef, low: UInt64(pid)), name: name, pid: pid,
      startTime: 100, host: "here", mode: mode,
      clock: ClockAnchor(moment: Moment(microseconds: 0), wallMicroseconds: now - 200_000_000))
  }

  static func process(
    _ name: String = "Employees", pid: Int32 = 4711, mode: IdleMode = .armed,
    state: ProcessEntry.State = .live, counts: Counts = Counts(red: 1, yellow: 0, green: 1)
  ) -> ProcessEntry {
    ProcessEntry(facts: facts(name, pid: pid, mode: mode), state: state, counts: counts)
  }

  // MARK: The employees

  static let required = Reason(
    .transformerRequired,
    [
      Parameter("path", "employee.birthdate"), Parameter("object", "Employee"),
      Parameter("found", "Date"), Parameter("target", "Label.text"),
      Parameter("expected", "String"),
    ],
    trail: [
      Candidate("Label birthdateLabel", "has no “employee”"),
      Candidate("EmployeeCell", ""),
    ],
    hint: Hint(
      .transformersThatFit,
      [Parameter("names", "dateFormatter"), Parameter("object", "Employee")]))

  static let objectNil = Reason(
    .pathObjectNil,
    [Parameter("segment", "employee"), Parameter("path", "employee.birthdate")],
    hint: Hint(.setObject, [Parameter("segment", "employee")]))

  static func binding(
    _ id: UInt64 = 2, name: String = "employee.birthdate", scope: UInt64? = 2, node: UInt64? = 2,
    type: String = "Date"
  ) -> BindingRecord {
    BindingRecord(
      id: BindingID(id), scope: scope.map { ScopeID($0) }, node: node.map { NodeID($0) },
      name: name, stableKey: "Employees/EmployeeCell.swift:31|\(name)|1",
      place: .source(file: "Employees/EmployeeCell.swift", line: 31), keyPath: name,
      transformer: nil,
      source: Endpoint(
        owner: "Employee", property: String(name.split(separator: ".").last ?? ""),
        valueType: type),
      target: Endpoint(owner: "Label", property: "text", valueType: "String"),
      direction: .oneWay)
  }

  static let red = StatusRecord(
    binding: BindingID(2), colour: .red, step: .compatibility, reasons: [required], since: since,
    changes: 1, marks: [.follows],
    lastWrite: WriteFact(
      place: .source(file: "Employees/Schedule.swift", line: 44), thread: "main (4711)"),
    counters: Counters(updates: 0, suppressed: 0, failures: 0, inspections: 0))

  static let green = StatusRecord(
    binding: BindingID(1), colour: .green, since: since, changes: 1, marks: [.follows],
    lastWrite: WriteFact(
      place: .source(file: "Employees/Schedule.swift", line: 52), thread: "main (4711)"),
    counters: Counters(updates: 7, suppressed: 2, failures: 0, inspections: 0))

  static let pending = StatusRecord(
    binding: BindingID(2), colour: .yellow, step: .path,
    reasons: [
      objectNil, Reason(.earlierStepOpen, [Parameter("step", "path")]),
    ], since: since, marks: [.follows],
    counters: Counters())

  static let scopes = [
    ScopeRecord(
      id: ScopeID(2), parent: ScopeID(1), name: "EmployeeCell", owner: "EmployeeCell",
      isBoundary: false),
    ScopeRecord(
      id: ScopeID(1), parent: nil, name: "EmployeeList", owner: "ListController",
      isBoundary: true),
  ]

  static func node(_ id: UInt64 = 2, name: String = "birthdateLabel", parent: UInt64? = nil)
    -> NodeRecord
  {
    NodeRecord(
      id: NodeID(id), scope: ScopeID(2), parent: parent.map { NodeID($0) }, className: "Label",
      name: name, frame: nil)
  }

  /// The example as shipped: the name is green, the birthdate is as given.
  static func employees(_ birthdate: StatusRecord = red) -> GraphModel {
    model([
      .scope(scopes[1]), .scope(scopes[0]), .node(node(1, name: "nameLabel")), .node(node()),
      .binding(binding(1, name: "employee.name", node: 1, type: "String")), .binding(binding()),
      .status(green), .status(birthdate),
    ])
  }

  static func model(_ records: [Record]) -> GraphModel {
    var model = GraphModel()
    for record in records { model.apply(record) }
    return model
  }

  static func explanation(
    _ status: StatusRecord, process: ProcessEntry = process(), sharing: UInt64 = 2,
    history: [HistoryEntry] = history, unknown: [String] = []
  ) -> Explanation {
    Explanation(
      process: process, binding: binding(status.binding.rawValue), status: status, scopes: scopes,
      node: node(), history: history, sharing: sharing, unknown: unknown)
  }

  static let history = [
    HistoryEntry(
      number: 4, at: Moment(microseconds: 2_000_000), binding: BindingID(2),
      kind: .colour(from: .yellow, to: .red, reason: .transformerRequired)),
    HistoryEntry(
      number: 9, at: Moment(microseconds: 8_000_000), binding: BindingID(2),
      kind: .event(
        Reason(
          .validationFailed,
          [
            Parameter("path", "name"), Parameter("object", "Employee"), Parameter("input", "\"\""),
            Parameter("text", "a name is needed"),
          ]))),
  ]

  /// What a hostile program may call things.
  static let hostile = "\u{1b}[31mred\u{1b}[0m\r\u{8}\u{202e}nekorb\u{7f}\u{9b}2J\n\u{200b}end"

  static func text(_ explanation: Explanation, _ layout: Layout = layout()) -> ExplanationText {
    ExplanationText(
      explanation: explanation, declared: .line(file: "Employees/EmployeeCell.swift", line: 31),
      lastWrite: .line(file: "Employees/Schedule.swift", line: 44), layout: layout,
      clock: clock)
  }
}
