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
    one.text.utf8.count == other.text.utf8.count && one.text.utf8.elementsEqual(other.text.utf8)
  }

  /// Hashes bytes, eight at a time, with the process's own seed.
  package func hash(into hasher: inout Hasher) {
    var word: UInt64 = 0
    var count = 0
    for byte in text.utf8 {
      word = word << 8 | UInt64(byte)
      count += 1
      if count & 7 == 0 { hasher.combine(word) }
    }
    hasher.combine(word)
    hasher.combine(count)
  }
}
