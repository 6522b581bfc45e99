internal import InspectQuery
internal import InspectWire
internal import TestSupport
internal import Testing

@Suite struct CausesTests {
  @Test func `312 reds under one nil object are one cause with 312 followers`() throws {
    var shop = Shop()
    for id in 1...312 as ClosedRange<UInt64> {
      // Their texts all differ: only the place is the same.
      shop.add(
        id, nil, .red, .pathObjectNil, origin: 7, parameters: [Parameter("segment", "s\(id)")])
    }
    shop.add(400)
    let causes = shop.causes
    let cause = try #require(causes.causes.first)
    #expect(causes.total == 1)
    #expect(causes.failing == 312)
    #expect(cause.kind == .place)
    #expect(cause.followers == 312)
    #expect(causes.followers == 312)
    #expect(cause.memberCount == 312)
    #expect(try shop.found("cause(status:red)") == [1])
  }

  @Test func `equal texts are not folded`() {
    var shop = Shop()
    for id in 1...5 as ClosedRange<UInt64> {
      shop.add(
        id, nil, .red, .ownerNotFound, origin: id, parameters: [Parameter("path", "user.name")])
    }
    #expect(shop.causes.total == 5)
    #expect(shop.causes.followers == 0)
  }

  @Test func `a binding that others wait for is their cause`() {
    var shop = Shop()
    shop.add(1, nil, .red, .transformerFailed)
    shop.add(2, nil, .yellow, .earlierStepOpen, reads: [1])
    shop.add(3, nil, .yellow, .valueNil, reads: [2])
    shop.add(4, nil, .red, .transformerNotFound, reads: [1])
    shop.add(5, nil, .green, reads: [1])
    let causes = shop.causes
    #expect(causes.causes.map(\.binding) == [BindingID(1), BindingID(4)])
    #expect(causes.causes.map(\.followers) == [2, 0])
    #expect(causes.causes[0].examples == [BindingID(2), BindingID(3)])
    #expect(causes.causes[0].kind == .binding)
  }

  /// The object is nil because the binding that should bring it fails: all read what that writes.
  @Test func `a place is explained by what all that fail at it depend on`() {
    var shop = Shop()
    shop.add(1, nil, .red, .ownerNotFound)
    shop.add(9, nil, .red, .typeUnknown)
    for id in 2...6 as ClosedRange<UInt64> {
      shop.add(id, nil, .yellow, .pathObjectNil, reads: id == 2 ? [1, 9] : [1], origin: 3)
    }
    let causes = shop.causes
    #expect(causes.causes.map(\.binding) == [BindingID(1), BindingID(9)])
    #expect(causes.causes.map(\.followers) == [5, 0])
  }

  @Test func `a stack of forty diamonds answers at once`() {
    var shop = Shop()
    var top: UInt64 = 1
    shop.add(1, nil, .red, .transformerFailed)
    for _ in 0..<40 {
      shop.add(top + 1, nil, .yellow, .valueNil, reads: [top])
      shop.add(top + 2, nil, .yellow, .valueNil, reads: [top])
      shop.add(top + 3, nil, .yellow, .valueNil, reads: [top + 1, top + 2])
      top += 3
    }
    let causes = shop.causes
    #expect(causes.total == 1)
    #expect(causes.causes.first?.followers == 120)
    #expect(causes.shared.isEmpty)
  }

