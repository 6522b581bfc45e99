internal import InspectWire

/// How many bindings have each colour, for people.
enum CountsText {
  /// In words, without the colours that do not occur: `1 broken, 12 ok`.
  static func words(_ counts: Counts) -> String {
    let parts = Colour.allCases.filter { counts[$0] > 0 }.map { colour in
      "\(counts[colour]) \(Palette.word(colour))"
    }
    return parts.isEmpty ? "no bindings" : parts.joined(separator: ", ")
  }

  /// By signs, without the colours that do not occur: `✕1 ●12`.
  static func signs(_ counts: Counts, _ palette: Palette) -> Line {
    var line = Line.empty
    for colour in Colour.allCases where counts[colour] > 0 {
      if !line.spans.isEmpty { line += Span(" ") }
      line += Span("\(palette.glyph(colour))\(counts[colour])", .of(colour))
    }
    return line
  }
}
