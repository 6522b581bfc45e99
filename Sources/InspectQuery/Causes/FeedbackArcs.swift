/// Edges of a small graph without which nothing in it goes round.
///
/// For few nodes the smallest set, sought over all orders of the nodes by their subsets; for more, a
/// rule of thumb (Eades, Lin and Smyth, 1993) whose result need not be the smallest.
struct FeedbackArcs {
  /// The edges, in the order of their beginnings.
  let arcs: [(from: Int, to: Int)]
  /// Whether no smaller set does it.
  let isSmallest: Bool

  /// Takes the successors of each node.
  init(_ successors: [[Int]]) {
    let loops = successors.indices.filter { successors[$0].contains($0) }.map { ($0, $0) }
    let plain = successors.indices.map { node in successors[node].filter { $0 != node } }
    let isSmall = plain.count <= QueryLimits.exactCutMembers
    let order = isSmall ? Self.bestOrder(plain) : Self.goodOrder(plain)
    var place = [Int](repeating: 0, count: plain.count)
    for (number, node) in order.enumerated() { place[node] = number }
    let back = plain.indices.flatMap { from in
      plain[from].filter { place[$0] < place[from] }.map { (from, $0) }
    }
    arcs = (loops + back).sorted { $0 < $1 }.map { (from: $0.0, to: $0.1) }
    // Something goes round, so one edge is the least that can do.
    isSmallest = isSmall || back.count <= 1
  }

  /// The order with the fewest edges that lead back: the best way to put any set of nodes first
  /// follows from the best ways with one node less.
  private static func bestOrder(_ successors: [[Int]]) -> [Int] {
    let count = successors.count
    let masks = successors.map { $0.reduce(0) { $0 | 1 << $1 } }
    var cost = [Int](repeating: .max, count: 1 << count)
    var last = [Int](repeating: 0, count: 1 << count)
    cost[0] = 0
    for set in 1..<(1 << count) {
      for node in 0..<count where set & 1 << node != 0 {
        let before = set & ~(1 << node)
        let price = cost[before] + (masks[node] & before).nonzeroBitCount
        if price < cost[set] { (cost[set], last[set]) = (price, node) }
      }
    }
    var order: [Int] = []
    var set = (1 << count) - 1
    while set != 0 {
      order.append(last[set])
      set &= ~(1 << last[set])
    }
    return order.reversed()
  }

  /// Takes away sinks to the end and sources to the front; else, to the front, the node with the most
  /// edges out and the fewest in. Nodes wait in buckets by that difference, so it is linear.
  private static func goodOrder(_ successors: [[Int]]) -> [Int] {
    let count = successors.count
    var predecessors = [[Int]](repeating: [], count: count)
    for (from, ends) in successors.enumerated() {
      for end in ends { predecessors[end].append(from) }
    }
    var out = successors.map(\.count)
    var into = predecessors.map(\.count)
    var isTaken = [Bool](repeating: false, count: count)
    var front: [Int] = []
    var back: [Int] = []
    let span = max(out.max() ?? 0, into.max() ?? 0)
    // Entries are not moved when a node's difference changes: it is entered again.
    var buckets = [[Int]](repeating: [], count: 2 * span + 1)
    var sinks: [Int] = []
    var sources: [Int] = []
    var top = 0
    func enter(_ node: Int) {
      if out[node] == 0 {
        sinks.append(node)
      } else if into[node] == 0 {
        sources.append(node)
      } else {
        let bucket = out[node] - into[node] + span
        buckets[bucket].append(node)
        top = max(top, bucket)
      }
    }
    func take(_ node: Int) {
      isTaken[node] = true
      for end in successors[node] where !isTaken[end] {
        into[end] -= 1
        enter(end)
      }
      for start in predecessors[node] where !isTaken[start] {
        out[start] -= 1
        enter(start)
      }
    }
    for node in (0..<count).reversed() { enter(node) }
    while front.count + back.count < count {
      if let node = sinks.popLast() {
        if isTaken[node] { continue }
        back.append(node)
        take(node)
      } else if let node = sources.popLast() {
        if isTaken[node] { continue }
        front.append(node)
        take(node)
      } else {
        while top > 0, buckets[top].isEmpty { top -= 1 }
        guard let node = buckets[top].popLast() else { break }
        if isTaken[node] || out[node] - into[node] + span != top { continue }
        front.append(node)
        take(node)
      }
    }
    return front + back.reversed()
  }
}
