internal import InspectWire

/// What `why` and `show` have in common: finding the binding that a name means.
enum BindingAnswer {
  /// All that is known of the binding that was named.
  ///
  /// - Throws: `Complaint` of status `usage` where the name fits none or several.
  static func explanation(_ context: CommandContext) throws(Complaint) -> Explanation {
    let name = context.invocation.operands[0]
    let session: DaemonSession
    var instance: InstanceID?
    if let process = context.invocation.value(of: .process) {
      let attached = try Attachment(context).attach(process, endedCounts: true)
      (session, instance) = (attached.session, attached.entry.facts.instance)
    } else {
      session = try DaemonSession.open(try context.verified())
    }
    let content: Answer.Content
    do {
      content = try session.ask { .why(WhyRequest(id: $0, instance: instance, name: name)) }
    } catch {
      throw try better(error, context, session)
    }
    session.close()
    switch content {
    case .explanation(let explanation): return explanation
    case .candidates(let matches): throw ambiguous(name, matches, context.layout)
    case .done, .process, .causes, .pass:
      throw Complaint(
        .refused, "The daemon's answer to `why` makes no sense.",
        remedy: "Use inspectord and inspect-cli of one version.")
    }
  }

  /// The lines' common parts, with the places found.
  static func text(_ explanation: Explanation, _ context: CommandContext) -> ExplanationText {
    let finder = PlaceFinder(explanation.process.facts)
    return ExplanationText(
      explanation: explanation, declared: finder.find(explanation.binding.place),
      lastWrite: explanation.status.lastWrite.map { finder.find($0.place) },
      layout: context.layout, clock: context.clock)
  }

  /// The candidates, to choose from.
  static func ambiguous(_ name: String, _ matches: [NameMatch], _ layout: Layout) -> Complaint {
    let palette = layout.palette
    let width = matches.map { "\($0.binding.rawValue)".count }.max() ?? 0
    let choices = matches.map { match in
      let number = "\(match.binding.rawValue)".padded(to: width)
      let process = "\(palette.foreign(match.process)) (\(match.pid))"
      let line = Line(
        Span("    "), palette.sign(match.colour), Span(" \(number)  "),
        Span(palette.foreign(match.name), .strong), Span("  \(process)", .faint))
      return layout.columns.map { line.cut(to: $0, palette) } ?? line
    }
    let several = Set(matches.map(\.instance)).count > 1
    return Complaint(
      .usage, "“\(display(name, limit: 60))” fits several bindings.",
      remedy: several
        ? "Name one by its number or whole name, and its process by --process:"
        : "Name one by its number or its whole name:",
      choices: choices)
  }

  /// Where nothing is attached at all, that is the better answer than "no such binding".
  private static func better(
    _ complaint: Complaint, _ context: CommandContext, _ session: DaemonSession
  ) throws(Complaint) -> Complaint {
    guard complaint.status == .usage else { return complaint }
    guard try session.processes().isEmpty else { return complaint }
    return try .nothingAttached(context)
  }
}

extension Complaint {
  /// The daemon is attached to nothing.
  static func nothingAttached(_ context: CommandContext) throws(Complaint) -> Complaint {
    let rows = try ProcessList(context.folder, known: []).living
    guard !rows.isEmpty else {
      return Complaint(
        .noSuchProcess, "No process is attached, and none can be inspected right now.",
        remedy: "Start the program first; `inspect-cli doctor PID` tells what keeps one away.")
    }
    return Complaint(
      .noSuchProcess, "No process is attached.",
      remedy: "Attach to one of these with `inspect-cli attach PID|NAME`:",
      choices: ProcessText(context.layout, context.clock).choices(rows))
  }
}
