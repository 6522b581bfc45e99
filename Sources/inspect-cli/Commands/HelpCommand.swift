private import InspectWire

/// `help`: all commands, one of them, or the exit statuses.
enum HelpCommand {
  static func run(_ context: CommandContext) throws(Complaint) -> ExitStatus {
    let help = HelpText(context.layout)
    guard let word = context.invocation.operands.first else {
      try context.print(help.overview)
      return .fine
    }
    if word == "statuses" {
      try context.print(help.statuses)
      return .fine
    }
    guard let command = CommandWord(rawValue: word) else {
      let meant = nearest(word, among: CommandWord.allCases.map(\.rawValue) + ["statuses"])
      throw Complaint(
        .usage, "There is no command “\(display(word, limit: 40))” to tell about.",
        why: meant.map { "Did you mean “\($0)”?" } ?? "",
        remedy: "`inspect-cli help` lists the commands.")
    }
    try context.print(help.command(CommandTable.entry(of: command)))
    return .fine
  }

  /// `--version`.
  static func version(_ context: CommandContext) throws(Complaint) -> ExitStatus {
    let range = VersionRange.own
    let versions =
      range.lowest == range.highest ? "\(range.lowest)" : "\(range.lowest) to \(range.highest)"
    try context.say("\(Implementation.name) (protocol \(versions))")
    return .fine
  }
}
