/// A text that equals another when all its UTF-8 bytes do.
///
/// `String` compares by canonical equivalence: "é" composed and decomposed would be one key of a
/// table, and two bindings that are called so would be merged.
package struct ExactText: Hashable, Sendable {
  /// The text.
  package let text: String

  /// Takes the text as it is.
  package init(_ text: String) { self.text = text }

  /// Compares bytes.
  package static func == (one: Self, other: Self) -> Bool {
    let left = one.text.utf8Span.span
    let right = other.text.utf8Span.span
    guard left.count == right.count else { return false }
    for index in left.indices where left[index] != right[index] { return false }
    return true
  }

  /// Whether both are nil, or both texts that agree in all bytes.
  package static func areSame(_ one: String?, _ other: String?) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    return ExactText(one) == ExactText(other)
  }

  /// Hashes bytes, eight at a time, with the process's own seed.
  package func hash(into hasher: inout Hasher) {
    let units = text.utf8Span.span
    var word: UInt64 = 0
    for index in units.indices {
      word = word << 8 | UInt64(units[index])
      if index & 7 == 7 { hasher.combine(word) }
    }
    hasher.combine(word)
    hasher.combine(units.count)
  }
}
