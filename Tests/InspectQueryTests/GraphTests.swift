internal import InspectWire
internal import TestSupport
internal import Testing

@testable internal import InspectQuery

@Suite struct GraphTests {
  @Test func `components and reach are those of the slow way`() {
    for seed in 0..<200 as Range<UInt64> {
      var dice = Dice(generator: SeededGenerator(seed: seed))
      let count = 1 + dice.below(9)
      let edges = (0..<dice.below(16)).map { _ in
        (from: Int32(dice.below(count)), to: Int32(dice.below(count)))
      }
      let graph = Digraph(count: count, edges: edges)
      let reach = (0..<count).map { start in
        graph.reach(from: (0..<count).map { $0 == start })
      }
      var slow = (0..<count).map { one in (0..<count).map { $0 == one } }
      for edge in edges { slow[Int(edge.from)][Int(edge.to)] = true }
      for middle in 0..<count {
        for one in 0..<count where slow[one][middle] {
          for other in 0..<count where slow[middle][other] { slow[one][other] = true }
        }
      }
      #expect(reach == slow, "seed \(seed)")
      let components = graph.components()
      for one in 0..<count {
        for other in 0..<count {
          let isSame = slow[one][other] && slow[other][one]
          #expect((components.of[one] == components.of[other]) == isSame, "seed \(seed)")
          if slow[one][other] {
            #expect(components.of[one] >= components.of[other], "seed \(seed)")
          }
        }
      }
    }
  }

  @Test func `a chain of a hundred thousand takes no recursion`() {
    let count = 100_000
    let graph = Digraph(
      count: count, edges: (1..<count).map { (from: Int32($0), to: Int32($0 - 1)) })
    #expect(graph.components().count == count)
    #expect(graph.reach(from: (0..<count).map { $0 == count - 1 }).allSatisfy { $0 })
  }

  @Test func `a small cut is the smallest, a large one still cuts`() {
    for seed in 0..<120 as Range<UInt64> {
      var dice = Dice(generator: SeededGenerator(seed: seed))
      let count = 2 + dice.below(seed % 2 == 0 ? 5 : 40)
      let successors = (0..<count).map { _ in
        Set((0..<dice.below(4)).map { _ in dice.below(count) }).sorted()
      }
      let cut = FeedbackArcs(successors)
      let all = successors.indices.flatMap { from in successors[from].map { (from, $0) } }
      let isCut = { (removed: [(Int, Int)]) -> Bool in
        let rest = all.filter { edge in !removed.contains { $0 == edge } }
        let graph = Digraph(count: count, edges: rest.map { (from: Int32($0.0), to: Int32($0.1)) })
        return graph.components().count == count && rest.allSatisfy { $0.0 != $0.1 }
      }
      #expect(isCut(cut.arcs.map { ($0.from, $0.to) }), "seed \(seed)")
      guard count < 7, all.count < 14, !cut.arcs.isEmpty else { continue }
      #expect(cut.isSmallest)
      let smaller = (0..<(1 << all.count)).contains { set in
        set.nonzeroBitCount < cut.arcs.count
          && isCut(all.indices.filter { set & 1 << $0 != 0 }.map { all[$0] })
      }
      #expect(!smaller, "seed \(seed)")
    }
  }

  @Test func `a binding that carries both ways is no loop by itself`() throws {
    var shop = Shop()
    shop.add(1, reads: [1], direction: .twoWay)
    shop.add(2, reads: [2])
    #expect(try shop.found("loop") == [2])
  }
}
