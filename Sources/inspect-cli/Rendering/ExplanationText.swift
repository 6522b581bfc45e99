internal import InspectWire

/// The parts that `why` and `show` have in common: facts of one binding as lines.
struct ExplanationText: Sendable {
  let explanation: Explanation
  /// Where the binding was declared.
  let declared: FoundPlace
  /// Where its source was written last; nil where that is not noted.
  let lastWrite: FoundPlace?
  let layout: Layout
  let clock: Clock

  var palette: Palette { layout.palette }
  var text: BindingText { BindingText(palette) }
  var status: StatusRecord { explanation.status }
  var binding: BindingRecord { explanation.binding }

  /// Width of the names of facts.
  static let leadColumns = 13

  // MARK: Head

  /// Sign, name and target; the process to the right.
  var title: Line {
    let facts = explanation.process.facts
    let process = "\(palette.foreign(facts.name)) (\(facts.pid))"
    let name = text.title(binding, node: explanation.node)
    let sign = palette.sign(status.colour)
    let head = Line(sign, Span(" "), Span(name, .strong))
    let tail = Line(process, .faint)
    guard let columns = layout.columns else { return Line(head.spans + [Span("  ")] + tail.spans) }
    let room = min(columns, layout.textColumns)
    if head.width + 2 + tail.width <= room {
      let gap = String(repeating: " ", count: room - head.width - tail.width)
      return Line(head.spans + [Span(gap)] + tail.spans)
    }
    let shown = palette.cutInMiddle(name, to: max(room / 2, room - 4 - tail.width))
    let line = Line(sign, Span(" "), Span(shown, .strong), Span("  "))
    return line + tail.cut(to: room - line.width, palette)
  }

  /// The colour in words, since when, and the step.
  var verdict: String {
    if status.colour == .grey { return ending }
    let since = wall(status.since).map { " since \(clock.timeAndAgo($0))" } ?? ""
    let word = Palette.word(status.colour)
    let text = word.prefix(1).uppercased() + word.dropFirst() + since
    return switch (status.colour, status.step) {
    case (.green, _): text + ": all nine steps are done."
    case (.red, let step?): text + ": step \(step.rawValue) of 9, \(step.name), failed."
    case (_, let step?):
      text + ": step \(step.rawValue) of 9, \(step.name), cannot be decided yet."
    case (_, nil): text + "."
    }
  }

  /// When the binding ended, as far as that is known, and how it was then.
  private var ending: String {
    let how =
      status.step.map { "step \($0.rawValue), \($0.name), was not done" }
      ?? "all nine steps were done"
    switch explanation.process.state {
    case .ended(ProcessEntry.detached, let at):
      return "Detached \(clock.timeAndAgo(at)). Then \(how)."
    case .ended(let word, let at):
      return "Ended \(clock.timeAndAgo(at)) with its process (\(palette.foreign(word, limit: 40))) "
        + "or before. At its end \(how)."
    case .live, .stale:
      let since = wall(status.since).map { " \(clock.timeAndAgo($0))" } ?? ""
      return "Ended\(since). At its end \(how)."
    }
  }

  /// The time of day of a moment of the process; nil where it cannot be said.
  func wall(_ moment: Moment) -> Int64? { explanation.process.facts.clock.wall(of: moment) }

  // MARK: Facts

  /// A fact with its name, on as many lines as it needs but no more than allowed.
  func fact(_ name: String, _ value: String, most: Int = 2, tone: Tone = .plain) -> [Line] {
    let lead = name + String(repeating: " ", count: max(1, Self.leadColumns - name.count))
    let all = WrappedText.lines(lead, value, columns: layout.textColumns, tone: tone)
    guard all.count > most, most > 0 else { return all }
    let last = all[most - 1].plain + palette.ellipsis + palette.ellipsis
    return all.prefix(most - 1) + [Line(palette.cut(last, to: layout.textColumns))]
  }

  /// A fact that is a path or a name, on one line, cut in its middle.
  func fact(path value: String, _ name: String) -> Line {
    let lead = name + String(repeating: " ", count: max(1, Self.leadColumns - name.count))
    let shown =
      layout.columns == nil
      ? value : palette.cutInMiddle(value, to: layout.textColumns - lead.count)
    return Line(Span(lead, .faint), Span(shown))
  }

