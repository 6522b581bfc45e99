internal import InspectWire

/// The rows of one process: scopes, nodes and bindings by what contains what, with roll-ups.
///
/// Whatever the records say, every binding comes to stand in exactly one row: parents that are
/// unknown or that loop are left out. Cost linear in the records but for sorting.
struct TreeOutline: Sendable {
  /// Which rows there are and in which order.
  struct Options: Equatable, Sendable {
    /// Ended and internal bindings, and what contains nothing, too.
    var all = false
    /// The worst colour first, instead of the oldest.
    var worstFirst = false
  }

  /// A row below the process's own.
  struct Row: Sendable {
    /// 1 for what lies directly in the process.
    var depth: Int
    var content: Content
    /// Bindings shown in and below this row, by colour.
    var counts: Counts
  }

  /// What a row shows.
  enum Content: Sendable {
    case scope(ScopeRecord)
    case node(NodeRecord)
    /// With its node, if that has no row of its own.
    case binding(BindingRecord, StatusRecord?, Colour, NodeRecord?)
  }

  /// The rows from top to bottom.
  private(set) var rows: [Row] = []
  /// Bindings shown, by colour.
  private(set) var counts = Counts()
  /// Bindings not shown since they ended.
  private(set) var hiddenEnded = 0
  /// Bindings not shown since they belong to a framework.
  private(set) var hiddenInternal = 0

  private var items: [Item] = []

  private struct Item {
    var content: Content
    var children: [Int] = []
    var counts = Counts()
    var isPlaced = false
  }

  /// - Parameter hasEnded: Whether the process has: then nothing in it is other than grey.
  init(_ model: GraphModel, hasEnded: Bool = false, _ options: Options = Options()) {
    var places = Places()
    for scope in model.scopes {
      places.scopes[scope.id] = items.count
      items.append(Item(content: .scope(scope)))
    }
    for node in model.nodes {
      places.nodes[node.id] = items.count
      items.append(Item(content: .node(node)))
    }
    for binding in model.bindings {
      let status = model.status(of: binding.id)
      let colour = hasEnded ? .grey : model.colour(of: binding.id) ?? .yellow
      if !options.all {
        if colour == .grey {
          hiddenEnded += 1
          continue
        }
        if colour != .red, status?.marks.contains(.isInternal) == true {
          hiddenInternal += 1
          continue
        }
      }
      var item = Item(content: .binding(binding, status, colour, nil))
      item.counts[colour] = 1
      counts[colour] += 1
      items.append(item)
    }
    let roots = link(places)
    let order = inOrder(roots)
    count(order)
    addRows(roots, options)
    items = []
  }

  private struct Places {
    var scopes: [ScopeID: Int] = [:]
    var nodes: [NodeID: Int] = [:]
  }

  // MARK: Containment

  /// Hangs every item below its parent and returns those without.
  private mutating func link(_ places: Places) -> [Int] {
    var roots: [Int] = []
    for index in items.indices {
      let parent: Int?
      switch items[index].content {
      case .scope(let scope): parent = scope.parent.flatMap { places.scopes[$0] }
      case .node(let node):
        parent = node.parent.flatMap { places.nodes[$0] } ?? places.scopes[node.scope]
      case .binding(let binding, _, _, _):
        parent =
          binding.node.flatMap { places.nodes[$0] } ?? binding.scope.flatMap { places.scopes[$0] }
      }
      if let parent, parent != index {
        items[parent].children.append(index)
      } else {
        roots.append(index)
      }
    }
    return cutLoops(roots)
  }

  /// Makes the oldest item of each loop a root, so that nothing is unreachable.
  private mutating func cutLoops(_ roots: [Int]) -> [Int] {
    var roots = roots
    var stack = roots
    var next = 0
    while true {
      while let index = stack.popLast() {
        items[index].isPlaced = true
        // A child already placed is the one by which a loop was entered.
        let children = items[index].children.filter { !items[$0].isPlaced }
        items[index].children = children
        stack.append(contentsOf: children)
      }
      while next < items.count, items[next].isPlaced { next += 1 }
      guard next < items.count else { return roots }
      roots.append(next)
      stack = [next]
    }
  }

  /// Every item after the one that contains it.
  private func inOrder(_ roots: [Int]) -> [Int] {
    var order = roots
    var next = 0
    while next < order.count {
      order.append(contentsOf: items[order[next]].children)
      next += 1
    }
    return order
  }

  private mutating func count(_ order: [Int]) {
    for index in order.reversed() {
      for child in items[index].children {
        for colour in Colour.allCases { items[index].counts[colour] += items[child].counts[colour] }
      }
    }
  }

  // MARK: Rows

  private mutating func addRows(_ roots: [Int], _ options: Options) {
    var stack = sorted(roots, options).reversed().map { (index: $0, depth: 1) }
    while let (index, depth) = stack.popLast() {
      let item = items[index]
      guard options.all || item.counts.worst != nil else { continue }
      if case .node(let node) = item.content, item.children.count == 1,
        case .binding(let binding, let status, let colour, _) = items[item.children[0]].content
      {
        let content = Content.binding(binding, status, colour, node)
        rows.append(Row(depth: depth, content: content, counts: item.counts))
        continue
      }
      rows.append(Row(depth: depth, content: item.content, counts: item.counts))
      for child in sorted(item.children, options).reversed() {
        stack.append((child, depth + 1))
      }
    }
  }

  private func sorted(_ indices: [Int], _ options: Options) -> [Int] {
    guard options.worstFirst else { return indices }
    return indices.sorted { one, other in
      let (left, right) = (items[one].counts, items[other].counts)
      let (worst, otherWorst) = (left.worst ?? .grey, right.worst ?? .grey)
      if worst != otherWorst { return worst < otherWorst }
      return left[worst] == right[worst] ? one < other : left[worst] > right[worst]
    }
  }
}
