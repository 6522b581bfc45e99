internal import InspectWire

/// A piece of a line in one tone; its text is fit to be shown.
struct Span: Equatable, Sendable {
  /// The characters, without control characters.
  var text: String
  /// How it looks where there are colours.
  var tone: Tone

  init(_ text: String, _ tone: Tone = .plain) {
    self.text = text
    self.tone = tone
  }
}

/// How a piece of text looks; never the only sign of what it means.
enum Tone: Equatable, Sendable {
  case plain, strong, faint
  case of(Colour)

  /// Parameters of the terminal's sequence that turns it on; nil for none.
  var parameters: String? {
    switch self {
    case .plain: nil
    case .strong: "1"
    case .faint: "2"
    case .of(.red): "1;31"
    case .of(.yellow): "33"
    case .of(.green): "32"
    case .of(.grey): "2"
    }
  }
}

/// One line of output, without its end.
struct Line: Equatable, Sendable {
  /// The pieces from left to right.
  var spans: [Span]

  init(_ spans: Span...) { self.spans = spans }
  init(_ spans: [Span]) { self.spans = spans }
  init(_ text: String, _ tone: Tone = .plain) { spans = text.isEmpty ? [] : [Span(text, tone)] }

  /// An empty line.
  static let empty = Line([])

  /// Terminal columns.
  var width: Int { spans.reduce(0) { $0 + columnWidth(of: $1.text) } }

  /// The characters alone.
  var plain: String { spans.map(\.text).joined() }

  /// Appends the line, with the terminal's sequences around the pieces where asked.
  func append(to text: inout String, coloured: Bool) {
    for span in spans {
      guard coloured, let parameters = span.tone.parameters else {
        text += span.text
        continue
      }
      text += "\u{1b}[\(parameters)m\(span.text)\u{1b}[0m"
    }
  }

  static func + (one: Line, other: Line) -> Line { Line(one.spans + other.spans) }
  static func += (one: inout Line, other: Span) { one.spans.append(other) }
}

// MARK: Cutting

extension Line {
  /// The line cut at its end to so many columns.
  func cut(to columns: Int, _ palette: Palette) -> Line {
    guard width > columns else { return self }
    var line = Line.empty
    var room = columns
    for (index, span) in spans.enumerated() {
      let width = columnWidth(of: span.text)
      let isLast = index == spans.count - 1
      if width < room || (isLast && width <= room) {
        line += span
        room -= width
        continue
      }
      // A span that just fills the room is cut too, if something follows: the cut must be seen.
      line += Span(palette.cut(width > room ? span.text : span.text + " ", to: room), span.tone)
      break
    }
    return line
  }
}
