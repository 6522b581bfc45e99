/// The word among those given that was probably meant, for "did you mean" and for hints.
///
/// Measured in insertions, deletions, replacements and exchanges of neighbours; at most a third of
/// the word may differ. Upper and lower case of ASCII count as equal only where nothing else fits
/// better. Long words and long lists are cut, so that the cost is bounded.
package func nearest(_ word: String, among candidates: [String]) -> String? {
  let wanted = Array(word.unicodeScalars.prefix(wordLimit + 1))
  guard !wanted.isEmpty, wanted.count <= wordLimit else { return nil }
  var best: (distance: Int, word: String)?
  for candidate in candidates.prefix(candidateLimit) {
    let found = Array(candidate.unicodeScalars.prefix(wordLimit + 1))
    guard !found.isEmpty, found.count <= wordLimit else { continue }
    let allowed = max(1, min(wanted.count, found.count) / 3)
    guard abs(wanted.count - found.count) <= allowed else { continue }
    var distance = distance(wanted, found) * 2
    if distance > 0 {
      let folded = InspectWire.distance(wanted.map(fold), found.map(fold)) * 2 + 1
      distance = min(distance, folded)
    }
    // A single letter that differs is another word, not a misspelt one.
    guard distance / 2 <= allowed, distance / 2 < wanted.count else { continue }
    if distance < best?.distance ?? .max { best = (distance, candidate) }
  }
  return best?.word
}

private let wordLimit = 64
private let candidateLimit = 4_096

private func fold(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
  0x41...0x5A ~= scalar.value ? Unicode.Scalar(UInt8(scalar.value + 0x20)) : scalar
}

/// Edit distance with exchanges of neighbours (optimal string alignment).
private func distance(_ one: [Unicode.Scalar], _ other: [Unicode.Scalar]) -> Int {
  var before = [Int](repeating: 0, count: other.count + 1)
  var last = Array(0...other.count)
  for row in 1...one.count {
    var current = [row] + [Int](repeating: 0, count: other.count)
    for column in 1...other.count {
      let isEqual = one[row - 1] == other[column - 1]
      var cost = min(
        last[column] + 1, current[column - 1] + 1, last[column - 1] + (isEqual ? 0 : 1))
      if row > 1, column > 1, one[row - 1] == other[column - 2], one[row - 2] == other[column - 1] {
        cost = min(cost, before[column - 2] + 1)
      }
      current[column] = cost
    }
    before = last
    last = current
  }
  return last[other.count]
}
