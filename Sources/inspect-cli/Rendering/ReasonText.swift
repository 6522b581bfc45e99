internal import InspectWire

/// What `explain` prints: a reason's help page, from the catalogue.
struct ReasonText: Sendable {
  private let layout: Layout
  private var palette: Palette { layout.palette }

  init(_ layout: Layout) { self.layout = layout }

  /// The page of one code.
  func page(_ entry: ReasonEntry) -> [Line] {
    var lines = [
      Line(
        sign(entry), Span(" "), Span(entry.code.rawValue, .strong), Span("  " + kind(entry), .faint)
      )
    ]
    lines += paragraphs(entry.summary)
    lines += [.empty]
    lines += paragraphs(entry.explanation)
    lines += list("What causes it", entry.causes)
    lines += list("What mends it", entry.remedies)
    if !entry.example.isEmpty {
      lines += [.empty, Line("Example", .faint)]
      lines += entry.example.split(separator: "\n", omittingEmptySubsequences: false).map {
        Line("  " + palette.own(String($0)))
      }
    }
    lines += [.empty, Line("Its sentence", .faint)]
    lines += WrappedText.lines("  ", palette.own(entry.template.text), columns: layout.textColumns)
    return lines + [Line("  " + entry.page, .faint)]
  }

  /// Every code in the order of the steps.
  var index: [Line] {
    var lines: [Line] = []
    var last: String?
    for entry in ReasonCatalogue.all {
      let title = entry.step.map { "Step \($0.rawValue), \($0.name)" } ?? "Events"
      if title != last {
        if last != nil { lines.append(.empty) }
        lines.append(Line(title, .faint))
        last = title
      }
      let code = entry.code.rawValue.padded(to: 32)
      let line = Line(Span("  "), sign(entry), Span(" \(code) "), Span(palette.own(entry.summary)))
      lines.append(layout.columns.map { line.cut(to: $0, palette) } ?? line)
    }
    return lines
  }

  private func sign(_ entry: ReasonEntry) -> Span {
    entry.colour.map(palette.sign) ?? Span(palette.dot, .faint)
  }

  private func kind(_ entry: ReasonEntry) -> String {
    guard let step = entry.step, let colour = entry.colour else {
      return "an event: it never changes the colour"
    }
    return "\(Palette.word(colour)), step \(step.rawValue) of 9: \(step.name)"
  }

  private func paragraphs(_ text: String) -> [Line] {
    text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { paragraph in
      let lines = WrappedText.lines(of: palette.own(String(paragraph)), columns: layout.textColumns)
      return lines.isEmpty ? [Line.empty] : lines.map { Line($0) }
    }
  }

  private func list(_ title: String, _ entries: [String]) -> [Line] {
    guard !entries.isEmpty else { return [] }
    return [.empty, Line(title, .faint)]
      + entries.flatMap {
        WrappedText.lines("  \(palette.dot) ", palette.own($0), columns: layout.textColumns)
      }
  }
}
