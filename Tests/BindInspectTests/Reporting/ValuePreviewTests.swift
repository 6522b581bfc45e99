import Testing

@testable import BindInspect

@Suite struct ValuePreviews {
  /// Objects that refer to each other, also through what their descriptions would print.
  private final class Knot {
    var other: Knot?
    var list: [Any] = []
  }

  private struct Holder {
    let knot: Knot
    let again: [Knot]
  }

  private func knot() -> Knot {
    let (one, other) = (Knot(), Knot())
    (one.other, other.other) = (other, one)
    one.list = [one, other, [one]]
    return one
  }

  @Test func `D2: objects that refer to each other are told by their class`() {
    let knot = knot()
    defer { knot.other = nil }
    defer { knot.list = [] }
    #expect(Value(previewing: knot) == .other(type: "Knot", description: ""))
    let inner = Value.other(type: "Knot", description: "")
    #expect(
      Value(previewing: knot.list) == .array([inner, inner, .array([inner], count: 1)], count: 3))
  }

  @Test func `D2: what holds such objects ends too`() {
    let knot = knot()
    defer { knot.other = nil }
    defer { knot.list = [] }
    for value in [Holder(knot: knot, again: [knot, knot]), ["a": knot], (knot, knot)] as [Any] {
      guard case .other(_, let description) = Value(previewing: value) else {
        Issue.record("\(Value(previewing: value))")
        continue
      }
      #expect(description.count <= 120)
    }
  }

  // A list of eight lists each, ten deep, has a thousand million parts; one may also be very deep.
  @Test(arguments: [(8, 10), (1, 200)]) func `D2: lists in lists are told to a bounded depth`(
    _ width: Int, _ depth: Int
  ) {
    var list: [Any] = [1]
    for _ in 0..<depth { list = Array(repeating: list, count: width) }
    var value = Value(previewing: list)
    var levels = 0
    while case .array(let elements, let count) = value, let first = elements.first {
      #expect(elements.count == width && count == width)
      (value, levels) = (first, levels + 1)
    }
    #expect(levels == 3)
    #expect(value == .array([], count: width))
  }
}
