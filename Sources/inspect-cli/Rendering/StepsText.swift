internal import InspectWire

/// How far a binding got: the nine steps with their signs.
enum StepsText {
  /// What is known of a step.
  enum State: Equatable, Sendable {
    case done, failed, pending
    /// Not taken, since an earlier one is not done.
    case notTaken
  }

  /// What is known of each step, in their order.
  ///
  /// Those before the first that is not done are done; of those after it only the ones that have a
  /// reason of their own are known.
  static func states(_ status: StatusRecord) -> [(step: Step, state: State)] {
    guard let first = status.step else { return Step.allCases.map { ($0, .done) } }
    let own = Dictionary(
      status.reasons.compactMap { reason in
        ReasonCatalogue.entry(for: reason.code).flatMap { entry in
          entry.step.map { ($0, entry.colour == .red ? State.failed : .pending) }
        }
      }, uniquingKeysWith: { one, _ in one })
    let state: State =
      switch status.colour {
      case .red: .failed
      case .yellow: .pending
      // Of an ended binding it is the reason that tells how the step was left.
      case .green, .grey: own[first] ?? .pending
      }
    return Step.allCases.map { step in
      if step < first { return (step, .done) }
      return (step, step == first ? state : own[step] ?? .notTaken)
    }
  }

  /// The steps on as many lines as they need, after a lead.
  static func lines(_ lead: String, _ status: StatusRecord, _ layout: Layout) -> [Line] {
    let palette = layout.palette
    var lines: [Line] = []
    var line = Line(lead, .faint)
    var isFirst = true
    for (step, state) in states(status) {
      let piece = Line([sign(state, palette), Span(" " + step.name, tone(state))])
      if !isFirst, line.width + 2 + piece.width > layout.textColumns {
        lines.append(line)
        line = Line(String(repeating: " ", count: lead.count))
        isFirst = true
      }
      line.spans += (isFirst ? [] : [Span("  ")]) + piece.spans
      isFirst = false
    }
    return lines + [line]
  }

  private static func sign(_ state: State, _ palette: Palette) -> Span {
    switch state {
    case .done: palette.sign(.green)
    case .failed: palette.sign(.red)
    case .pending: palette.sign(.yellow)
    case .notTaken: Span(palette.dot, .faint)
    }
  }

  private static func tone(_ state: State) -> Tone {
    switch state {
    case .done: .plain
    case .failed: .of(.red)
    case .pending: .of(.yellow)
    case .notTaken: .faint
    }
  }
}
