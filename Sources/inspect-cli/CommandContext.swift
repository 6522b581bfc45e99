internal import InspectSystem
internal import InspectWire

/// What every command works with: what was asked, where to look, how to answer.
struct CommandContext {
  /// The command line.
  let invocation: Invocation
  /// Where processes and the daemon are found.
  let folder: RuntimeFolder
  /// Room and signs of the answer.
  let layout: Layout
  /// Where the answer goes.
  let output: Output

  /// Signs and colours.
  var palette: Palette { layout.palette }
  /// Whether the answer is JSON.
  var isJSON: Bool { invocation.has(.json) }
  /// What time it is now.
  var clock: Clock { .system }

  init(_ invocation: Invocation) {
    self.invocation = invocation
    folder = RuntimeFolder.located(given: invocation.value(of: .folder))
    output = Output()
    let size = Display.size()
    let palette = Palette(
      isASCII: Display.isASCII(asked: invocation.has(.ascii)),
      isColoured: !invocation.has(.noColor) && Display.isColoured(.standard))
    layout = Layout(palette: palette, columns: size.columns, rows: size.rows)
  }

  /// Prints lines.
  func print(_ lines: [Line]) throws(Complaint) { try output.print(lines, palette) }

  /// Prints a sentence of our own.
  func say(_ text: String) throws(Complaint) { try output.print(Line(palette.own(text)), palette) }

  /// Prints a value.
  func print(_ json: JSON) throws(Complaint) { try output.print(json) }

  /// The runtime folder, checked; a complaint if it cannot be trusted.
  func verified() throws(Complaint) -> RuntimeFolder {
    do {
      try folder.verify()
    } catch {
      if case .system(let reason) = error, reason.isMissing { return folder }
      throw Complaint(error)
    }
    return folder
  }
}
