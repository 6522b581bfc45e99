internal import InspectWire
internal import Testing

@Suite struct GraphModelTests {
  private let employee = BindingRecord(
    id: BindingID(1), scope: ScopeID(1), node: nil, name: "employee.name", stableKey: "k",
    place: .unknown(why: ""), keyPath: "employee.name", transformer: nil,
    source: Endpoint(owner: "", property: "", valueType: ""),
    target: Endpoint(owner: "", property: "", valueType: ""), direction: .oneWay)

  private func status(_ colour: Colour, _ reasons: [Reason] = []) -> StatusRecord {
    StatusRecord(
      binding: BindingID(1), colour: colour, reasons: reasons, since: Moment(microseconds: 5))
  }

  private func model(_ records: [Record]) -> GraphModel {
    var model = GraphModel()
    for record in records { model.apply(record) }
    return model
  }

  @Test func `a declared binding without status counts as yellow`() {
    #expect(model([.binding(employee)]).counts == Counts(yellow: 1))
  }

  @Test func `a binding that was never declared is not counted`() {
    #expect(model([.status(status(.red))]).counts == Counts())
  }

  @Test func `a status told before its declaration counts from then on`() {
    #expect(model([.status(status(.red)), .binding(employee)]).counts == Counts(red: 1))
  }

  @Test func `an ended binding turns grey and keeps its reasons`() throws {
    let ended = model([
      .binding(employee), .status(status(.red, [Reason(.ownerNotFound)])),
      .ended(EndedRecord(subject: .binding(BindingID(1)), at: Moment(microseconds: 9))),
    ])
    let status = try #require(ended.status(of: BindingID(1)))
    #expect(status.colour == .grey)
    #expect(status.reasons == [Reason(.ownerNotFound)])
    #expect(status.since == Moment(microseconds: 9))
    #expect(ended.counts == Counts(grey: 1))
  }

  @Test func `a late status does not bring an ended binding back`() {
    let ended = model([
      .binding(employee),
      .ended(EndedRecord(subject: .binding(BindingID(1)), at: Moment(microseconds: 9))),
      .status(status(.green)),
    ])
    #expect(ended.colour(of: BindingID(1)) == .grey)
  }

  @Test func `the end of a scope marks the scope alone`() {
    let ended = model([
      .binding(employee), .status(status(.green)),
      .ended(EndedRecord(subject: .scope(ScopeID(1)), at: Moment(microseconds: 9))),
    ])
    #expect(ended.isEnded(.scope(ScopeID(1))))
    #expect(ended.colour(of: BindingID(1)) == .green)
  }

  @Test func `what is forgotten leaves the counts`() {
    var model = model([.binding(employee), .status(status(.red))])
    model.forget(.binding(BindingID(1)))
    #expect(model == GraphModel())
  }

