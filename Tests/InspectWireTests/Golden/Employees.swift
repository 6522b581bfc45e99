internal import InspectWire

/// The story that the fixtures tell: a list over an employee whose birthdate lacks a transformer.
enum Employees {
  static let instance = InstanceID(high: 0x0123_4567_89AB_CDEF, low: 0xFEDC_BA98_7654_3210)
  static let other = InstanceID(high: 0, low: 0x2A)
  static let run = InstanceID(high: 0xAAAA_BBBB_CCCC_DDDD, low: 0x1111_2222_3333_4444)

  static let facts = InstanceFacts(
    instance: instance, name: "Employees", pid: 4711, startTime: 1_234_567, host: "workshop",
    mode: .armed,
    clock: ClockAnchor(
      moment: Moment(microseconds: 5_000_000), wallMicroseconds: 1_790_000_000_000_000),
    redaction: ["password", "token", "secret"])

  static let scopes = [
    ScopeRecord(id: ScopeID(1), parent: nil, name: "Window", owner: "", isBoundary: true),
    ScopeRecord(
      id: ScopeID(2), parent: ScopeID(1), name: "List", owner: "EmployeeList", isBoundary: false),
  ]

  static let nodes = [
    NodeRecord(
      id: NodeID(1), scope: ScopeID(2), parent: nil, className: "Stack", name: "", frame: nil),
    NodeRecord(
      id: NodeID(2), scope: ScopeID(2), parent: NodeID(1), className: "Label", name: "nameLabel",
      frame: Frame(x: 16, y: 24.5, width: 288, height: 21)),
    NodeRecord(
      id: NodeID(3), scope: ScopeID(2), parent: NodeID(1), className: "Label",
      name: "birthdateLabel", frame: nil),
  ]

  static func binding(_ id: UInt64, _ path: String, node: UInt64, _ type: String) -> BindingRecord {
    BindingRecord(
      id: BindingID(id), scope: ScopeID(2), node: NodeID(node), name: path,
      stableKey: "Employees/List.swift:\(20 + id) \(path)",
      place: .source(file: "Employees/List.swift", line: Int(20 + id)), keyPath: path,
      transformer: nil, source: Endpoint(owner: "EmployeeList", property: path, valueType: type),
      target: Endpoint(owner: "Label", property: "text", valueType: "String?"), direction: .oneWay)
  }

  static let name = binding(1, "employee.name", node: 2, "String")
  static let birthdate = binding(2, "employee.birthdate", node: 3, "Date?")
  static let typed = BindingRecord(
    id: BindingID(3), scope: nil, node: nil, name: "name → text", stableKey: "k3",
    place: .code([
      CodeAddress(module: "/usr/bin/Employees", buildID: "00ff", offset: 0x1_2345),
      CodeAddress(module: "/usr/bin/Employees", buildID: "00ff", offset: 1 << 53 + 1),
    ]), keyPath: nil, transformer: "", source: Endpoint(owner: "A", property: "b", valueType: ""),
    target: Endpoint(owner: "", property: "", valueType: ""), direction: .twoWay)

  static let green = StatusRecord(
    binding: BindingID(1), colour: .green, since: Moment(microseconds: 7_000_123), changes: 1,
    marks: [.follows],
    lastWrite: WriteFact(
      place: .source(file: "Employees/Schedule.swift", line: 31), thread: "main 4711"),
    counters: Counters(updates: 2))

  static let required = Reason(
    .transformerRequired,
    [
      Parameter("path", "birthdate"), Parameter("object", "Employee"), Parameter("found", "Date?"),
      Parameter("target", "Label.text"), Parameter("expected", "String"),
    ],
    hint: Hint(
      .transformersThatFit, [Parameter("names", "dateFormatter"), Parameter("object", "Employee")]))

  static let notFound = Reason(
    .ownerNotFound, [Parameter("path", "employe.name")],
    trail: [
      Candidate("EmployeeList, the scope’s owner", "has no “employe”"),
      Candidate("Window, the boundary", "has no owner"),
    ],
    hint: Hint(.nearestName, [Parameter("name", "employee"), Parameter("object", "EmployeeList")]))

  static let red = StatusRecord(
    binding: BindingID(2), colour: .red, step: .compatibility, reasons: [required],
    since: Moment(microseconds: 7_000_456), changes: 1, marks: [.follows, .secret],
    lastWrite: WriteFact(place: .unknown(why: "opaque key path"), thread: ""),
    lastGood: nil, counters: Counters(updates: 0, suppressed: 1 << 60, failures: 3, inspections: 0))

  static let yellow = StatusRecord(
    binding: BindingID(2), colour: .yellow, step: .path,
    reasons: [
      Reason(
        .pathObjectNil, [Parameter("segment", "employee"), Parameter("path", "employee.birthdate")]),
      Reason(.typeUnknown, [Parameter("path", "employee.birthdate")]),
    ], since: Moment(microseconds: 5_000_001), origin: 25_769_803_776)

  /// A value of every kind, and of some the odd ones.
  static let values: [Value] = [
    .none, .some(.none), .some(.int(1)), .bool(true), .int(-9_007_199_254_740_993), .unsigned(.max),
    .double(Value.BitPattern(0.1)), .double(Value.BitPattern(.nan)),
    .double(Value.BitPattern(.infinity)), .double(Value.BitPattern(-.infinity)),
    .double(Value.BitPattern(-0.0)), .double(Value.BitPattern(0)), .decimal("12.30"),
    .string("é e\u{301} \u{1b} \u{85} \u{2028} 👩‍👩‍👧 \"\\\0", byteCount: 70_000),
    .string("", byteCount: 0),
    .bytes([0, 255, 16, 7], byteCount: 4_096), .date(microseconds: -1),
    .array([.int(1), .string("two", byteCount: 3)], count: 9), .set([.bool(false)], count: 1),
    .dictionary([Value.Entry(key: .string("k", byteCount: 1), value: .none)], count: 1),
    .record(type: "Point", [Value.Field(label: "x", value: .double(Value.BitPattern(1)))]),
    .enumeration(type: "Shape", name: "circle", payload: [Value.Field(label: "", value: .int(3))]),
    .enumeration(type: "Shape", name: "empty", payload: []), .object(type: "Employee", handle: 17),
    .reference(0), .other(type: "UnsafePointer<Int>", description: "0x7f00"),
    .error(type: "ReadFault", text: "getter threw"), .redacted,
  ]

  static func entry(_ state: ProcessEntry.State = .live) -> ProcessEntry {
    ProcessEntry(facts: facts, state: state, counts: Counts(red: 1, yellow: 0, green: 1, grey: 0))
  }

  static let history = [
    HistoryEntry(
      number: 1, at: Moment(microseconds: 5_000_001), binding: BindingID(2),
      kind: .colour(from: .yellow, to: .red, reason: .transformerRequired)),
    HistoryEntry(
      number: 2, at: Moment(microseconds: 8_000_000), binding: BindingID(1),
      kind: .event(
        Reason(
          .validationFailed,
          [
            Parameter("path", "name"), Parameter("object", "Employee"), Parameter("input", "\"\""),
            Parameter("text", "it must not be empty"),
          ]))),
    HistoryEntry(
      number: 3, at: Moment(microseconds: 9_000_000), binding: BindingID(1),
      kind: .colour(from: .red, to: .green, reason: nil)),
  ]
}
