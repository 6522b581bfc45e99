internal import InspectWire
internal import TestSupport
internal import Testing

@testable internal import InspectQuery

@Suite struct LiveQueryTests {
  /// The law: whatever happens, the answer is the one that judging all anew gives.
  @Test func `an answer kept is an answer made anew`() throws {
    for seed in 0..<20 as Range<UInt64> {
      var trees = RandomQueries(seed: seed)
      var queries = try (0..<4).map { _ in LiveQuery(try Query(trees.node(depth: 3).text)) }
      queries.append(LiveQuery(try Query("cause(status:red,yellow)")))
      queries.append(LiveQuery(try Query("(age>2s status:red)+ | b1")))
      var world = World(dice: trees.dice)
      for place in queries.indices { queries[place].judgeAll(world.shop.model, world.shop.facts) }
      for step in 0..<40 {
        let changed = world.change()
        let (model, facts) = (world.shop.model, world.shop.facts)
        for place in queries.indices {
          let before = queries[place].matching
          let ticked = queries[place].tick(model, facts)
          let changes = queries[place].update(changed, model, facts)
          let anew = Set(queries[place].query.matching(in: model, facts))
          #expect(
            queries[place].matching == anew, "seed \(seed), \(step): \(queries[place].query.text)")
          let told = before.union(ticked.entered).subtracting(ticked.left)
            .union(changes.entered).subtracting(changes.left)
          #expect(told == anew, "seed \(seed), \(step)")
        }
      }
    }
  }

  @Test func `time alone changes an answer, and it is said when`() throws {
    var shop = Shop()
    shop.add(1, nil, .red, .valueNil, since: 10)
    shop.facts.now = Shop.moment(12)
    var query = LiveQuery(try Query("age>5s age<=8s"))
    #expect(query.judgeAll(shop.model, shop.facts).isEmpty)
    #expect(query.next == Moment(microseconds: 15_000_001))
    shop.facts.now = Moment(microseconds: 15_000_000)
    #expect(query.tick(shop.model, shop.facts).isEmpty)
    shop.facts.now = Moment(microseconds: 15_000_001)
    #expect(query.tick(shop.model, shop.facts).entered == [BindingID(1)])
    #expect(query.next == Moment(microseconds: 18_000_001))
    shop.facts.now = Moment(microseconds: 18_000_001)
    #expect(query.tick(shop.model, shop.facts).left == [BindingID(1)])
    #expect(query.next == nil)
  }
}

/// A model to which anything may happen.
private struct World {
  var dice: Dice
  var shop = Shop()
  private var second = 100.0

  init(dice: Dice) { self.dice = dice }

  /// Changes a few bindings, lets some time pass; which ones changed.
  mutating func change() -> Set<BindingID> {
    var changed: Set<BindingID> = []
    for _ in 0...dice.below(3) {
      let id = UInt64(1 + dice.below(9))
      let code = dice.pick(
        [
          nil, .pathObjectNil, .valueNil, .doesNotSettle, .ownerNotFound, .transformerFailed,
        ] as [ReasonCode?])
      let colour: Colour = code == nil ? .green : dice.pick([.red, .yellow])
      let origin = dice.oneIn(3) ? UInt64(dice.below(3)) : nil
      let reads = (0..<dice.below(3)).map { _ in UInt64(1 + dice.below(9)) }
      switch dice.below(8) {
      case 0: shop.model.forget(.binding(BindingID(id)))
      case 1:
        shop.model.apply(
          .ended(EndedRecord(subject: .binding(BindingID(id)), at: Shop.moment(second))))
      case 2: shop.link(id, reads: Array(Set(reads)))
      case 3, 4: shop.tell(id, colour, code, origin: origin, since: second, changes: 3)
      default:
        shop.add(id, nil, colour, code, reads: Array(Set(reads)), origin: origin, since: second)
      }
      changed.insert(BindingID(id))
    }
    second += Double(dice.below(4))
    shop.facts.now = Shop.moment(second)
    return changed
  }
}
