internal import InspectWire

/// What `check` found.
struct CheckReport: Sendable {
  /// A binding that is not as it should be.
  struct Finding: Sendable {
    var process: ProcessEntry
    var binding: BindingRecord
    var node: NodeRecord?
    var status: StatusRecord?
    var colour: Colour
    var declared: FoundPlace
  }

  /// Broken bindings first, then pending ones if those count.
  var findings: [Finding] = []
  /// Bindings that have not ended, of all processes looked at.
  var counts = Counts()
  /// Processes looked at.
  var processes: [ProcessEntry] = []

  /// Whether the check fails: on a finding, and where something cannot be known at all.
  var hasFailed: Bool { !findings.isEmpty || processes.contains { $0.leftOut > 0 } }
}

/// The report of `check` as lines.
struct CheckText: Sendable {
  let layout: Layout
  let clock: Clock
  private var palette: Palette { layout.palette }

  init(_ layout: Layout, _ clock: Clock) {
    self.layout = layout
    self.clock = clock
  }

  /// Three lines for each finding, a line for what is not known, then the sum.
  func lines(_ report: CheckReport) -> [Line] {
    report.findings.flatMap(lines) + report.processes.flatMap(gaps) + [sum(report)]
  }

  private func gaps(_ process: ProcessEntry) -> [Line] {
    var clauses = LossText.clauses(process)
    if let note = TreeText(layout, clock).note(process.state) { clauses.insert(note, at: 0) }
    let name = "\(palette.foreign(process.facts.name)) (\(process.facts.pid))"
    return clauses.map { Line("  \(name): \($0)", .of(.yellow)) }
  }

  private func lines(_ finding: CheckReport.Finding) -> [Line] {
    let text = BindingText(palette)
    let facts = finding.process.facts
    let process = "  \(palette.foreign(facts.name)) (\(facts.pid))"
    var title = text.title(finding.binding, node: finding.node)
    if let columns = layout.columns {
      title = palette.cutInMiddle(title, to: max(20, columns - 2 - process.count))
    }
    var lines = [
      Line(palette.sign(finding.colour), Span(" "), Span(title, .strong), Span(process, .faint))
    ]
    for reason in finding.status?.reasons.prefix(2) ?? [] {
      let code = palette.foreign(reason.code.rawValue)
      let sentence = palette.own(reason.sentence)
      if layout.columns == nil {
        // One line, so that a script finds the whole of it.
        lines.append(Line(Span("    \(code): ", .of(finding.colour)), Span(sentence)))
      } else {
        lines += WrappedText.lines(
          "    \(code): ", sentence, columns: layout.textColumns, leadTone: .of(finding.colour))
      }
    }
    if finding.status?.reasons.isEmpty != false {
      lines.append(
        Line("    \(finding.status?.step?.name ?? "no status yet")", .of(finding.colour)))
    }
    lines.append(Line("    declared at \(finding.declared.text(palette))", .faint))
    return lines
  }

  private func sum(_ report: CheckReport) -> Line {
    let worst = report.counts.worst
    let count = report.processes.count
    let place = count == 1 ? "1 process" : "\(count) processes"
    return Line(
      worst.map(palette.sign) ?? Span(palette.dot),
      Span(" \(CountsText.words(report.counts)) in \(place)", .strong))
  }
}
