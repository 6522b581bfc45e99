internal import InspectWire
internal import TestSupport

@testable internal import InspectQuery

/// Trees of queries as a reader could have made them.
struct RandomQueries {
  var dice: Dice

  init(seed: UInt64) { dice = Dice(generator: SeededGenerator(seed: seed)) }

  mutating func node(depth: Int) -> QueryNode { QueryNode(kind(depth), 0..<0) }

  private mutating func kind(_ depth: Int) -> QueryNode.Kind {
    guard depth > 0 else { return dice.oneIn(8) ? .loop : .term(term()) }
    switch dice.below(9) {
    case 0: return .all([node(depth: depth - 1), node(depth: depth - 1)])
    case 1: return .any([node(depth: depth - 1), node(depth: depth - 1)])
    case 2: return .not(node(depth: depth - 1))
    case 3:
      let (up, down) = (reach(), reach())
      let inner = node(depth: depth - 1)
      return up == nil && down == nil ? inner.kind : .around(inner, up: up, down: down)
    case 4: return .path(node(depth: depth - 1), node(depth: depth - 1))
    case 5: return .cause(node(depth: depth - 1))
    default: return kind(0)
    }
  }

  private mutating func reach() -> QueryNode.Reach? {
    dice.pick([nil, .whole, .levels(0), .levels(1), .levels(2)])
  }

  private mutating func term() -> QueryTerm {
    switch dice.below(4) {
    case 0: return .word(pattern())
    case 1:
      let field = dice.pick([QueryField.status, .step, .mark])
      guard case .choice(let words) = field.kind else { return .word(pattern()) }
      return .choice(field, dice.oneIn(2) ? [dice.below(words.count)] : [0, words.count - 1])
    case 2:
      return .text(
        dice.pick([.reason, .process, .scope, .place, .name, .value]), isPiece: dice.oneIn(2),
        dice.oneIn(2) ? [pattern()] : Array(Set([pattern(), pattern()])))
    default:
      return .quantity(
        dice.pick([.age, .rate, .changes]), dice.pick(QueryTerm.Comparison.allCases),
        UInt64(dice.below(4) * dice.pick([1, 59, 60, 1_000, 3_600_000])))
    }
  }

  private mutating func pattern() -> TextPattern {
    let parts: [TextPattern.Element] = (0..<dice.below(4)).map { _ in
      dice.pick([
        .many, .one, .scalar("a"), .scalar("b"), .scalar("1"), .scalar("B"), .scalar("\""),
        .scalar("\\"), .scalar("*"), .scalar(" "), .scalar("\n"), .scalar("é"), .scalar("+"),
      ])
    }
    return TextPattern(parts) ?? TextPattern([.one])!
  }
}

extension QueryNode {
  /// The same with each list of parts as one, as reading makes it.
  var flat: QueryNode {
    switch kind {
    case .everything, .term, .loop: self
    case .all(let parts):
      QueryNode(
        .all(
          parts.map(\.flat).flatMap { part in
            if case .all(let parts) = part.kind { parts } else { [part] }
          }), range)
    case .any(let parts):
      QueryNode(
        .any(
          parts.map(\.flat).flatMap { part in
            if case .any(let parts) = part.kind { parts } else { [part] }
          }), range)
    case .not(let part): QueryNode(.not(part.flat), range)
    case .around(let part, let up, let down):
      QueryNode(.around(part.flat, up: up, down: down), range)
    case .path(let from, let to): QueryNode(.path(from.flat, to.flat), range)
    case .cause(let part): QueryNode(.cause(part.flat), range)
    }
  }
}
