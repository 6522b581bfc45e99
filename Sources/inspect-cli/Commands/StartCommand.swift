private import InspectWire

/// `start`: starts the daemon, if none runs.
enum StartCommand {
  static func run(_ context: CommandContext) throws(Complaint) -> ExitStatus {
    var starter = DaemonStarter(folder: context.folder)
    for option in [OptionEntry.port, .idleExit] {
      guard let value = context.invocation.value(of: option) else { continue }
      let most: UInt64 = option == .port ? 65_535 : 1 << 31
      guard let number = UInt64(value), number <= most else {
        throw Complaint(
          .usage, "“\(display(value, limit: 40))” is no value for --\(option.name).",
          remedy: "Write a whole number of at most \(most).")
      }
      starter.arguments += ["--\(option.name)", "\(number)"]
    }
    let (session, isNew) = try starter.session()
    session.close()
    if context.isJSON {
      try context.print(StatusCommand.shape(session, [], isNew: isNew))
    } else {
      let state = isNew ? "Started" : "There runs already"
      try context.say("\(state) \(StatusCommand.sentence(session)).")
    }
    return .fine
  }
}
