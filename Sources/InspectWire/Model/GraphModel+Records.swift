extension GraphModel {
  /// Every record that makes an equal model of an empty one, each thing after what it needs.
  ///
  /// - Parameter worstFirst: Bindings red, yellow, green, grey, in one colour the oldest first, each
  ///   just after the scopes and nodes that it needs; else by age.
  package func records(worstFirst: Bool) -> RecordSequence {
    RecordSequence(model: self, subjects: subjects(worstFirst: worstFirst))
  }

  /// Everything that is known, in the order of `records`.
  package func subjects(worstFirst: Bool) -> [Subject] {
    var order = SubjectOrder(model: self)
    var ids = bindingTable.slots.map { slot in
      (rank: slot.countedColour?.rawValue ?? .max, id: slot.id)
    }
    if worstFirst {
      ids.sort { ($0.rank, $0.id.rawValue) < ($1.rank, $1.id.rawValue) }
      for entry in ids { order.add(entry.id) }
      order.addRest()
    } else {
      ids.sort { $0.id < $1.id }
      order.addRest()
      for entry in ids { order.add(entry.id) }
    }
    return order.subjects
  }

  /// The records of one thing, its declaration first; empty where nothing is known.
  package func records(of subject: Subject) -> [Record] {
    var records: [Record] = []
    switch subject {
    case .scope(let id):
      if let told = scopeTable[id.rawValue]?.told { records.append(.scope(told)) }
    case .node(let id):
      if let told = nodeTable[id.rawValue]?.told { records.append(.node(told)) }
    case .binding(let id):
      if let declaration = binding(id) { records.append(.binding(declaration)) }
      if let status = statusAsTold(of: id) { records.append(.status(status)) }
      if let edges = edges(of: id) { records.append(.edges(edges)) }
    }
    if let end = end(of: subject) { records.append(.ended(EndedRecord(subject: subject, at: end))) }
    return records
  }
}

/// The records of a model in a fixed order; a copy, so that changes of the model do not show.
package struct RecordSequence: Sequence, Sendable {
  let model: GraphModel
  let subjects: [Subject]

  /// Starts at the first record.
  package func makeIterator() -> Iterator { Iterator(model: model, subjects: subjects) }

  /// Makes the records of one thing at a time.
  package struct Iterator: IteratorProtocol {
    let model: GraphModel
    let subjects: [Subject]
    private var place = 0
    private var waiting: [Record] = []

    init(model: GraphModel, subjects: [Subject]) {
      self.model = model
      self.subjects = subjects
    }

    /// The next record, nil after the last.
    package mutating func next() -> Record? {
      while waiting.isEmpty {
        guard place < subjects.count else { return nil }
        waiting = model.records(of: subjects[place]).reversed()
        place += 1
      }
      return waiting.popLast()
    }
  }
}

/// Lists things so that each stands after the scopes and nodes that it needs.
private struct SubjectOrder {
  let model: GraphModel
  private(set) var subjects: [Subject] = []
  private var seenScopes: Set<ScopeID> = []
  private var seenNodes: Set<NodeID> = []

  init(model: GraphModel) { self.model = model }

  mutating func add(_ id: BindingID) {
    if let declaration = model.binding(id) {
      if let node = declaration.node { add(node) }
      if let scope = declaration.scope { add(scope) }
    }
    subjects.append(.binding(id))
  }

  // Parents may loop or be as many as there are scopes: walked by hand, each once.
  private mutating func add(_ first: ScopeID) {
    var chain: [ScopeID] = []
    var next: ScopeID? = first
    while let id = next, model.scopeTable.index(of: id.rawValue) != nil,
      seenScopes.insert(id).inserted
    {
      chain.append(id)
      next = model.scope(id)?.parent
    }
    subjects.append(contentsOf: chain.reversed().map(Subject.scope))
  }

  private mutating func add(_ first: NodeID) {
    var chain: [NodeID] = []
    var next: NodeID? = first
    while let id = next, model.nodeTable.index(of: id.rawValue) != nil,
      seenNodes.insert(id).inserted
    {
      chain.append(id)
      next = model.node(id)?.parent
    }
    for id in chain.reversed() {
      if let scope = model.node(id)?.scope { add(scope) }
      subjects.append(.node(id))
    }
  }

  mutating func addRest() {
    for number in model.scopeTable.slots.map(\.number).sorted() { add(ScopeID(number)) }
    for number in model.nodeTable.slots.map(\.number).sorted() { add(NodeID(number)) }
  }
}
