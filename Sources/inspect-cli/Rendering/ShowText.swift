internal import InspectWire

/// The answer to `show`: every fact of one binding, a line or more each.
struct ShowText: Sendable {
  private let facts: ExplanationText
  private var palette: Palette { facts.palette }
  private var status: StatusRecord { facts.status }
  private var binding: BindingRecord { facts.binding }

  init(_ facts: ExplanationText) { self.facts = facts }

  /// The lines; as many as there are facts.
  var lines: [Line] {
    [facts.title] + WrappedText.lines(of: facts.verdict, columns: columns).map { Line($0) }
      + reasons + [.empty] + declaration + [.empty] + state + history
  }

  private var columns: Int { facts.layout.textColumns }

  private var reasons: [Line] {
    var lines: [Line] = []
    for reason in status.reasons {
      lines += WrappedText.lines(
        "  \(palette.foreign(reason.code.rawValue)): ", palette.own(reason.sentence),
        columns: columns, leadTone: .of(status.colour))
      lines += facts.trail(reason, most: .max)
      if let hint = reason.hint {
        lines += WrappedText.lines("  Hint: ", palette.own(hint.sentence), columns: columns)
      }
      if let entry = ReasonCatalogue.entry(for: reason.code) {
        lines.append(Line("  Help: inspect-cli explain \(entry.code.rawValue)", .faint))
      }
    }
    return lines
  }

  private var declaration: [Line] {
    let process = facts.explanation.process.facts
    var lines = facts.ends
    lines += facts.fact("Direction", binding.direction.name)
    if let path = binding.keyPath {
      lines.append(facts.fact(path: palette.foreign(path), "Key path"))
    }
    lines.append(facts.fact(path: facts.declared.text(palette), "Declared"))
    if let node = facts.explanation.node {
      lines.append(facts.fact(path: facts.text.full(node) + frame(node), "Node"))
    }
    let scopes = facts.explanation.scopes.map { scope in
      facts.text.full(scope) + (scope.isBoundary ? " (boundary)" : "")
    }
    if !scopes.isEmpty {
      lines += facts.fact("Scopes", scopes.joined(separator: ", in "), most: .max)
    }
    lines.append(
      facts.fact(
        path: "\(palette.foreign(process.name)) (\(process.pid)), mode \(process.modeWord)",
        "Process"))
    lines.append(facts.fact(path: "\(binding.id.rawValue)", "Number"))
    lines.append(facts.fact(path: palette.foreign(binding.stableKey), "Stable key"))
    return lines
  }

  private func frame(_ node: NodeRecord) -> String {
    guard let frame = node.frame else { return "" }
    return " at \(frame.x), \(frame.y), size \(frame.width) by \(frame.height)"
  }

  private var state: [Line] {
    var lines = StepsText.lines(
      "Steps".padded(to: ExplanationText.leadColumns), status, facts.layout)
    lines += facts.fact("Changes", "the colour changed \(Self.times(status.changes))")
    let marks = facts.marks
    lines += facts.fact("Marks", marks.isEmpty ? "none" : marks.joined(separator: ", "))
    let notNoted = "not noted in mode \(facts.explanation.process.facts.mode.rawValue)"
    lines += facts.fact("Counters", status.counters.map(Self.text) ?? notNoted)
    lines += facts.fact("Last write", facts.lastWriteText ?? "none was noted", most: .max)
    lines += facts.fact(
      "Last good", status.lastGood.map { ValueText.of($0, palette) } ?? "not told")
    if status.colour == .red || status.colour == .yellow {
      lines += facts.fact("Shared", facts.sharing)
    }
    for clause in facts.unknown { lines += facts.fact("Not known", clause, most: .max) }
    return lines
  }

  private var history: [Line] {
    let lines = facts.history("History", most: .max, isWhole: true)
    return lines.isEmpty ? [] : [.empty] + lines
  }

  /// Counters as a sentence.
  static func text(_ counters: Counters) -> String {
    "\(counters.updates) updates, \(counters.suppressed) suppressed, \(counters.failures) failed, "
      + "\(counters.inspections) by inspection"
  }

  private static func times(_ count: UInt32) -> String {
    switch count {
    case 0: "never"
    case 1: "once"
    default: "\(count) times"
    }
  }
}
