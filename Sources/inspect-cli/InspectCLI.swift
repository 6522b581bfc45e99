private import InspectSystem

/// The command-line tool: reads the command line, does the command, ends with its status.
@main
enum InspectCLI {
  static func main() {
    StandardStreams.occupy()
    Signals.ignoreBrokenPipes()
    let status = run(Array(CommandLine.arguments.dropFirst()))
    ProgramEnd.exit(status: status.rawValue)
  }

  private static func run(_ arguments: [String]) -> ExitStatus {
    do {
      let invocation = try ArgumentParser.parse(arguments)
      let context = CommandContext(invocation)
      let status = try perform(invocation, in: context)
      try context.output.flush()
      return status
    } catch {
      return tell(error)
    }
  }

  private static func perform(
    _ invocation: Invocation, in context: CommandContext
  ) throws(Complaint) -> ExitStatus {
    if invocation.has(.version) { return try HelpCommand.version(context) }
    return switch invocation.command {
    case .ps: try PsCommand.run(context)
    case .attach: try AttachCommand.run(context)
    case .detach: try DetachCommand.run(context)
    case .tree: try TreeCommand.run(context)
    case .show: try ShowCommand.run(context)
    case .why: try WhyCommand.run(context)
    case .causes: try CausesCommand.run(context)
    case .explain: try ExplainCommand.run(context)
    case .check: try CheckCommand.run(context)
    case .start: try StartCommand.run(context)
    case .stop: try StopCommand.run(context)
    case .status: try StatusCommand.run(context)
    case .doctor: try DoctorCommand.run(context)
    case .conformance: try ConformanceCommand.run(context)
    case .completions: try CompletionsCommand.run(context)
    case .help: try HelpCommand.run(context)
    }
  }

  /// Says on standard error what stopped the command.
  private static func tell(_ complaint: Complaint) -> ExitStatus {
    let palette = Palette(
      isASCII: Display.isASCII(asked: CommandLine.arguments.contains("--ascii")),
      isColoured: Display.isColoured(OutputFile.error)
        && !CommandLine.arguments.contains("--no-color"))
    var text = ""
    for line in complaint.lines(palette) {
      line.append(to: &text, coloured: palette.isColoured)
      text += "\n"
    }
    // There is nobody left to be told that standard error cannot be written either.
    try? OutputFile.error.write(text)
    return complaint.status
  }
}
