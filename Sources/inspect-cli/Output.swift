private import InspectSystem
internal import InspectWire

/// Standard output of a command: collected, written in large pieces, ended cleanly.
///
/// A reader that has seen enough (`| head -1`) is no error: what comes after is dropped, and the
/// command ends with its own status. Any other failure to write stops the command.
final class Output {
  /// Whether the reader is gone, so that nothing more needs to be made.
  private(set) var isReaderGone = false

  private var text = ""

  /// Adds a line.
  func print(_ line: Line, _ palette: Palette) throws(Complaint) {
    line.append(to: &text, coloured: palette.isColoured)
    text += "\n"
    if text.utf8.count >= CLILimits.outputBytes { try flush() }
  }

  /// Adds lines.
  func print(_ lines: some Sequence<Line>, _ palette: Palette) throws(Complaint) {
    for line in lines { try print(line, palette) }
  }

  /// Adds a value, on one line or laid out for people.
  func print(_ json: JSON, pretty: Bool = true) throws(Complaint) {
    text += displayJSON(pretty ? json.pretty : json.text)
    text += "\n"
    if text.utf8.count >= CLILimits.outputBytes { try flush() }
  }

  /// Adds characters as they are: the terminal's own sequences.
  func print(raw sequence: String) { text += sequence }

  /// Writes what was collected.
  func flush() throws(Complaint) {
    guard !text.isEmpty else { return }
    let whole = text
    text = ""
    guard !isReaderGone else { return }
    do {
      try OutputFile.standard.write(whole)
    } catch {
      if error.isBrokenPipe {
        isReaderGone = true
        return
      }
      throw Complaint(
        .unwritableOutput, "The output cannot be written: \(error.reason).",
        remedy: "Look where standard output leads, and whether there is room.")
    }
  }
}
