private import InspectSystem
private import InspectWire

/// `ps`: the processes that can be inspected, with or without a daemon.
enum PsCommand {
  static func run(_ context: CommandContext) throws(Complaint) -> ExitStatus {
    let folder = try context.verified()
    var entries: [ProcessEntry] = []
    // A daemon that does not answer keeps nobody from seeing what can be inspected.
    var trouble: Complaint?
    do {
      let session = try DaemonSession.openIfRunning(folder)
      entries = try session?.processes() ?? []
      session?.close()
    } catch {
      trouble = error
    }
    let list = try ProcessList(folder, known: entries)
    let rows = context.invocation.has(.all) ? list.rows : list.living
    if context.isJSON {
      try context.print(["processes": .array(rows.map(\.shape))])
    } else {
      try context.print(ProcessText(context.layout, context.clock).lines(rows))
    }
    try context.output.flush()
    if let trouble { throw trouble }
    return .fine
  }
}
