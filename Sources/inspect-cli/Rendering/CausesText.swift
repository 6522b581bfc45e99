internal import InspectWire

/// The causes of a process as lines: what begins where, and what only follows.
struct CausesText: Sendable {
  let answer: CausesAnswer
  let layout: Layout
  let clock: Clock
  /// What is known of the bindings that are named.
  let model: GraphModel
  /// Finds places of the process.
  let finder: PlaceFinder
  private var palette: Palette { layout.palette }

  init(_ answer: CausesAnswer, _ layout: Layout, _ clock: Clock) {
    self.answer = answer
    self.layout = layout
    self.clock = clock
    var model = GraphModel()
    for record in answer.records { model.apply(record) }
    self.model = model
    finder = PlaceFinder(answer.process.facts)
  }

  /// Whether a cause is red: what is pending may still come.
  var isBroken: Bool {
    answer.causes.causes.contains { (model.colour(of: $0.binding) ?? .yellow) == .red }
  }

  /// A few lines for each cause, those with the most followers first, then the sum.
  var lines: [Line] {
    answer.causes.causes.flatMap(lines) + answer.causes.shared.flatMap(lines) + gaps + [sum]
  }

  // MARK: Causes

  private func lines(_ cause: Cause) -> [Line] {
    let facts = answer.process.facts
    let process = "  \(palette.foreign(facts.name)) (\(facts.pid))"
    var title = title(cause.binding)
    if let columns = layout.columns {
      title = palette.cutInMiddle(title, to: max(20, columns - 2 - process.count))
    }
    let colour = model.colour(of: cause.binding) ?? .yellow
    var lines = [
      Line(palette.sign(colour), Span(" "), Span(title, .strong), Span(process, .faint))
    ]
    lines += wrapped("    ", cause.text)
    if let loop = cause.loop { return lines + self.lines(loop) }
    if let reason = model.status(of: cause.binding)?.reasons.first {
      lines += wrapped(
        "    \(palette.foreign(reason.code.rawValue)): ", palette.own(reason.sentence),
        tone: .of(colour))
    }
    if let binding = model.binding(cause.binding) {
      let place = finder.find(binding.place).text(palette)
      lines.append(Line("    declared at \(place)", .faint))
    }
    if cause.memberCount > 1 {
      lines += wrapped(
        "    among them: ", names(cause.members.dropFirst(), of: cause.memberCount - 1))
    }
    if !cause.examples.isEmpty {
      let count = cause.kind == .place ? cause.followers &- cause.memberCount : cause.followers
      lines += wrapped("    because of it: ", names(cause.examples[...], of: count))
    }
    return lines
  }

  private func lines(_ loop: LoopAnatomy) -> [Line] {
    var lines = loop.edges.map { edge in
      let inferred = edge.isImplicit ? ", inferred" : ""
      return Line(
        Span("    " + self.edge(edge)),
        Span("  \(property(edge)), \(place(edge))\(inferred)", .faint))
    }
    if loop.edgeCount > UInt64(loop.edges.count) {
      lines.append(Line("    and \(loop.edgeCount - UInt64(loop.edges.count)) edges more", .faint))
    }
    for rounds in loop.values {
      let values = rounds.values.map { palette.foreign($0) }.joined(separator: ", ")
      lines += wrapped("    \(name(rounds.binding)), round by round: ", values)
    }
    if let rounds = loop.rounds {
      lines.append(Line("    given up after \(rounds) rounds", .faint))
    }
    guard !loop.cut.isEmpty else { return lines }
    let lead = loop.cut.count == 1 ? "one edge" : "\(loop.cut.count) edges"
    let doubt = loop.isSmallestCut ? "" : " (fewer may do)"
    return lines
      + wrapped(
        "    nothing goes round without \(lead)\(doubt): ",
        loop.cut.map(edge).joined(separator: ", "))
  }

  private func lines(_ shared: SharedFollowers) -> [Line] {
    let causes = shared.causes.prefix(4).compactMap { place -> String? in
      let causes = answer.causes.causes
      return place < UInt64(causes.count) ? name(causes[Int(place)].binding) : nil
    }
    let more = shared.causes.count - causes.count
    let all = causes.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    if shared.followers == 1, let only = shared.through {
      return wrapped(
        "\(palette.dot) ", "\(name(only)) hangs on \(shared.causes.count) causes at once: \(all)")
    }
    let what = "\(shared.followers) bindings hang"
    let through = shared.through.map { ", through \(name($0))" } ?? ""
    return wrapped(
      "\(palette.dot) ", "\(what) on \(shared.causes.count) causes at once\(through): \(all)")
  }

  // MARK: Sum

  private var gaps: [Line] {
    let isCut =
      answer.causes.isCut
      ? [Line("  Some bindings have more causes than they are counted under.", .of(.yellow))] : []
    return isCut + LossText.clauses(answer.process).map { Line("  " + $0, .of(.yellow)) }
  }

  private var sum: Line {
    let causes = answer.causes
    let facts = answer.process.facts
    let name = "\(palette.foreign(facts.name)) (\(facts.pid))"
    let note = TreeText(layout, clock).note(answer.process.state).map { ", \($0)" } ?? ""
    guard causes.failing > 0 else {
      return Line(
        palette.sign(.green), Span(" nothing is broken or pending in \(name)\(note)", .strong))
    }
    let count = causes.total == 1 ? "1 cause" : "\(causes.total) causes"
    let failing = causes.failing == 1 ? "1 binding" : "\(causes.failing) bindings"
    let told = UInt64(causes.causes.count)
    let rest = causes.total > told ? ", the first \(told) told" : ""
    return Line(
      palette.sign(isBroken ? .red : .yellow),
      Span(" \(count)\(rest) for \(failing) in \(name)\(note)", .strong))
  }

  // MARK: Parts

  private func title(_ id: BindingID) -> String {
    guard let binding = model.binding(id) else { return name(id) }
    return BindingText(palette).title(binding, node: binding.node.flatMap { model.node($0) })
  }

  private func name(_ id: BindingID) -> String {
    model.binding(id).map { palette.foreign($0.name) } ?? "binding \(id.rawValue)"
  }

  private func names(_ ids: ArraySlice<BindingID>, of count: UInt64) -> String {
    let known = ids.lazy.compactMap { self.model.binding($0) }.prefix(3)
    let names = known.map { palette.foreign($0.name, limit: 60) }
    let rest = count &- UInt64(names.count)
    guard !names.isEmpty else { return "\(count) bindings" }
    return names.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }

  /// An edge with the names of its ends.
  private func edge(_ edge: LoopAnatomy.Edge) -> String {
    "\(name(edge.from)) \(palette.arrow) \(name(edge.to))"
  }

  /// The property that one member writes and the other reads.
  private func property(_ edge: LoopAnatomy.Edge) -> String {
    guard let target = model.binding(edge.from)?.target else { return "a property" }
    let parts = [target.owner, target.property].filter { !$0.isEmpty }
    return parts.isEmpty
      ? "a property" : parts.map { palette.foreign($0) }.joined(separator: ".")
  }

  /// Where the member that reads was declared.
  private func place(_ edge: LoopAnatomy.Edge) -> String {
    model.binding(edge.to).map { finder.find($0.place).text(palette) } ?? "place not told"
  }

  private func wrapped(_ lead: String, _ text: String, tone: Tone = .faint) -> [Line] {
    layout.columns == nil
      ? [Line(Span(lead, tone), Span(text))]
      : WrappedText.lines(lead, text, columns: layout.textColumns, leadTone: tone)
  }
}