  @Test func `a follower of two causes is counted in each and once in the sum`() {
    var shop = Shop()
    shop.add(1, nil, .red, .transformerFailed)
    shop.add(2, nil, .red, .transformerFailed)
    shop.add(3, nil, .yellow, .valueNil, reads: [1, 2])
    shop.add(4, nil, .yellow, .valueNil, reads: [3])
    shop.add(5, nil, .yellow, .valueNil, reads: [1])
    let causes = shop.causes
    #expect(causes.causes.map(\.binding.rawValue) == [1, 2])
    #expect(causes.causes.map(\.followers) == [3, 2])
    #expect(causes.followers == 3)
    #expect(
      causes.shared == [SharedFollowers(causes: [0, 1], followers: 2, through: BindingID(3))])
  }

  @Test func `of very many causes some are left out, and that is said`() {
    var shop = Shop()
    for id in 1...200 as ClosedRange<UInt64> { shop.add(id, nil, .red, .transformerFailed) }
    shop.add(300, nil, .yellow, .valueNil, reads: Array(1...200))
    let causes = shop.causes
    #expect(causes.total == 200)
    #expect(causes.causes.count == QueryLimits.causesTold)
    #expect(causes.isCut)
    #expect(causes.followers == 1)
  }

  @Test func `F4: a cycle of twelve has twelve edges, the same in each run`() throws {
    var told: Set<[String]> = []
    for turn in 0..<4 as Range<UInt64> {
      var shop = Shop()
      // In each run they are numbered in another order.
      let number = { (place: UInt64) in 1 + (place * 5 + turn * 7) % 12 }
      for place in 0..<12 as Range<UInt64> {
        shop.add(
          number(place), "member-\(Character(Unicode.Scalar(UInt8(97 + place))))", .red,
          .doesNotSettle, reads: [number((place + 11) % 12)],
          parameters: [Parameter("rounds", "100")])
      }
      shop.add(20, nil, .yellow, .valueNil, reads: [number(3)])
      let cause = try #require(shop.causes.causes.first)
      let loop = try #require(cause.loop)
      #expect(cause.kind == .loop)
      #expect(cause.memberCount == 12)
      #expect(cause.followers == 1)
      #expect(loop.edges.count == 12)
      #expect(loop.cut.count == 1)
      #expect(loop.isSmallestCut)
      #expect(loop.rounds == 100)
      told.insert(
        loop.edges.map { edge in
          let names = [edge.from, edge.to].map { shop.model.binding($0)?.name ?? "" }
          return names.joined(separator: " → ")
        })
    }
    #expect(told.count == 1)
    #expect(told.first?.first == "member-a → member-b")
    #expect(told.first?.last == "member-l → member-a")
  }

  @Test func `a loop names only its members`() throws {
    var shop = Shop()
    shop.add(1, nil, .red, .doesNotSettle, reads: [2])
    shop.add(2, nil, .red, .doesNotSettle, reads: [1])
    shop.add(3, nil, .yellow, ReasonCode("depends-on-loop"), reads: [2])
    // It was struck with the loop, but nothing leads back from it.
    shop.add(4, nil, .red, .doesNotSettle, reads: [2])
    let causes = shop.causes
    let cause = try #require(causes.causes.first)
    #expect(causes.total == 1)
    #expect(cause.members == [BindingID(1), BindingID(2)])
    #expect(cause.followers == 2)
    #expect(try shop.found("cause(status:red)") == [1, 2])
  }

  @Test func `a loop through a binding that looks sound is one all the same`() throws {
    var shop = Shop()
    shop.add(1, nil, .red, .doesNotSettle, reads: [3])
    shop.add(2, nil, .green, reads: [1])
    shop.add(3, nil, .green, reads: [2])
    let cause = try #require(shop.causes.causes.first)
    #expect(cause.kind == .loop)
    #expect(cause.memberCount == 3)
    #expect(cause.followers == 0)
  }

  @Test(arguments: [
    ("1, 2, 3, 4", "a", "b", LoopAnatomy.Kind.doesNotSettle),
    ("1, 0, 1, 0", "a", "b", .doesNotSettle),
    ("8, 4, 2, 1", "a", "b", .settlesSlowly), ("0.5, 0.75, 0.875", "a", "b", .settlesSlowly),
    ("x, y, z", "a", "b", .doesNotSettle), ("1, 2, 3", "a", "a", .twoWritersFight),
  ])
  func `a loop is one of three kinds`(
    values: String, one: String, other: String, kind: LoopAnatomy.Kind
  ) throws {
    var shop = Shop()
    let rounds = [Parameter("rounds", "9"), Parameter("values", values)]
    let target = { Endpoint(owner: "Slider", property: $0, valueType: "Int") }
    shop.add(
      1, nil, .red, .doesNotSettle, reads: [3], parameters: rounds, target: target(one))
    shop.add(
      2, nil, .red, .doesNotSettle, reads: [3], parameters: rounds, target: target(other))
    shop.add(3, nil, .red, .doesNotSettle, reads: [1, 2], parameters: rounds, implicit: [2])
    let loop = try #require(shop.causes.causes.first?.loop)
    #expect(loop.kind == kind)
    #expect(loop.values.map(\.values.count).max() == values.split(separator: ",").count)
    #expect(loop.edges.filter(\.isImplicit).count == 1)
    #expect(loop.cut.count == 2)
  }

  @Test func `bindings that wait for each other are one cause`() throws {
    var shop = Shop()
    shop.add(1, nil, .yellow, .valueNil, reads: [2])
    shop.add(2, nil, .yellow, .valueNil, reads: [1])
    shop.add(3, nil, .yellow, .valueNil, reads: [1])
    let cause = try #require(shop.causes.causes.first)
    #expect(shop.causes.total == 1)
    #expect(cause.kind == .circle)
    #expect(cause.memberCount == 2)
    #expect(cause.followers == 1)
  }

  @Test func `what has ended, or has said nothing yet, has no cause`() {
    var shop = Shop()
    shop.add(1, nil, .red, .valueNil)
    shop.model.apply(
      .ended(EndedRecord(subject: .binding(BindingID(1)), at: Shop.moment(1))))
    shop.add(2, nil, .yellow, .valueNil, reads: [1])
    shop.model.apply(.edges(EdgesRecord(binding: BindingID(3), precedents: [BindingID(2)])))
    let causes = shop.causes
    #expect(causes.causes.map(\.binding) == [BindingID(2)])
    #expect(causes.followers == 0)
  }

  @Test func `twenty thousand bindings in chains fold in linear time`() {
    var shop = Shop()
    for id in 1...20_000 as ClosedRange<UInt64> {
      shop.add(
        id, nil, .yellow, .valueNil,
        reads: id % 1_000 == 1 ? [] : [id - 1, id > 700 ? id - 700 : 1])
    }
    let causes = shop.causes
    #expect(causes.failing == 20_000)
    #expect(causes.followers + causes.total == 20_000)
  }
}
