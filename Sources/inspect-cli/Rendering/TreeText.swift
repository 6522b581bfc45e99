internal import InspectWire

/// The tree of processes as lines: a row each, cut to the terminal where there is one.
struct TreeText: Sendable {
  let layout: Layout
  let clock: Clock
  private let text: BindingText
  private var palette: Palette { layout.palette }

  init(_ layout: Layout, _ clock: Clock) {
    self.layout = layout
    self.clock = clock
    text = BindingText(layout.palette)
  }

  // MARK: Rows

  /// The row of a process.
  func line(_ process: ProcessEntry, _ counts: Counts) -> Line {
    let worst = process.hasEnded ? .grey : counts.worst
    let sign = worst.map(palette.sign) ?? Span(palette.dot, .faint)
    let title = [
      Span(palette.foreign(process.facts.name), .strong),
      Span(" (\(process.facts.pid))", .faint),
    ]
    var tail = CountsText.signs(counts, palette)
    if tail.spans.isEmpty { tail = Line("no bindings", .faint) }
    if let note = note(process.state) { tail += Span("  " + note, .faint) }
    for clause in LossText.clauses(process) { tail += Span("  " + clause, .of(.yellow)) }
    return row(depth: 0, sign, title, tail.spans)
  }

  /// What is not as usual with a process; nil while it lives.
  func note(_ state: ProcessEntry.State) -> String? {
    switch state {
    case .live: nil
    case .stale(let since): "no word since \(clock.timeAndAgo(since))"
    case .ended(ProcessEntry.detached, let at): "detached \(clock.timeAndAgo(at))"
    case .ended(let how, let at): "ended \(clock.timeAndAgo(at)): \(palette.foreign(how))"
    }
  }

  /// A row below.
  func line(_ row: TreeOutline.Row) -> Line {
    let sign = row.counts.worst.map(palette.sign) ?? Span(palette.dot, .faint)
    switch row.content {
    case .scope(let scope):
      return self.row(
        depth: row.depth, sign, [Span(text.full(scope), .strong)],
        CountsText.signs(row.counts, palette).spans)
    case .node(let node):
      return self.row(
        depth: row.depth, sign, [Span(text.full(node))],
        CountsText.signs(row.counts, palette).spans)
    case .binding(let binding, let status, let colour, let node):
      return self.row(
        depth: row.depth, palette.sign(colour), [Span(text.title(binding, node: node))],
        tail(status, colour), isReason: true)
    }
  }

  /// What is wrong with a binding, in a row.
  func tail(_ status: StatusRecord?, _ colour: Colour) -> [Span] {
    guard let status else {
      return colour == .grey ? [Span("ended", .faint)] : [Span("no status yet", .of(colour))]
    }
    switch colour {
    case .green: return []
    case .grey:
      let was = status.reasons.first.map { ", was \(palette.foreign($0.code.rawValue))" } ?? ""
      return [Span("ended" + was, .faint)]
    case .red, .yellow:
      guard let reason = status.reasons.first else {
        return [Span(status.step?.name ?? Palette.word(colour), .of(colour))]
      }
      let more = status.reasons.count > 1 ? " (+\(status.reasons.count - 1))" : ""
      var spans = text.brief(reason, colour)
      spans[0].text += more
      return spans
    }
  }

  // MARK: Room

  /// Indentation, sign, title and tail. When there is not room for all, the first piece of the tail
  /// (the code of a reason) and half of the line for the title are sure; the title is cut in its
  /// middle, the tail at its end.
  private func row(
    depth: Int, _ sign: Span, _ title: [Span], _ tail: [Span], isReason: Bool = false
  ) -> Line {
    let indent = self.indent(depth)
    let title = Line(title)
    let tail = Line(tail)
    let lead = Line(Span(indent), sign, Span(" "))
    let gap = tail.spans.isEmpty ? [] : [Span("  ")]
    guard let columns = layout.columns else {
      return Line(lead.spans + title.spans + gap + tail.spans)
    }
    let room = columns - lead.width - (gap.isEmpty ? 0 : 2)
    guard title.width + tail.width > room else {
      return Line(lead.spans + title.spans + gap + tail.spans)
    }
    let sure = isReason ? Line(Array(tail.spans.prefix(1))).width : tail.width
    let shown = cutInMiddle(title, to: tail.spans.isEmpty ? room : max(room - sure, room / 2))
    var rest = tail
    // Of a sentence a few letters tell nothing.
    if isReason, room - shown.width < sure + 16 { rest.spans = Array(rest.spans.prefix(1)) }
    return Line(lead.spans + shown.spans + gap + rest.cut(to: room - shown.width, palette).spans)
  }

  private func cutInMiddle(_ line: Line, to columns: Int) -> Line {
    guard line.width > columns, let first = line.spans.first else { return line }
    let rest = line.spans.dropFirst()
    let restWidth = Line(Array(rest)).width
    return Line(
      [Span(palette.cutInMiddle(first.text, to: max(1, columns - restWidth)), first.tone)] + rest)
  }

  // Two columns a level, up to a bound; below it the level is told by number.
  private func indent(_ depth: Int) -> String {
    let columns = depth * 2
    guard layout.columns != nil, columns > CLILimits.indentColumns else {
      return String(repeating: " ", count: columns)
    }
    let number = "\(depth) "
    return String(repeating: " ", count: max(0, CLILimits.indentColumns - number.utf8.count))
      + number
  }
}

extension ProcessEntry {
  /// The daemon's word for a process that somebody let go of.
  static let detached = "detached"

  /// Whether nothing more comes of it.
  var hasEnded: Bool { if case .ended = state { true } else { false } }
}
