/// A directed graph of numbered nodes that does not change; its edges lie in one array.
struct Digraph: Sendable {
  /// How many nodes there are; they are numbered from 0.
  let count: Int
  // Edges of node n: ends[starts[n]..<starts[n + 1]].
  private let starts: [Int32]
  private let ends: [Int32]

  /// Takes edges in any order; one that comes twice is kept once.
  ///
  /// - Parameter edges: Both ends are numbers of nodes.
  init(count: Int, edges: [(from: Int32, to: Int32)]) {
    self.count = count
    // Sorted by their ends, then dealt out by their beginnings: so each list is in order, without
    // comparing anything.
    let byEnd = Self.sorted(edges.map(\.to), below: count).order
    let (heads, order) = Self.sorted(byEnd.map { edges[Int($0)].from }, below: count)
    let all = order.map { edges[Int(byEnd[Int($0)])].to }
    var starts: [Int32] = [0]
    starts.reserveCapacity(count + 1)
    var ends: [Int32] = []
    ends.reserveCapacity(all.count)
    for node in 0..<count {
      let first = ends.count
      for end in all[Int(heads[node])..<Int(heads[node + 1])]
      where ends.count == first || ends[ends.count - 1] != end { ends.append(end) }
      starts.append(Int32(truncatingIfNeeded: ends.count))
    }
    self.starts = starts
    self.ends = ends
  }

  /// The places of keys in ascending order, equal ones as they come, and where each key begins.
  private static func sorted(
    _ keys: [Int32], below count: Int
  ) -> (heads: [Int32], order: [Int32]) {
    var heads = [Int32](repeating: 0, count: count + 1)
    for key in keys { heads[Int(key) + 1] += 1 }
    for key in 0..<count { heads[key + 1] += heads[key] }
    var next = heads
    var order = [Int32](repeating: 0, count: keys.count)
    for (place, key) in keys.enumerated() {
      order[Int(next[Int(key)])] = Int32(truncatingIfNeeded: place)
      next[Int(key)] += 1
    }
    return (heads, order)
  }

  /// Nodes to which an edge leads from a node, in ascending order.
  func successors(of node: Int) -> ArraySlice<Int32> {
    ends[Int(starts[node])..<Int(starts[node + 1])]
  }

  /// The same edges the other way round.
  var reversed: Digraph {
    var edges: [(from: Int32, to: Int32)] = []
    edges.reserveCapacity(ends.count)
    for node in 0..<count {
      for end in successors(of: node) { edges.append((end, Int32(truncatingIfNeeded: node))) }
    }
    return Digraph(count: count, edges: edges)
  }

  /// The nodes that are reached from some, these among them, over at most so many edges.
  func reach(from start: [Bool], limit: Int? = nil) -> [Bool] {
    var reached = start
    var front = start.indices.filter { start[$0] }
    var steps = 0
    while !front.isEmpty, limit.map({ steps < $0 }) ?? true {
      var next: [Int] = []
      for node in front {
        for end in successors(of: node) where !reached[Int(end)] {
          reached[Int(end)] = true
          next.append(Int(end))
        }
      }
      front = next
      steps += 1
    }
    return reached
  }

  /// Strongly connected components, by Tarjan's way, without recursion.
  ///
  /// - Returns: The number of each node's component, and how many there are. An edge between two
  ///   components leads from the higher number to the lower.
  func components() -> (of: [Int32], count: Int) {
    var component = [Int32](repeating: -1, count: count)
    var number = [Int32](repeating: -1, count: count)
    var low = [Int32](repeating: 0, count: count)
    var open: [Int] = []
    var calls: [(node: Int, next: Int)] = []
    var numbers: Int32 = 0
    var components: Int32 = 0
    for root in 0..<count where number[root] < 0 {
      calls.append((root, Int(starts[root])))
      while let call = calls.last {
        let node = call.node
        if number[node] < 0 {
          number[node] = numbers
          low[node] = numbers
          numbers += 1
          open.append(node)
        }
        if call.next < Int(starts[node + 1]) {
          calls[calls.count - 1].next += 1
          let end = Int(ends[call.next])
          if number[end] < 0 {
            calls.append((end, Int(starts[end])))
          } else if component[end] < 0 {
            low[node] = min(low[node], number[end])
          }
          continue
        }
        calls.removeLast()
        if let above = calls.last?.node { low[above] = min(low[above], low[node]) }
        guard low[node] == number[node] else { continue }
        while let last = open.popLast() {
          component[last] = components
          if last == node { break }
        }
        components += 1
      }
    }
    return (component, Int(components))
  }
}
