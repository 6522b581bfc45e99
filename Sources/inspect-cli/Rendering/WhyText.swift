internal import InspectWire

/// The answer to `why`: one screen of 24 rows and 80 columns, whatever the binding.
///
/// Three parts always stand: what is wrong and what would mend it, the facts, and where to look
/// further. Trail and history take the rows that are left.
struct WhyText: Sendable {
  private let facts: ExplanationText
  private var palette: Palette { facts.palette }
  private var status: StatusRecord { facts.status }
  private var columns: Int { facts.layout.textColumns }

  /// Rows of the answer: one less than the screen, which leaves one for the next prompt.
  static let rows = CLILimits.plainRows - 1

  /// How many lines each part may take.
  private struct Room {
    var verdict = 2
    var sentence = 4
    var furtherReasons = 2
    var hint = 2
    var fact = 2

    static let ample = Room()
    /// With these all parts together fit, whatever they say.
    static let scarce = Room(verdict: 1, sentence: 3, furtherReasons: 0, hint: 1, fact: 1)
  }

  init(_ facts: ExplanationText) { self.facts = facts }

  /// The lines, at most `rows`.
  var lines: [Line] { lines(.ample) ?? lines(.scarce) ?? [] }

  private func lines(_ room: Room) -> [Line]? {
    let head = head(room)
    let ladder = StepsText.lines(
      "Steps".padded(to: ExplanationText.leadColumns), status, facts.layout)
    let middle = ladder + facts.ends
    let tail = tail(room)
    let foot = foot
    let trailed = status.reasons.first { !$0.trail.isEmpty }
    let needed = head.count + middle.count + tail.count + foot.count + (trailed == nil ? 0 : 1)
    guard needed <= Self.rows else { return nil }
    // One row of the trail is counted already; then a blank line above the steps and one above the
    // foot, then the newest of the history, then the rest of the trail, then more history.
    var left = Self.rows - needed
    func take(_ most: Int) -> Int {
      let taken = max(0, min(most, left))
      left -= taken
      return taken
    }
    let blanks = take(2)
    let entries = facts.explanation.history.count
    let newest = take(min(1, entries))
    let candidates = trailed.map { 1 + take($0.trail.count - 1) } ?? 0
    let history = newest + take(min(3, entries) - newest)
    return head + (blanks > 0 ? [.empty] : []) + middle
      + (trailed.map { facts.trail($0, most: candidates) } ?? []) + tail
      + facts.history("Lately", most: history) + (blanks > 1 ? [.empty] : []) + foot
  }

  // MARK: Parts

  private func head(_ room: Room) -> [Line] {
    var lines = [facts.title]
    lines += limited(
      WrappedText.lines(of: facts.verdict, columns: columns).map { Line($0) }, to: room.verdict)
    let process = facts.explanation.process
    if !process.hasEnded, let note = TreeText(facts.layout, facts.clock).note(process.state) {
      lines.append(Line(palette.cut("Its process: \(note).", to: columns), .of(.yellow)))
    }
    if let reason = status.reasons.first {
      lines += limited(sentence(reason, .of(status.colour)), to: room.sentence)
    }
    let others = status.reasons.dropFirst()
    for reason in others.prefix(room.furtherReasons) {
      lines += limited(sentence(reason, .plain), to: 1)
    }
    if others.count > room.furtherReasons {
      let count = others.count - room.furtherReasons
      lines.append(
        Line("  \(palette.ellipsis) and \(count) more \(count == 1 ? "reason" : "reasons")", .faint)
      )
    }
    if let hint = status.reasons.lazy.compactMap(\.hint).first {
      lines += limited(
        WrappedText.lines("  Hint: ", palette.own(hint.sentence), columns: columns, tone: .strong),
        to: room.hint)
    }
    return lines
  }

  private func sentence(_ reason: Reason, _ tone: Tone) -> [Line] {
    WrappedText.lines("  ", palette.own(reason.sentence), columns: columns, tone: tone)
  }

  private func tail(_ room: Room) -> [Line] {
    var lines = [facts.fact(path: facts.declared.text(palette), "Declared")]
    if let write = facts.lastWriteText { lines += facts.fact("Last write", write, most: room.fact) }
    if let good = status.lastGood {
      lines += facts.fact("Last good", ValueText.of(good, palette), most: 1)
    }
    if status.colour == .red || status.colour == .yellow {
      lines += facts.fact("Shared", facts.sharing, most: 1)
    } else if let counters = status.counters {
      lines += facts.fact("Counters", ShowText.text(counters), most: 1)
    }
    if !facts.unknown.isEmpty {
      let words = facts.unknown.joined(separator: "; ")
      lines += facts.fact("Not known", words, most: room.fact)
    }
    return lines
  }

  private var foot: [Line] {
    let show = "inspect-cli show \(facts.binding.id.rawValue)"
    guard let code = status.reasons.first?.code else { return [facts.fact(path: show, "More")] }
    let help = "inspect-cli explain \(palette.foreign(code.rawValue))"
    return [facts.fact(path: "\(help) \(palette.dot) \(show)", "More")]
  }

  /// At most so many lines; that something is missing is seen at the end of the last.
  private func limited(_ lines: [Line], to most: Int) -> [Line] {
    guard lines.count > most, let last = lines.prefix(most).last else { return lines }
    let room = columns - columnWidth(of: palette.ellipsis)
    let cut = last.width > room ? last.cut(to: room, palette) : last + Line(palette.ellipsis)
    return lines.prefix(most - 1) + [cut]
  }
}
