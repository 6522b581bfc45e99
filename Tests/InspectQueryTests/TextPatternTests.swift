internal import TestSupport
internal import Testing

@testable internal import InspectQuery

@Suite struct TextPatternTests {
  @Test(arguments: [
    ("", "", true, true), ("", "a", false, true), ("a", "A", true, true), ("É", "é", false, false),
    ("*", "", true, true), ("a*c", "abc", true, true), ("a*c", "abcd", false, true),
    ("a?c", "ac", false, false), ("?", "é", true, true), ("?", "e\u{301}", false, true),
    ("*.swift", "Cart.swift", true, true), ("a*b*c", "a--b--c", true, true),
    ("b?d", "abcde", false, true), ("k", "\u{212A}", false, false), ("aab", "aaab", false, true),
  ])
  func `a pattern matches whole texts and pieces`(
    pattern: String, text: String, whole: Bool, piece: Bool
  ) throws {
    let value = QueryReader.Value(bare: pattern, range: 0..<0)
    let pattern = try #require(TextPattern(value.elements))
    #expect(pattern.matches(text) == whole)
    #expect(pattern.isPiece(of: text) == piece)
  }

  @Test func `a pattern matches as the slow way says`() throws {
    var dice = Dice(generator: SeededGenerator(seed: 5))
    for _ in 0..<2_000 {
      let parts: [TextPattern.Element] = (0..<dice.below(6)).map { _ in
        dice.pick([.many, .one, .scalar("a"), .scalar("b")])
      }
      let text = (0..<dice.below(7)).map { _ in dice.pick(["a", "b", "c"]) }.joined()
      let pattern = try #require(TextPattern(parts))
      let scalars = Array(text.unicodeScalars)
      #expect(pattern.matches(text) == slowly(parts[...], scalars[...]), "\(parts) \(text)")
      let piece = [.many] + parts + [.many]
      #expect(pattern.isPiece(of: text) == slowly(piece[...], scalars[...]), "\(parts) \(text)")
    }
  }

  @Test func `many stars cost no more than none`() throws {
    let parts = (0..<60).flatMap { _ in [TextPattern.Element.many, .scalar("a")] }
    let pattern = try #require(TextPattern(parts))
    #expect(!pattern.matches(String(repeating: "a", count: 20_000) + "b"))
  }

  private func slowly(
    _ parts: ArraySlice<TextPattern.Element>, _ text: ArraySlice<Unicode.Scalar>
  ) -> Bool {
    guard let part = parts.first else { return text.isEmpty }
    switch part {
    case .many:
      return slowly(parts.dropFirst(), text)
        || (!text.isEmpty && slowly(parts, text.dropFirst()))
    case .one: return !text.isEmpty && slowly(parts.dropFirst(), text.dropFirst())
    case .scalar(let scalar):
      return text.first == scalar && slowly(parts.dropFirst(), text.dropFirst())
    }
  }
}
