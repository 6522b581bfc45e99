private import InspectLink
private import InspectSystem
private import InspectWire

/// `attach`: has the daemon, started if need be, attach to a running process.
enum AttachCommand {
  static func run(_ context: CommandContext) throws(Complaint) -> ExitStatus {
    let attached = try Attachment(context).attach(context.invocation.operands[0])
    attached.session.close()
    if context.isJSON {
      try context.print(
        .shape([
          "process": ProcessRow(attached.entry).shape,
          "wasAttached": .bool(attached.wasAttached),
          "startedDaemon": .bool(attached.isNewDaemon),
        ]))
      return .fine
    }
    if attached.isNewDaemon {
      try context.say("Started inspectord (pid \(attached.session.daemon.pid)).")
    }
    let words = attached.wasAttached ? "Already attached to" : "Attached to"
    let text = ProcessText(context.layout, context.clock)
    try context.say("\(words) \(text.sentence(attached.entry)).")
    return .fine
  }
}
