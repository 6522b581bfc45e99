import Foundation

/// A list and an editor of employees, with one binding that is broken on purpose.
///
/// Runs until it is terminated. Attach while it does: `inspect-cli why birthdate`.
@main
@MainActor
enum Employees {
  static func main() {
    let options = CommandLine.arguments.dropFirst()
    if let unknown = options.first(where: { !["--still", "--mended"].contains($0) }) {
      say(usage)
      exit(unknown == "--help" ? 0 : 64)
    }
    let program = Program(isMended: options.contains("--mended"))
    Commands.listen { program.obey($0) }
    Schedule(program, isStill: options.contains("--still")).start()
    RunLoop.main.run()
  }

  private static let usage = """
    usage: Employees [--still] [--mended]
      --still    change nothing after the first selection
      --mended   with the broken binding mended
    """
}

/// Prints a line at once, also into a pipe.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
