internal import InspectWire

/// A process as `ps` and its kin show it: what it says of itself, and what a daemon knows.
struct ProcessRow: Equatable, Sendable {
  /// The instance.
  var instance: InstanceID
  /// Its number.
  var pid: Int32
  /// Its name.
  var name: String
  /// What it notes while nobody is attached.
  var mode: IdleMode
  /// When it started, in microseconds since 1970; nil where that cannot be told.
  var startedWall: Int64?
  /// What the daemon knows; nil where it is not attached.
  var entry: ProcessEntry?

  /// Whether somebody stopped it or holds it in a debugger, so that it can say nothing.
  var isStopped = false

  /// The word for what it notes; one that waits for its observers says that instead.
  var modeWord: String { entry?.facts.isComplete == true ? "complete" : mode.rawValue }

  /// The word for what it is to the daemon.
  var state: String {
    switch entry?.state {
    case nil: "inspectable"
    case .live: "attached"
    case .stale: "silent"
    case .ended: "ended"
    }
  }
}

/// Processes as a table.
struct ProcessText: Sendable {
  let layout: Layout
  let clock: Clock
  private var palette: Palette { layout.palette }

  init(_ layout: Layout, _ clock: Clock) {
    self.layout = layout
    self.clock = clock
  }

  /// The table, or a sentence where there is nothing to list.
  func lines(_ rows: [ProcessRow]) -> [Line] {
    guard !rows.isEmpty else {
      return [Line("No process of this user can be inspected right now.")]
    }
    var table = Table(["PID", "NAME", "MODE", "STATE", "BINDINGS", "STARTED"], numeric: [0])
    for row in rows { table.add(cells(row)) }
    return table.lines(layout, flexible: 1)
  }

  private func cells(_ row: ProcessRow) -> [Line] {
    var bindings = Line(palette.dot, .faint)
    if let entry = row.entry {
      bindings = CountsText.signs(entry.counts, palette)
      if bindings.spans.isEmpty { bindings = Line("none", .faint) }
    }
    let started = row.startedWall.map { clock.timeAndAgo($0) } ?? palette.dot
    return [
      Line("\(row.pid)"), Line(palette.foreign(row.name), .strong), Line(row.modeWord),
      Line(state(row), tone(row)), bindings, Line(started, .faint),
    ]
  }

  private func state(_ row: ProcessRow) -> String {
    let word = row.isStopped ? "stopped" : row.state
    switch row.entry?.state {
    case .stale(let since): return "\(word) \(clock.time(since))"
    case .ended(let how, _): return "\(word): \(palette.foreign(how, limit: 24))"
    case .live, nil: return word
    }
  }

  private func tone(_ row: ProcessRow) -> Tone {
    if row.isStopped { return .of(.yellow) }
    return switch row.entry?.state {
    case nil, .ended: .faint
    case .live: .plain
    case .stale: .of(.yellow)
    }
  }

  /// One process in a sentence: `Employees (4711): 1 broken, 12 ok`.
  func sentence(_ entry: ProcessEntry) -> String {
    "\(palette.foreign(entry.facts.name)) (\(entry.facts.pid)): \(CountsText.words(entry.counts))"
  }

  /// Rows to choose from, below a complaint.
  func choices(_ rows: [ProcessRow]) -> [Line] {
    let shown = rows.prefix(10).map { row in
      Line(
        Span("    "), Span("\(row.pid)".padded(to: 8)), Span(palette.foreign(row.name), .strong),
        Span("  \(row.state)", .faint))
    }
    guard rows.count > 10 else { return shown }
    return shown + [Line("    \(palette.ellipsis) and \(rows.count - 10) more", .faint)]
  }
}
