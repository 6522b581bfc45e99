extension GraphModel {
  // MARK: One thing

  /// What was told of a scope.
  package func scope(_ id: ScopeID) -> ScopeRecord? { scopeTable[id.rawValue]?.told }

  /// What was told of a node.
  package func node(_ id: NodeID) -> NodeRecord? { nodeTable[id.rawValue]?.told }

  /// What was declared of a binding.
  package func binding(_ id: BindingID) -> BindingRecord? { declarationTable[id.rawValue]?.told }

  /// The status to be shown; nil where none was told yet.
  ///
  /// Of a binding that has ended: what was last told of it, in grey, since its end.
  package func status(of id: BindingID) -> StatusRecord? {
    guard let index = bindingTable.index(of: id.rawValue) else { return nil }
    guard var status = bindingTable.slots[index].status else { return nil }
    if let ended = bindingTable.slots[index].ended {
      status.colour = .grey
      status.since = ended
    }
    return status
  }

  /// The newest status as it was told, also of a binding that has ended.
  package func statusAsTold(of id: BindingID) -> StatusRecord? {
    bindingTable.index(of: id.rawValue).flatMap { bindingTable.slots[$0].status }
  }

  /// The colour to be shown: yellow before the first status; nil where nothing was declared.
  package func colour(of id: BindingID) -> Colour? {
    bindingTable.index(of: id.rawValue).flatMap { bindingTable.slots[$0].countedColour }
  }

  /// On what a binding depends; nil where nothing was told.
  package func edges(of id: BindingID) -> EdgesRecord? { edgesTable[id.rawValue]?.told }

  /// When a thing ended; nil while it has not, and for what is unknown.
  package func end(of subject: Subject) -> Moment? {
    switch subject {
    case .scope(let id): scopeTable[id.rawValue]?.ended
    case .node(let id): nodeTable[id.rawValue]?.ended
    case .binding(let id): bindingTable[id.rawValue]?.ended
    }
  }

  /// Whether a thing has ended.
  package func isEnded(_ subject: Subject) -> Bool { end(of: subject) != nil }

  // MARK: All of a kind

  /// Everything that has not ended, in no order that means anything; one pass.
  package var living: [Subject] {
    scopeTable.slots.filter { $0.ended == nil }.map { .scope(ScopeID($0.number)) }
      + nodeTable.slots.filter { $0.ended == nil }.map { .node(NodeID($0.number)) }
      + bindingTable.slots.filter { $0.ended == nil }.map { .binding($0.id) }
  }

  /// How many bindings that have not ended meet a condition on their newest status; one pass.
  package func countLiving(where isMeant: (StatusRecord) -> Bool) -> UInt64 {
    bindingTable.slots.reduce(0) { count, slot in
      guard slot.isDeclared, slot.ended == nil, let status = slot.status else { return count }
      return isMeant(status) ? count + 1 : count
    }
  }

  /// Every scope that was told, the oldest first. Sorted at each call.
  package var scopes: [ScopeRecord] {
    scopeTable.slots.compactMap(\.told).sorted { $0.id < $1.id }
  }

  /// Every node that was told, the oldest first. Sorted at each call.
  package var nodes: [NodeRecord] {
    nodeTable.slots.compactMap(\.told).sorted { $0.id < $1.id }
  }

  /// Every binding that was declared, the oldest first. Sorted at each call.
  package var bindings: [BindingRecord] {
    declarationTable.slots.compactMap(\.told).sorted { $0.id < $1.id }
  }

  /// How many scopes, nodes and bindings are known.
  package var size: (scopes: Int, nodes: Int, bindings: Int) {
    (scopeTable.count, nodeTable.count, bindingTable.count)
  }

  /// The scopes from one outwards to the top, itself first; ends where the chain is broken or loops.
  package func chain(from first: ScopeID?) -> [ScopeRecord] {
    var chain: [ScopeRecord] = []
    var seen: Set<ScopeID> = []
    var next = first
    while let id = next, seen.insert(id).inserted, let scope = scope(id) {
      chain.append(scope)
      next = scope.parent
    }
    return chain
  }
}
