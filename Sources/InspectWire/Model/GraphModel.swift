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

  private(set) var scopeTable = SlotTable<Slot<ScopeRecord>>()
  private(set) var nodeTable = SlotTable<Slot<NodeRecord>>()
  // Every binding of which anything is known. What changes often lies close together.
  private(set) var bindingTable = SlotTable<BindingSlot>()
  private(set) var declarationTable = SlotTable<DeclarationSlot>()
  private(set) var edgesTable = SlotTable<Slot<EdgesRecord>>()
  private let limit: Int

  /// What was told of one thing, and when it ended, if that is kept with it.
  struct Slot<Told: Hashable & Sendable>: NumberedSlot {
    let number: UInt64
    var told: Told?
    var ended: Moment?
  }

  /// The changing part of a binding; a million of them are what a daemon's memory is made of.
  struct BindingSlot: NumberedSlot {
    private var told: StatusRecord
    private var end = Moment(microseconds: .min)
    private var hasStatus = false
    private var hasEnded = false
    var isDeclared = false

    init(id: BindingID) {
      told = StatusRecord(binding: id, colour: .yellow, since: Moment(microseconds: 0))
    }

    var id: BindingID { told.binding }
    var number: UInt64 { told.binding.rawValue }

    /// The newest status as it was told; nil where none was.
    var status: StatusRecord? { hasStatus ? told : nil }

    /// When the binding ended; nil while it has not.
    var ended: Moment? { hasEnded ? end : nil }

    // Yellow before the first status, as that one is.
    var colour: Colour { hasEnded ? .grey : told.colour }
    var countedColour: Colour? { isDeclared ? colour : nil }

    mutating func take(_ status: consuming StatusRecord) {
      told = status
      hasStatus = true
    }

    mutating func end(at moment: Moment) {
      end = moment
      hasEnded = true
    }
  }

  /// A binding's declaration.
  struct DeclarationSlot: NumberedSlot {
    var told: BindingRecord
    var number: UInt64 { told.id.rawValue }
  }

  /// An empty graph.
  ///
  /// - Parameter limit: Most scopes, nodes and bindings each.
  package init(limit: Int = Limits.bindingsPerInstance) { self.limit = limit }

  // MARK: Folding

  /// Takes what a record says; total, and of constant cost.
  package mutating func apply(_ record: consuming Record) {
    switch consume record {
    case .status(let status): apply(status)
    case .binding(let binding):
      guard let index = place(of: binding.id) else { return }
      recount(index) { $0.isDeclared = true }
      let slot = DeclarationSlot(told: binding)
      if let index = declarationTable.index(of: slot.number) {
        declarationTable.slots[index] = slot
      } else {
        _ = declarationTable.insert(slot)
      }
    case .edges(let edges):
      guard place(of: edges.binding) != nil else { return }
      _ = edgesTable.change(edges.binding.rawValue, limit: .max) { $0.told = edges }
    case .scope(let scope): change(scope.id) { $0.told = scope }
    case .node(let node): change(node.id) { $0.told = node }
    case .ended(let end):
      switch end.subject {
      case .scope(let id): change(id) { $0.ended = end.at }
      case .node(let id): change(id) { $0.ended = end.at }
      case .binding(let id):
        guard let index = place(of: id) else { return }
        recount(index) { $0.end(at: end.at) }
      }
    }
  }

  /// Takes what a status says; the same as `apply` of its record.
  ///
  /// - Returns: The colours to be shown before and after; nil where there was no room for it.
  @discardableResult
  package mutating func apply(
    _ status: consuming StatusRecord
  ) -> (before: Colour?, after: Colour?)? {
    guard let index = place(of: status.binding) else { return nil }
    let before = bindingTable.slots[index].countedColour
    bindingTable.slots[index].take(consume status)
    let after = bindingTable.slots[index].countedColour
    count(before, after)
    return (before, after)
  }

  /// Drops all that is known of one thing; nothing else goes with it.
  package mutating func forget(_ subject: Subject) {
    switch subject {
    case .scope(let id): _ = scopeTable.remove(id.rawValue)
    case .node(let id): _ = nodeTable.remove(id.rawValue)
    case .binding(let id):
      count(bindingTable.remove(id.rawValue)?.countedColour, nil)
      _ = declarationTable.remove(id.rawValue)
      _ = edgesTable.remove(id.rawValue)
    }
  }

  // The slot of a binding, made if there is room.
  @inline(__always)
  private mutating func place(of id: BindingID) -> Int? {
    if let index = bindingTable.index(of: id.rawValue) { return index }
    guard bindingTable.count < limit else {
      refused &+= 1
      return nil
    }
    return bindingTable.insert(BindingSlot(id: id))
  }

  private mutating func recount(_ index: Int, _ change: (inout BindingSlot) -> Void) {
    let before = bindingTable.slots[index].countedColour
    change(&bindingTable.slots[index])
    count(before, bindingTable.slots[index].countedColour)
  }

  @inline(__always)
  private mutating func count(_ before: Colour?, _ after: Colour?) {
    guard before != after else { return }
    if let before { counts[before] -= 1 }
    if let after { counts[after] += 1 }
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
      body(&slots[index])
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
      && one.declarationTable == other.declarationTable && one.edgesTable == other.edgesTable
  }
}