  @Test func `above the bound new ids are left out and counted`() {
    var model = GraphModel(limit: 2)
    for id in 1...5 {
      model.apply(
        .scope(
          ScopeRecord(id: ScopeID(UInt64(id)), parent: nil, name: "", owner: "", isBoundary: false))
      )
    }
    #expect(model.size.scopes == 2)
    #expect(model.refused == 3)
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `law 1: the model depends on the newest record of each kind and id only`(seed: UInt64) {
    var random = RandomRecords(seed: seed)
    let records = random.records(300)
    var newest: [Key: Record] = [:]
    for record in records { newest[Key(record)] = record }
    #expect(model(records) == model(newest.values.shuffled(using: &random.chance)))
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>, [true, false])
  func `law 2: a snapshot and what follows equal the whole`(seed: UInt64, worstFirst: Bool) {
    var random = RandomRecords(seed: seed)
    let before = random.records(200)
    let after = random.records(100)
    let snapshot = model(before).records(worstFirst: worstFirst)
    #expect(model(Array(snapshot) + after) == model(before + after))
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `law 2 holds for a snapshot written while records go on`(seed: UInt64) {
    var random = RandomRecords(seed: seed)
    var source = model(random.records(200))
    var copy = GraphModel()
    // A part holds what is true when it is written; changes of the rest come as deltas between.
    for subject in source.subjects(worstFirst: true) {
      for record in source.records(of: subject) { copy.apply(record) }
      let change = random.record()
      source.apply(change)
      copy.apply(change)
    }
    #expect(copy == source)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `counts kept by the way equal counts made afresh`(seed: UInt64) {
    var random = RandomRecords(seed: seed)
    var model = GraphModel()
    for record in random.records(400) {
      model.apply(record)
      if random.chance.chance(1, in: 10) { model.forget(.binding(BindingID(random.id()))) }
    }
    var counts = Counts()
    for binding in model.bindings { counts[model.colour(of: binding.id)!] += 1 }
    #expect(model.counts == counts)
  }

  @Test func `the worst bindings come first, each after its scopes and nodes`() {
    var records: [Record] = []
    for id in 1...8 as ClosedRange<UInt64> {
      records.append(
        .scope(
          ScopeRecord(
            id: ScopeID(id), parent: id > 1 ? ScopeID(id - 1) : nil, name: "", owner: "",
            isBoundary: false)))
      var binding = employee
      binding.id = BindingID(id)
      binding.scope = ScopeID(id)
      records.append(.binding(binding))
      var status = status(Colour.allCases[Int(8 - id) % 4])
      status.binding = BindingID(id)
      records.append(.status(status))
    }
    var scopes: Set<ScopeID> = []
    var colours: [Colour] = []
    for record in model(records).records(worstFirst: true) {
      switch record {
      case .scope(let scope):
        #expect(scope.parent.map(scopes.contains) ?? true)
        scopes.insert(scope.id)
      case .binding(let binding): #expect(scopes.contains(binding.scope!))
      case .status(let status): colours.append(status.colour)
      default: break
      }
    }
    #expect(colours == colours.sorted())
    #expect(scopes.count == 8)
  }

  @Test func `loops of parents end`() {
    let loop = model([
      .scope(
        ScopeRecord(id: ScopeID(1), parent: ScopeID(2), name: "", owner: "", isBoundary: false)),
      .scope(
        ScopeRecord(id: ScopeID(2), parent: ScopeID(1), name: "", owner: "", isBoundary: false)),
      .binding(employee),
    ])
    #expect(Array(loop.records(worstFirst: true)).count == 3)
    #expect(loop.chain(from: ScopeID(1)).count == 2)
  }

  @Test func `ids far apart are found like those close together`() {
    var random = RandomRecords(seed: 7)
    var model = GraphModel()
    var ids = (0..<5_000).map { UInt64($0 * $0 * $0) }
    ids.shuffle(using: &random.chance)
    for id in ids {
      model.apply(
        .scope(
          ScopeRecord(id: ScopeID(id), parent: nil, name: "\(id)", owner: "", isBoundary: false)))
    }
    for id in ids.prefix(2_500) { model.forget(.scope(ScopeID(id))) }
    #expect(ids.prefix(2_500).allSatisfy { model.scope(ScopeID($0)) == nil })
    #expect(ids.dropFirst(2_500).allSatisfy { model.scope(ScopeID($0))?.name == "\($0)" })
  }
}

/// Kind and id of a record.
private struct Key: Hashable {
  let kind: Int
  let subject: Subject

  init(_ record: Record) {
    switch record {
    case .scope(let scope): (kind, subject) = (0, .scope(scope.id))
    case .node(let node): (kind, subject) = (1, .node(node.id))
    case .binding(let binding): (kind, subject) = (2, .binding(binding.id))
    case .status(let status): (kind, subject) = (3, .binding(status.binding))
    case .edges(let edges): (kind, subject) = (4, .binding(edges.binding))
    case .ended(let ended): (kind, subject) = (5, ended.subject)
    }
  }
}
