private import InspectSystem

/// The daemon: reads the command line, serves, ends with its status.
@main
enum Program {
  static func main() {
    StandardStreams.occupy()
    Signals.ignoreBrokenPipes()
    let status = run(Array(CommandLine.arguments.dropFirst()))
    ProgramEnd.exit(status: status.rawValue)
  }

  private static func run(_ words: [String]) -> DaemonStatus {
    do throws(Complaint) {
      let options = try Options(words)
      switch options.request {
      case .serve: try Daemon(options).run()
      case .help: try print(Options.help)
      case .version: try print("\(Daemon.implementation)\n")
      }
      return .fine
    } catch {
      // There is nobody left to be told that standard error cannot be written either.
      try? OutputFile.error.write(error.lines)
      return error.status
    }
  }

  private static func print(_ text: String) throws(Complaint) {
    do throws(SystemError) {
      try OutputFile.standard.write(text)
    } catch {
      if error.isBrokenPipe { return }
      throw Complaint(.unwritableOutput, "The output cannot be written: \(error.reason).")
    }
  }
}
