private import InspectWire

/// `detach`: has the daemon let go of a process.
enum DetachCommand {
  static func run(_ context: CommandContext) throws(Complaint) -> ExitStatus {
    let session = try DaemonSession.open(try context.verified())
    let rows = try session.processes().filter { !$0.hasEnded }.map { ProcessRow($0) }
    let name = ProcessName(context.invocation.operands[0])
    let matches = name.matches(rows)
    let text = ProcessText(context.layout, context.clock)
    guard let row = matches.first else {
      throw Complaint(
        .noSuchProcess, "No process “\(name.shown)” is attached.",
        remedy: rows.isEmpty ? "Nothing is attached." : "These are:", choices: text.choices(rows))
    }
    guard matches.count == 1 else {
      throw Complaint(
        .usage, "“\(name.shown)” fits \(matches.count) processes.",
        remedy: "Name one of them by its number:", choices: text.choices(matches))
    }
    _ = try session.ask { .detach(DetachRequest(id: $0, process: .instance(row.instance))) }
    session.close()
    if context.isJSON {
      try context.print(["detached": ["pid": .int(Int64(row.pid)), "name": .string(row.name)]])
    } else {
      try context.say(
        "Detached from \(context.palette.foreign(row.name)) (\(row.pid)); it goes on as before.")
    }
    return .fine
  }
}