  /// Both ends with their types, and the transformer between them.
  var ends: [Line] {
    var lines = [
      fact(path: text.end(binding.source), "From"), fact(path: text.end(binding.target), "To"),
    ]
    if let transformer = binding.transformer {
      let name = transformer.isEmpty ? "a closure" : palette.foreign(transformer)
      lines.append(fact(path: name, "Through"))
    }
    return lines
  }

  /// Every candidate of a look-up and why it was passed over; at most so many lines.
  func trail(_ reason: Reason, most: Int) -> [Line] {
    let count = reason.trail.count
    guard count > 0, most > 0 else { return [] }
    if most < min(2, count) {
      return fact("Trail", "\(count) objects were asked; `show` lists them", most: 1)
    }
    let shown = count <= most ? count : most - 1
    let width = min(
      30, reason.trail.prefix(shown).map { columnWidth(of: palette.foreign($0.name)) }.max() ?? 0)
    var lines: [Line] = []
    for (index, candidate) in reason.trail.prefix(shown).enumerated() {
      let name = palette.cutInMiddle(palette.foreign(candidate.name), to: width)
      let gap = String(repeating: " ", count: width - columnWidth(of: name) + 2)
      let verdict = candidate.verdict.isEmpty ? "taken" : palette.foreign(candidate.verdict)
      let lead = (index == 0 ? "Trail" : "").padded(to: Self.leadColumns)
      let line = Line(Span(lead, .faint), Span(name), Span(gap), Span(verdict, .faint))
      lines.append(layout.columns == nil ? line : line.cut(to: layout.textColumns, palette))
    }
    if shown < count {
      let rest = "\(palette.ellipsis) and \(count - shown) more"
      lines.append(Line("".padded(to: Self.leadColumns) + rest, .faint))
    }
    return lines
  }

  /// Where the source was written last, and by which thread.
  var lastWriteText: String? {
    guard let lastWrite, let fact = status.lastWrite else { return nil }
    let thread = fact.thread.isEmpty ? "" : ", thread \(palette.foreign(fact.thread))"
    return lastWrite.text(palette) + thread
  }

  /// How many others are broken for the same reason.
  var sharing: String {
    switch explanation.sharing {
    case 0: "by no other binding"
    case 1: "by 1 other binding"
    default: "by \(explanation.sharing) other bindings"
    }
  }

  /// The newest entries of the history, the oldest of them first; at most so many.
  ///
  /// - Parameter isWhole: Whether an entry may have several lines; else it is cut to one.
  func history(_ name: String, most: Int, isWhole: Bool = false) -> [Line] {
    explanation.history.suffix(max(0, most)).enumerated().flatMap { index, entry in
      let lead = (index == 0 ? name : "").padded(to: Self.leadColumns)
      var line = Line(Span(lead, .faint))
      if let wall = wall(entry.at) { line += Span(clock.time(wall) + "  ") }
      switch entry.kind {
      case .colour(let from, let to, let reason):
        line.spans += [palette.sign(from), Span(" \(palette.arrow) "), palette.sign(to)]
        let word = reason.map { palette.foreign($0.rawValue) } ?? Palette.word(to)
        line += Span(" " + word)
      case .event(let reason):
        line += Span(palette.foreign(reason.code.rawValue), .strong)
        line += Span(": " + palette.own(reason.sentence))
        if isWhole, line.width > layout.textColumns {
          let text = line.plain.dropFirst(lead.count)
          return WrappedText.lines(lead, String(text), columns: layout.textColumns)
        }
      }
      return [layout.columns == nil ? line : line.cut(to: layout.textColumns, palette)]
    }
  }

  /// What cannot be known of the binding, a clause each.
  var unknown: [String] {
    explanation.unknown.map { palette.foreign($0) } + LossText.clauses(explanation.process)
  }

  /// The words for marks, in the order of their bits.
  var marks: [String] { Marks.named.filter { status.marks.contains($0.mark) }.map(\.name) }
}

extension String {
  /// The text with spaces up to so many characters; for our own words, which are ASCII.
  func padded(to columns: Int) -> String {
    self + String(repeating: " ", count: max(0, columns - count))
  }
}
