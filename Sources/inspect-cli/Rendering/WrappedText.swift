private import InspectWire

/// Breaks running text into lines of so many columns.
enum WrappedText {
  /// The lines of a text that is fit to be shown; a word longer than a line is broken.
  static func lines(of text: String, columns: Int) -> [String] {
    let columns = max(columns, 8)
    var lines: [String] = []
    var line = ""
    var width = 0
    for word in text.split(separator: " ") {
      var word = String(word)
      var wordWidth = columnWidth(of: word)
      if !line.isEmpty, width + 1 + wordWidth <= columns {
        line += " " + word
        width += 1 + wordWidth
        continue
      }
      if !line.isEmpty { lines.append(line) }
      while wordWidth > columns {
        let piece = beginning(of: word, columns: columns)
        lines.append(piece)
        word = String(word.unicodeScalars.dropFirst(piece.unicodeScalars.count))
        wordWidth = columnWidth(of: word)
      }
      line = word
      width = wordWidth
    }
    if !line.isEmpty { lines.append(line) }
    return lines
  }

  /// The same, the first line after a lead, the others below its text.
  static func lines(
    _ lead: String, _ text: String, columns: Int, leadTone: Tone = .faint, tone: Tone = .plain
  ) -> [Line] {
    let indent = columnWidth(of: lead)
    let pieces = lines(of: text, columns: columns - indent)
    guard !pieces.isEmpty else { return [Line(Span(lead, leadTone))] }
    return pieces.enumerated().map { index, piece in
      index == 0
        ? Line(Span(lead, leadTone), Span(piece, tone))
        : Line(Span(String(repeating: " ", count: indent)), Span(piece, tone))
    }
  }

  /// What of a long word goes on a line: of a path whole parts, if they fill half of it.
  private static func beginning(of word: String, columns: Int) -> String {
    var piece = String.UnicodeScalarView()
    var (width, parts) = (0, (end: piece.endIndex, width: 0))
    for scalar in word.unicodeScalars {
      width += columnWidth(of: scalar)
      guard width <= columns || piece.isEmpty else {
        return String(parts.width > columns / 2 ? piece[..<parts.end] : piece[...])
      }
      piece.append(scalar)
      if scalar == "/" { parts = (piece.endIndex, width) }
    }
    return String(piece)
  }
}
