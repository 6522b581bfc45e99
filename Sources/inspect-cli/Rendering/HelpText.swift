private import InspectWire

/// What `help` prints, made from the tables of commands and statuses.
struct HelpText: Sendable {
  private let layout: Layout

  init(_ layout: Layout) { self.layout = layout }

  private var columns: Int { layout.textColumns }

  /// All commands.
  var overview: [Line] {
    var lines = [
      Line(
        Span("inspect-cli", .strong),
        Span(": which bindings of a running program work, and why not")),
      .empty,
    ]
    for group in Self.groups {
      lines.append(Line(group.title, .faint))
      for word in group.words {
        let entry = CommandTable.entry(of: word)
        lines += pair(entry.usage, entry.summary, width: 24)
      }
      lines.append(.empty)
    }
    lines.append(Line("Options of all commands", .faint))
    lines += CommandTable.commonOptions.flatMap { pair($0.usage, $0.summary, width: 24) }
    lines.append(.empty)
    lines += WrappedText.lines(
      of: layout.palette.own(
        "Most take --json. `inspect-cli help COMMAND` tells more; `inspect-cli help statuses` lists "
          + "the exit statuses."), columns: columns
    ).map { Line($0) }
    return lines
  }

  static let groups: [(title: String, words: [CommandWord])] = [
    ("Processes", [.ps, .attach, .detach]),
    ("Bindings", [.tree, .why, .causes, .show, .check]),
    ("Help", [.explain, .doctor, .completions, .help]),
    ("The daemon", [.status, .start, .stop]),
    ("For authors of runtimes", [.conformance]),
  ]

  /// One command.
  func command(_ entry: CommandEntry) -> [Line] {
    let palette = layout.palette
    var lines = [
      Line(
        Span("inspect-cli \(entry.usage)", .strong), Span(entry.options.isEmpty ? "" : " [OPTIONS]")
      ),
      Line("  " + palette.own(entry.summary)),
    ]
    for paragraph in entry.details {
      lines.append(.empty)
      lines += WrappedText.lines(of: palette.own(paragraph), columns: columns).map { Line($0) }
    }
    lines += [.empty, Line("Options", .faint)]
    lines += (entry.options + CommandTable.commonOptions).flatMap {
      pair($0.usage, $0.summary, width: 24)
    }
    if !entry.examples.isEmpty {
      lines += [.empty, Line("Examples", .faint)]
      lines += entry.examples.flatMap { pair($0.call, $0.meaning, width: 38) }
    }
    return lines
  }

  /// The exit statuses.
  var statuses: [Line] {
    [Line("How a command ends", .strong)]
      + ExitStatus.allCases.flatMap { pair("\($0.rawValue)", $0.meaning, width: 4) }
  }

  private func pair(_ name: String, _ meaning: String, width: Int) -> [Line] {
    let lead = "  " + name
    let fits = lead.count <= width + 2
    let padded = fits ? lead.padded(to: width + 4) : ""
    let text = layout.palette.own(meaning)
    guard !fits else {
      return WrappedText.lines(padded, text, columns: columns, leadTone: .plain)
    }
    return [Line(lead)]
      + WrappedText.lines(
        String(repeating: " ", count: width + 4), text, columns: columns)
  }
}
