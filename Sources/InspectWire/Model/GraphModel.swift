/// The binding graph of one instance, as a fold over records.
///
/// `apply` is the one place where the meaning of a record is written. The model holds the newest
/// record of each kind and id and nothing else: it depends neither on how often a record came nor
/// on the order of records of different kinds or ids. So any hop may keep only the newest, and a
/// snapshot may be cut anywhere.
///
/// - `ended` of a binding turns it grey; all that was known of it stays. `ended` of a scope or node
///   marks only that: its bindings end by records of their own.
/// - An end is for ever, since ids are never used again; a later status is kept and stays grey.
/// - Records of a binding that was not declared are kept and not counted until it is.
/// - Above the bound of scopes, nodes or bindings, records of new ids are left out and counted.
package struct GraphModel: Sendable {
  /// How many declared bindings have each colour; one without status counts as yellow.
  package private(set) var counts = Counts()
  /// Records left out because the graph has as many scopes, nodes or bindings as it may.
  package private(set) var refused: UInt64 = 0

  var scopeTable = SlotTable<Slot<ScopeRecord>>()
  var nodeTable = SlotTable<Slot<NodeRecord>>()
  var bindingTable = SlotTable<BindingSlot>()
  private let limit: Int

  /// A scope or node: what was told of it, and when it ended.
  struct Slot<Told: Hashable & Sendable>: NumberedSlot {
    let number: UInt64
    var told: Told?
    var ended: Moment?
  }

  /// A binding: the newest record of each kind.
  struct BindingSlot: NumberedSlot {
    let id: BindingID
    var declaration: BindingRecord?
    var status: StatusRecord?
    var edges: EdgesRecord?
    var ended: Moment?

    var number: UInt64 { id.rawValue }
    var colour: Colour { ended != nil ? .grey : status?.colour ?? .yellow }
    var countedColour: Colour? { declaration == nil ? nil : colour }
  }

  /// An empty graph.
  ///
  /// - Parameter limit: Most scopes, nodes and bindings each.
  package init(limit: Int = Limits.bindingsPerInstance) { self.limit = limit }

  // MARK: Folding

  /// Takes what a record says; total, and of constant cost.
  package mutating func apply(_ record: Record) {
    switch record {
    case .status(let status):
      change(status.binding) { $0.status = status }
    case .binding(let binding):
      change(binding.id) { $0.declaration = binding }
    case .edges(let edges):
      change(edges.binding) { $0.edges = edges }
    case .scope(let scope):
      change(scope.id) { $0.told = scope }
    case .node(let node):
      change(node.id) { $0.told = node }
    case .ended(let end):
      switch end.subject {
      case .scope(let id): change(id) { $0.ended = end.at }
      case .node(let id): change(id) { $0.ended = end.at }
      case .binding(let id): change(id) { $0.ended = end.at }
      }
    }
  }

  /// Drops all that is known of one thing; nothing else goes with it.
  package mutating func forget(_ subject: Subject) {
    switch subject {
    case .scope(let id): _ = scopeTable.remove(id.rawValue)
    case .node(let id): _ = nodeTable.remove(id.rawValue)
    case .binding(let id):
      if let colour = bindingTable.remove(id.rawValue)?.countedColour { counts[colour] -= 1 }
    }
  }

  @inline(__always)
  private mutating func change(_ id: BindingID, _ body: (inout BindingSlot) -> Void) {
    let index: Int
    if let known = bindingTable.index(of: id.rawValue) {
      index = known
    } else {
      guard bindingTable.count < limit else {
        refused &+= 1
        return
      }
      index = bindingTable.insert(BindingSlot(id: id))
    }
    let (before, after) = bindingTable.modify(index) { slot in
      let before = slot.countedColour
      body(&slot)
      return (before, slot.countedColour)
    }
    if before != after {
      if let before { counts[before] -= 1 }
      if let after { counts[after] += 1 }
    }
  }

  private mutating func change(_ id: ScopeID, _ body: (inout Slot<ScopeRecord>) -> Void) {
    if !scopeTable.change(id.rawValue, limit: limit, body) { refused &+= 1 }
  }

  private mutating func change(_ id: NodeID, _ body: (inout Slot<NodeRecord>) -> Void) {
    if !nodeTable.change(id.rawValue, limit: limit, body) { refused &+= 1 }
  }
}

extension SlotTable {
  /// Changes a slot, adding it if there is room; whether there was.
  fileprivate mutating func change<Told>(
    _ number: UInt64, limit: Int, _ body: (inout Slot) -> Void
  ) -> Bool where Slot == GraphModel.Slot<Told> {
    if let index = index(of: number) {
      modify(index, body)
      return true
    }
    guard count < limit else { return false }
    var slot = Slot(number: number)
    body(&slot)
    _ = insert(slot)
    return true
  }
}

// MARK: Equality

extension GraphModel: Equatable {
  /// Compares what is known; not the order in which it came, nor what was left out.
  package static func == (one: GraphModel, other: GraphModel) -> Bool {
    one.counts == other.counts && one.scopeTable == other.scopeTable
      && one.nodeTable == other.nodeTable && one.bindingTable == other.bindingTable
  }
}
