internal import InspectWire

/// The signs and characters in which output is written: everything shown goes through it.
struct Palette: Equatable, Sendable {
  /// Whether nothing but ASCII may be written.
  var isASCII: Bool
  /// Whether the terminal's colours may be used.
  var isColoured: Bool

  init(isASCII: Bool = false, isColoured: Bool = false) {
    self.isASCII = isASCII
    self.isColoured = isColoured
  }

  /// Sign of a colour: colour is never the only one.
  func glyph(_ colour: Colour) -> String {
    switch colour {
    case .green: isASCII ? "+" : "●"
    case .yellow: isASCII ? "~" : "◐"
    case .red: isASCII ? "x" : "✕"
    case .grey: isASCII ? "-" : "○"
    }
  }

  /// The sign in its colour.
  func sign(_ colour: Colour) -> Span { Span(glyph(colour), .of(colour)) }

  /// What a colour is called for people.
  static func word(_ colour: Colour) -> String {
    switch colour {
    case .green: "ok"
    case .yellow: "pending"
    case .red: "broken"
    case .grey: "ended"
    }
  }

  /// From source to target.
  var arrow: String { isASCII ? "->" : "→" }
  /// Both ways.
  var bothWays: String { isASCII ? "<->" : "↔" }
  /// Between things of one row.
  var dot: String { isASCII ? "-" : "·" }
  /// Where something is missing.
  var ellipsis: String { isASCII ? ".." : "…" }

  /// A foreign text as it may be shown on one line.
  func foreign(_ text: String, limit: Int = Limits.nameShown) -> String {
    let shown = display(text, limit: limit)
    return isASCII ? own(shown) : shown
  }

  /// A text of our own, or one that has passed `display`: in ASCII where that is asked.
  func own(_ text: String) -> String {
    guard isASCII, !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
    return text.unicodeScalars.reduce(into: "") { result, scalar in
      result += Self.asciiForms[scalar] ?? Self.asciiForm(of: scalar)
    }
  }

  private static let asciiForms: [Unicode.Scalar: String] = [
    "“": "\"", "”": "\"", "‘": "'", "’": "'", "…": "..", "→": "->", "↔": "<->", "–": "-",
    "—": "-", "·": "-", "●": "+", "◐": "~", "✕": "x", "○": "-", "−": "-", "×": "x", "µ": "u",
  ]

  private static func asciiForm(of scalar: Unicode.Scalar) -> String {
    scalar.isASCII ? String(scalar) : "\\u{" + String(scalar.value, radix: 16) + "}"
  }

  // MARK: Cutting

  /// A text cut at its end to so many columns.
  func cut(_ text: String, to columns: Int) -> String {
    guard isASCII else { return shortened(text, toColumns: columns) }
    guard text.utf8.count > columns else { return text }
    return String(text.prefix(max(0, columns - 2))) + String(ellipsis.prefix(max(0, columns)))
  }

  /// A text cut in its middle to so many columns: of names and paths, the ends tell most.
  func cutInMiddle(_ text: String, to columns: Int) -> String {
    guard isASCII else { return shortenedInMiddle(text, toColumns: columns) }
    guard text.utf8.count > columns else { return text }
    guard columns > 4 else { return cut(text, to: columns) }
    let tail = columns / 2
    return String(text.prefix(columns - 2 - tail)) + ellipsis + String(text.suffix(tail))
  }
}
