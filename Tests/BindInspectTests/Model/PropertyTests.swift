import Testing

@testable import BindInspect

@Suite struct Properties {
  final class Model: BindableObject {
    @Bound var number = 0
  }

  @Test func `an equal value is no change`() {
    let model = Model()
    var changes = 0
    model.$number.observe { changes += 1 }
    model.number = 0
    model.$number.set(0)
    #expect(changes == 0)
  }

  @Test func `followers are told in the order of their coming`() {
    let model = Model()
    var order: [Int] = []
    for number in 0..<5 { model.$number.observe { order.append(number) } }
    model.number = 1
    #expect(order == [0, 1, 2, 3, 4])
  }

  @Test func `a follower that ends others in mid-pass is obeyed at once`() {
    let model = Model()
    var calls: [String] = []
    var ended: [Follower] = []
    model.$number.observe {
      calls.append("first")
      for follower in ended { follower.end() }
    }
    ended.append(model.$number.observe { calls.append("second") })
    ended.append(model.$number.observe { calls.append("third") })
    model.$number.observe { calls.append("fourth") }
    model.number = 1
    model.number = 2
    #expect(calls == ["first", "fourth", "first", "fourth"])
  }

  @Test func `a follower that comes in mid-pass is told from then on`() {
    let model = Model()
    var calls = 0
    var isFirst = true
    model.$number.observe {
      if isFirst { model.$number.observe { calls += 1 } }
      isFirst = false
    }
    model.number = 1
    model.number = 2
    #expect(calls >= 1)
  }

  @Test(arguments: 0..<3)
  func `any follower can leave, the first, the middle, the last`(_ leaving: Int) {
    let model = Model()
    var calls: [Int] = []
    let followers = (0..<3).map { number in model.$number.observe { calls.append(number) } }
    followers[leaving].end()
    model.number = 1
    model.$number.observe { calls.append(9) }
    model.number = 2
    let rest = (0..<3).filter { $0 != leaving }
    #expect(calls == rest + rest + [9])
  }

  @Test func `a property outlives its owner as a value that nobody follows`() {
    var model: Model? = Model()
    let property = model?.$number
    var changes = 0
    let follower = property?.observe { changes += 1 }
    model = nil
    property?.set(3)
    #expect(property?.value == 3)
    #expect(changes == 0)
    #expect(follower?.isEnded == true)
    #expect(property?.observe {}.isEnded == true)
  }
}
