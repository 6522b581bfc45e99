/// Which places have been seen, a bit each.
struct BitField {
  private var words: [UInt64] = []

  /// Marks a place; false where it was marked before.
  mutating func insert(_ place: Int) -> Bool {
    let (word, bit) = (place >> 6, UInt64(1) << UInt64(place & 63))
    if word >= words.count {
      words.append(contentsOf: repeatElement(0, count: word + 1 - words.count))
    }
    if words[word] & bit != 0 { return false }
    words[word] |= bit
    return true
  }

  func contains(_ place: Int) -> Bool {
    let word = place >> 6
    return word < words.count && words[word] & (1 << UInt64(place & 63)) != 0
  }
}
