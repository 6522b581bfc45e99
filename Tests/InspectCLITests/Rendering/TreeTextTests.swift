import InspectWire
import Testing

@testable import inspect_cli

@Suite struct `Tree` {
  /// The rows of one process as they are printed.
  private func lines(
    _ model: GraphModel, _ process: ProcessEntry = Samples.process(), columns: Int? = 80,
    ascii: Bool = false, _ options: TreeOutline.Options = .init()
  ) -> [Line] {
    let outline = TreeOutline(model, hasEnded: process.hasEnded, options)
    let text = TreeText(Samples.layout(columns, ascii: ascii), Samples.clock)
    return [text.line(process, outline.counts)] + outline.rows.map(text.line)
  }

  @Test func `shows sign, name, target and reason of each binding`() throws {
    try Golden.expect(lines(Samples.employees()), is: "tree-employees.txt")
  }

  @Test func `says in a pipe what a terminal has no room for`() throws {
    try Golden.expect(
      lines(Samples.employees(), columns: nil), is: "tree-employees-pipe.txt", columns: nil)
  }

  @Test func `keeps to ASCII where asked`() throws {
    let lines = lines(Samples.employees(Samples.pending), ascii: true)
    #expect(lines.allSatisfy { $0.plain.utf8.allSatisfy { 0x20..<0x7f ~= $0 } })
    try Golden.expect(lines, is: "tree-employees-ascii.txt")
  }

  @Test func `shows a pending binding with the number of further reasons`() throws {
    try Golden.expect(lines(Samples.employees(Samples.pending)), is: "tree-pending.txt")
  }

  @Test func `D4, H5: keeps its columns with wide, long and hostile names`() throws {
    let names = [
      "従業員.生年月日.とても長い名前のプロパティがここにあります", "e\u{301}mployé.naïve",
      "👩‍💻.🚀", "كشف.اسم", Samples.hostile,
      "first." + String(repeating: "segment.", count: 24) + "last",
    ]
    var records: [Record] = [.scope(Samples.scopes[1]), .scope(Samples.scopes[0])]
    for (index, name) in names.enumerated() {
      let id = UInt64(index + 1)
      records.append(.node(Samples.node(id, name: index == 2 ? "ラベル" : "label\(id)")))
      records.append(.binding(Samples.binding(id, name: name, node: id)))
      var status = Samples.red
      status.binding = BindingID(id)
      status.reasons[0].parameters[0].value = name
      records.append(.status(status))
    }
    let lines = lines(Samples.model(records))
    for line in lines.dropFirst(3) {
      #expect(line.plain.contains("✕"), "status: \(line.plain)")
      #expect(line.plain.contains("transformer-required"), "reason: \(line.plain)")
    }
    try Golden.expect(lines, is: "tree-names.txt")
  }

  @Test func `stays readable at any depth`() throws {
    var records: [Record] = (1...40).map { id in
      .scope(
        ScopeRecord(
          id: ScopeID(id), parent: id == 1 ? nil : ScopeID(id - 1), name: "Scope\(id)", owner: "",
          isBoundary: false))
    }
    records += [
      .binding(Samples.binding(1, scope: 40, node: nil)),
      .status(Samples.red.of(1)),
    ]
    try Golden.expect(lines(Samples.model(records)), is: "tree-deep.txt")
  }

  @Test func `puts the worst first where asked`() {
    let model = Samples.employees()
    let rows = TreeOutline(model, .init(worstFirst: true)).rows
    #expect(rows.compactMap(\.bindingName) == ["employee.birthdate", "employee.name"])
    let byAge = TreeOutline(model).rows
    #expect(byAge.compactMap(\.bindingName) == ["employee.name", "employee.birthdate"])
  }

  @Test func `hides what ended and what is internal, and counts it`() {
    var model = Samples.employees()
    model.apply(
      .ended(EndedRecord(subject: .binding(BindingID(1)), at: Moment(microseconds: 30_000_000))))
    model.apply(.binding(Samples.binding(3, name: "inner")))
    var status = Samples.green.of(3)
    status.marks.insert(.isInternal)
    model.apply(.status(status))
    let outline = TreeOutline(model)
    #expect(outline.rows.compactMap(\.bindingName) == ["employee.birthdate"])
    #expect(outline.hiddenEnded == 1)
    #expect(outline.hiddenInternal == 1)
    let whole = TreeOutline(model, .init(all: true))
    #expect(whole.counts == Counts(red: 1, green: 1, grey: 1))
  }

  @Test func `shows everything grey once the process has ended`() {
    let ended = ProcessEntry.State.ended(how: "exit", atWall: Samples.now - 5_000_000)
    let lines = lines(
      Samples.employees(), Samples.process(state: ended), .init(all: true))
    #expect(lines.allSatisfy { !$0.plain.contains("✕") && !$0.plain.contains("●") })
  }

  @Test func `places every binding once, whatever the parents say`() {
    // Scopes 1 and 2 contain each other, 3 itself; node 1 lies in a scope that nobody told of.
    var records: [Record] = [(1, 2), (2, 1), (3, 3)].map { id, parent in
      .scope(
        ScopeRecord(
          id: ScopeID(id), parent: ScopeID(parent), name: "s\(id)", owner: "", isBoundary: false))
    }
    var node = Samples.node(1)
    node.scope = ScopeID(99)
    records.append(.node(node))
    for (id, place) in [(1, 1), (2, 2), (3, 3), (4, 98)] as [(UInt64, UInt64)] {
      records.append(.binding(Samples.binding(id, name: "b\(id)", scope: place, node: nil)))
    }
    records.append(.binding(Samples.binding(5, name: "b5", scope: 1, node: 1)))
    records.append(.binding(Samples.binding(6, name: "b6", scope: nil, node: nil)))
    let outline = TreeOutline(Samples.model(records))
    #expect(
      outline.rows.compactMap(\.bindingName).sorted() == ["b1", "b2", "b3", "b4", "b5", "b6"])
    #expect(outline.counts.yellow == 6)
  }

  @Test func `counts in every row what is below it`() {
    let counts = TreeOutline(Samples.employees()).rows.map(\.counts)
    let both = Counts(red: 1, green: 1)
    #expect(counts == [both, both, Counts(green: 1), Counts(red: 1)])
  }
}

extension TreeOutline.Row {
  fileprivate var bindingName: String? {
    if case .binding(let binding, _, _, _) = content { binding.name } else { nil }
  }
}

extension StatusRecord {
  /// The same of another binding.
  func of(_ id: UInt64) -> StatusRecord {
    var copy = self
    copy.binding = BindingID(id)
    return copy
  }
}
