/// A text with `*` for any text and `?` for any one character.
///
/// Compared scalar by scalar, with the letters A to Z taken as a to z and no other folding. The time
/// is linear in the text, whatever the pattern: all ways to match are followed at once, a bit each.
package struct TextPattern: Hashable, Sendable {
  /// A part of a pattern.
  enum Element: Hashable, Sendable {
    case scalar(Unicode.Scalar)
    case one
    case many
  }

  /// The parts; never two `many` beside each other.
  let elements: [Element]

  // Bit n: the first n parts, stars not counted, have been matched.
  private let end: UInt128
  private let stars: UInt128
  private let anywhere: UInt128
  private let ascii: [UInt128]
  private let others: [Unicode.Scalar: UInt128]

  /// Takes the parts; nil where there are more than the limit allows.
  init?(_ parts: [Element]) {
    guard parts.count <= QueryLimits.patternScalars else { return nil }
    var elements: [Element] = []
    for part in parts where part != .many || elements.last != .many { elements.append(part) }
    var bit: UInt128 = 1
    var stars: UInt128 = 0
    var anywhere: UInt128 = 0
    var own: [Unicode.Scalar: UInt128] = [:]
    for element in elements {
      switch element {
      case .many: stars |= bit
      case .one:
        bit <<= 1
        anywhere |= bit
      case .scalar(let scalar):
        bit <<= 1
        own[Self.fold(scalar), default: 0] |= bit
      }
    }
    var ascii = [UInt128](repeating: anywhere, count: 128)
    for (scalar, bits) in own where scalar.isASCII { ascii[Int(scalar.value)] |= bits }
    self.elements = elements
    self.stars = stars
    self.anywhere = anywhere
    self.ascii = ascii
    end = bit
    others = own.filter { !$0.key.isASCII }.mapValues { $0 | anywhere }
  }

  /// Whether the whole of a text is matched.
  package func matches(_ text: some StringProtocol) -> Bool {
    follow(text.unicodeScalars, looping: stars)
  }

  /// Whether a piece of a text is matched.
  package func isPiece(of text: some StringProtocol) -> Bool {
    follow(text.unicodeScalars, looping: stars | 1 | end)
  }

  private func follow(
    _ scalars: some Sequence<Unicode.Scalar>, looping loops: UInt128
  ) -> Bool {
    var states: UInt128 = 1
    if states & loops & end != 0 { return true }
    for scalar in scalars {
      let folded = Self.fold(scalar)
      let fitting =
        folded.isASCII ? ascii[Int(folded.value)] : others[folded] ?? anywhere
      states = (states << 1) & fitting | states & loops
      if states == 0 { return false }
      if states & loops & end != 0 { return true }
    }
    return states & end != 0
  }

  private static func fold(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    0x41...0x5A ~= scalar.value ? Unicode.Scalar(UInt8(scalar.value + 0x20)) : scalar
  }

  /// Compares the parts; the rest follows from them.
  package static func == (one: Self, other: Self) -> Bool { one.elements == other.elements }

  /// Hashes the parts.
  package func hash(into hasher: inout Hasher) { hasher.combine(elements) }
}
