private import InspectWire

/// The looks of `doctor` as lines.
struct DoctorText: Sendable {
  let layout: Layout
  private var palette: Palette { layout.palette }

  init(_ layout: Layout) { self.layout = layout }

  /// A line or more for each look, then the sum.
  func lines(_ looks: [Look]) -> [Line] {
    let failed = looks.count { $0.outcome == .failed }
    let sum =
      failed == 0
      ? Line("Nothing stands in the way.", .strong)
      : Line(failed == 1 ? "1 look failed." : "\(failed) looks failed.", .strong)
    return looks.flatMap(lines) + [sum]
  }

  private func lines(_ look: Look) -> [Line] {
    let (sign, tone): (String, Tone) =
      switch look.outcome {
      case .fine: (palette.glyph(.green), .of(.green))
      case .failed: (palette.glyph(.red), .of(.red))
      case .note: (palette.dot, .faint)
      }
    let lead = "\(sign) \(look.outcome.rawValue.padded(to: 6)) \(look.subject.padded(to: 16))"
    var lines = WrappedText.lines(
      lead, palette.own(look.seen), columns: layout.textColumns, leadTone: tone)
    if !look.remedy.isEmpty {
      lines += WrappedText.lines(
        String(repeating: " ", count: 25) + palette.arrow + " ", palette.own(look.remedy),
        columns: layout.textColumns, leadTone: .strong)
    }
    return lines
  }
}
