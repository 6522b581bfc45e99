private import InspectLink
internal import InspectSystem
internal import InspectWire

/// `tree --follow` in a terminal: drawn anew at each change, on a screen that is given back.
struct TreeScreen {
  private var following: Following
  private let view: TreeView
  private var context: CommandContext { view.context }
  private var last: (size: Terminal.Size?, text: String) = (nil, "")
  private var note: String?
  private var observation: Observation { following.observation }

  // https://invisible-island.net/xterm/ctlseqs/ctlseqs.html
  private static let enter = "\u{1b}[?1049h\u{1b}[?25l"
  private static let leave = "\u{1b}[?25h\u{1b}[?1049l"
  private static let home = "\u{1b}[H"
  private static let clearLine = "\u{1b}[K"
  private static let clearRest = "\u{1b}[J"

  /// - Parameter name: Name of the process that is followed from run to run, if one is.
  init(_ observation: Observation, _ view: TreeView, name: String?) {
    following = Following(observation, in: view.context.folder, name: name)
    self.view = view
  }

  /// Goes on until it is interrupted.
  func run() throws(Complaint) -> ExitStatus {
    var copy = self
    copy.context.output.print(raw: Self.enter)
    let end: Result<Void, Complaint>
    do {
      try copy.follow()
      end = .success(())
    } catch {
      end = .failure(error)
    }
    context.output.print(raw: Self.leave)
    try context.output.flush()
    if case .failure(let complaint) = end { throw complaint }
    // What was seen last stays readable.
    try context.output.print(copy.view.lines(copy.observation), context.palette)
    return .fine
  }

  private mutating func follow() throws(Complaint) {
    try draw()
    var isStale = false
    var drawn = following.now
    while true {
      let pause = isStale ? CLILimits.redrawMicroseconds : CLILimits.resizeMicroseconds
      let news = try following.next(until: drawn.after(.microseconds(pause)))
      var isDue = false
      switch news {
      case .interrupted:
        following.close()
        return
      case .late:
        // Also without news: the window may have another size, and times go on.
        isDue = true
      case .message(let message):
        try take(message)
        isStale = true
        isDue = following.now >= drawn.after(.microseconds(CLILimits.redrawMicroseconds))
      default:
        note = LinkNews(news)?.lasting(context.clock)
        isDue = true
      }
      if isDue {
        try draw()
        isStale = false
        drawn = following.now
      }
      if context.output.isReaderGone { return }
    }
  }

  private mutating func take(_ message: Message) throws(Complaint) {
    switch try following.take(message) {
    case .note(let told): note = "\(told.kind): \(told.text)"
    case .gap(let gap): note = "gap: \(gap.text)"
    default: break
    }
  }

  // MARK: Drawing

  private mutating func draw() throws(Complaint) {
    let size = Terminal.size(of: 1)
    let columns = size?.columns ?? CLILimits.plainColumns
    let rows = max(3, size?.rows ?? CLILimits.plainRows)
    let layout = Layout(palette: context.palette, columns: columns, rows: rows)
    let room = rows - 2
    let (tree, total) = view.lines(observation, layout, most: room)
    let shown = total > room ? Array(tree.dropLast()) : tree
    var lines = [head(layout)] + shown
    if shown.count < total {
      let rest = "\(context.palette.ellipsis) \(total - shown.count) more rows"
      lines.append(Line(rest + "; --worst-first, PID|NAME or a pipe show others", .faint))
    }
    var text = Self.home
    for line in lines {
      line.cut(to: columns, context.palette).append(to: &text, coloured: context.palette.isColoured)
      text += line.width < columns ? Self.clearLine + "\r\n" : "\r\n"
    }
    text += Self.clearRest
    guard text != last.text || size != last.size else { return }
    last = (size, text)
    context.output.print(raw: text)
    try context.output.flush()
  }

  private func head(_ layout: Layout) -> Line {
    var line = CountsText.signs(view.counts(observation), layout.palette)
    if line.spans.isEmpty { line = Line("no bindings", .faint) }
    line += Span("  \(context.clock.time(context.clock.now))  Ctrl-C ends", .faint)
    if let note { line += Span("  " + layout.palette.foreign(note), .of(.yellow)) }
    return line
  }
}
