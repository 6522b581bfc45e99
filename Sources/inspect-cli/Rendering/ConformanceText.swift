private import InspectWire

/// The report of `conformance` as lines.
struct ConformanceText: Sendable {
  let layout: Layout
  private var palette: Palette { layout.palette }

  init(_ layout: Layout) { self.layout = layout }

  /// A line or more for each rule, then the sum.
  func lines(_ report: ConformanceReport) -> [Line] {
    var title = palette.foreign(report.subject)
    if !report.implementation.isEmpty { title += " (\(palette.foreign(report.implementation)))" }
    let rules = ConformanceRule.all.flatMap { lines($0, report.book[$0.id]) }
    return [Line(title, .strong)] + rules + [sum(report.book)]
  }

  private func lines(_ rule: ConformanceRule, _ outcome: RuleBook.Outcome) -> [Line] {
    let (sign, tone): (String, Tone) =
      switch outcome {
      case .passed: (palette.glyph(.green), .of(.green))
      case .failed: (palette.glyph(.red), .of(.red))
      case .open: (palette.dot, .faint)
      }
    let lead = "\(sign) \(outcome.word)  \(rule.id.rawValue.padded(to: 19))  "
    var lines = WrappedText.lines(
      lead, palette.own(rule.says), columns: layout.textColumns, leadTone: tone)
    switch outcome {
    case .passed: break
    case .open(let why): lines += below(palette.dot, "\(why).", .faint)
    case .failed(let seen):
      lines += below(palette.arrow, "Seen: \(seen).", .strong)
      lines += below(palette.arrow, "\(rule.help) (\(place(of: rule)))", .plain)
    }
    return lines
  }

  private func place(of rule: ConformanceRule) -> String {
    rule.section.hasSuffix(".md") ? "docs/\(rule.section)" : "docs/protocol.md, \(rule.section)"
  }

  private func below(_ sign: String, _ text: String, _ tone: Tone) -> [Line] {
    let indent = String(repeating: " ", count: 29 - sign.count - 1)
    return WrappedText.lines(
      "\(indent)\(sign) ", palette.own(text), columns: layout.textColumns, tone: tone)
  }

  private func sum(_ book: RuleBook) -> Line {
    let (passed, failed, open) = (book.count("pass"), book.count("fail"), book.count("open"))
    let text = "\(passed) rules kept, \(failed) broken, \(open) not put to the test."
    return Line(Span(palette.glyph(failed == 0 ? .green : .red) + " "), Span(text, .strong))
  }
}
