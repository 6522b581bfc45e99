internal import InspectWire

/// `tree --follow` in a pipe: the tree, then a line for each change; never a line taken back.
struct TreeLines {
  private var following: Following
  private let view: TreeView
  private var losses: LossLines
  private var context: CommandContext { view.context }
  private var observation: Observation { following.observation }

  /// - Parameter name: Name of the process that is followed from run to run, if one is.
  init(_ observation: Observation, _ view: TreeView, name: String?) {
    following = Following(observation, in: view.context.folder, name: name)
    losses = LossLines(observation.processes.map(\.entry))
    self.view = view
  }

  /// Goes on until it is interrupted or its reader has seen enough.
  func run() throws(Complaint) -> ExitStatus {
    var copy = self
    return try copy.follow()
  }

  private mutating func follow() throws(Complaint) -> ExitStatus {
    try tellAll()
    while true {
      try context.output.flush()
      if context.output.isReaderGone { return .fine }
      let news = try following.next(until: losses.next)
      switch news {
      case .interrupted:
        following.close()
        return .fine
      case .message(let message): try take(message)
      case .late: break
      default: if let note = LinkNews(news) { try tell(note.note(context.clock)) }
      }
      for entry in losses.due(now: following.now) { try tell(lossOf: entry) }
    }
  }

  private mutating func take(_ message: Message) throws(Complaint) {
    let before = Before(message, in: observation.fleet)
    let effect = try following.take(message)
    switch (effect, message) {
    case (.changed, .delta(let section)): try tell(section, before)
    case (.processes, .processes(let list)):
      for entry in list.entries {
        if before.states[entry.facts.instance] != entry.state { try tell(entry) }
        losses.note(entry, now: following.now)
      }
    case (.note(let note), _): try tell(note)
    case (.gap(let gap), _): try tell(Note(stream: 0, kind: "gap", text: gap.text))
    case (.began(let why), _):
      try tell(Note(stream: 0, kind: "anew", text: "everything is told anew: \(why)"))
    case (.whole, _):
      // After a gap everything may be different.
      try tellAll()
    default: break
    }
  }

  private func tellAll() throws(Complaint) {
    if context.isJSON {
      try context.output.print(
        .shape([
          "event": "tree", "at": .time(context.clock.now), "tree": view.shape(observation),
        ]), pretty: false)
    } else {
      try context.output.print(view.lines(observation), context.palette)
    }
  }

  // MARK: Lines

  /// What was known before a message of the things that it tells of.
  private struct Before {
    var states: [InstanceID: ProcessEntry.State] = [:]
    /// In the order in which the message tells of them, each once.
    var bindings: [(id: BindingID, colour: Colour?, reasons: [Reason])] = []

    init(_ message: Message, in fleet: ObservedFleet) {
      switch message {
      case .processes(let list):
        for entry in list.entries {
          states[entry.facts.instance] = fleet.processes[entry.facts.instance]?.entry?.state
        }
      case .delta(let section):
        let model = fleet.processes[section.instance]?.model
        var told: Set<BindingID> = []
        for id in section.records.compactMap(\.toldBinding) where told.insert(id).inserted {
          bindings.append((id, model?.colour(of: id), model?.status(of: id)?.reasons ?? []))
        }
      default: break
      }
    }
  }

  /// One line for each binding whose colour or reasons changed; counters alone are no news.
  private func tell(_ section: Section, _ before: Before) throws(Complaint) {
    guard let process = observation.fleet.processes[section.instance], let entry = process.entry
    else { return }
    for (id, was, reasons) in before.bindings {
      guard let binding = process.model.binding(id), let now = process.model.colour(of: id) else {
        continue
      }
      let status = process.model.status(of: id)
      guard was != now || reasons != status?.reasons ?? [] else { continue }
      try tell(entry, binding, process.model, was: was, now: now, status)
    }
  }

  private func tell(
    _ entry: ProcessEntry, _ binding: BindingRecord, _ model: GraphModel, was: Colour?,
    now: Colour, _ status: StatusRecord?
  ) throws(Complaint) {
    if context.isJSON {
      let finder = PlaceFinder(entry.facts)
      let shape = BindingShape(clock: entry.facts.clock) { finder.find($0) }
      try context.output.print(
        .shape([
          "event": "binding", "at": .time(context.clock.now),
          "process": .shape([
            "pid": .int(Int64(entry.facts.pid)), "name": .string(entry.facts.name),
            "instance": .string(entry.facts.instance.text),
          ]),
          "was": was.map { .string($0.name) } ?? .null,
          "binding": shape.shape(binding, status, now),
        ]), pretty: false)
      return
    }
    let text = TreeText(context.layout, context.clock)
    let names = BindingText(context.palette)
    let title = names.title(binding, node: binding.node.flatMap { model.node($0) })
    let facts = entry.facts
    let process = "  \(context.palette.foreign(facts.name)) (\(facts.pid))"
    var line = Line(
      Span(context.clock.time(context.clock.now) + "  ", .faint), context.palette.sign(now),
      Span(" \(title)"), Span(process, .faint))
    if let was, was != now { line += Span("  was \(Palette.word(was))", .faint) }
    let tail = text.tail(status, now)
    if !tail.isEmpty { line.spans += [Span("  ")] + tail }
    try context.output.print(line, context.palette)
  }

  private func tell(_ entry: ProcessEntry) throws(Complaint) {
    if context.isJSON {
      try context.output.print(
        .shape([
          "event": "process", "at": .time(context.clock.now),
          "process": ProcessRow(entry).shape,
        ]), pretty: false)
      return
    }
    let text = TreeText(context.layout, context.clock)
    let words = text.note(entry.state) ?? "attached"
    try say("\(context.palette.foreign(entry.facts.name)) (\(entry.facts.pid)): \(words)")
  }

  private func tell(lossOf entry: ProcessEntry) throws(Complaint) {
    let facts = entry.facts
    let words = LossText.clauses(entry).joined(separator: "; ")
    if context.isJSON {
      try context.output.print(
        .shape([
          "event": "lost", "at": .time(context.clock.now), "process": ProcessRow(entry).shape,
        ]), pretty: false)
      return
    }
    try say("\(context.palette.foreign(facts.name)) (\(facts.pid)): \(words)")
  }

  private func tell(_ note: Note) throws(Complaint) {
    if context.isJSON {
      try context.output.print(
        .shape([
          "event": "note", "at": .time(context.clock.now), "kind": .string(note.kind),
          "text": .string(note.text),
        ]), pretty: false)
      return
    }
    try say("\(context.palette.foreign(note.kind)): \(context.palette.foreign(note.text))")
  }

  private func say(_ text: String) throws(Complaint) {
    let line = Line(
      Span(context.clock.time(context.clock.now) + "  ", .faint), Span(context.palette.dot + " "),
      Span(text))
    try context.output.print(line, context.palette)
  }
}

extension Record {
  /// The binding of which a status or an end is told; nil for anything else.
  fileprivate var toldBinding: BindingID? {
    switch self {
    case .status(let status): return status.binding
    case .binding(let binding): return binding.id
    case .ended(let ended):
      guard case .binding(let id) = ended.subject else { return nil }
      return id
    case .scope, .node, .edges: return nil
    }
  }
}
