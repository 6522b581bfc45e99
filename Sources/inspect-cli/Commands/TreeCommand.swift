internal import InspectWire

/// `tree`: what contains which bindings, with their health; once, or on and on.
enum TreeCommand {
  static func run(_ context: CommandContext) throws(Complaint) -> ExitStatus {
    let session: DaemonSession
    var instances: [InstanceID] = []
    // Whoever names a number means that run; whoever names a program means the next one too.
    var name: String?
    if let process = context.invocation.process {
      let attached = try Attachment(context).attach(process, endedCounts: true)
      (session, instances) = (attached.session, [attached.entry.facts.instance])
      if case .name = ProcessName(process) { name = attached.entry.facts.name }
    } else {
      session = try DaemonSession.open(try context.verified())
    }
    let observation = try Observation(
      session, of: instances, query: context.invocation.value(of: .query) ?? "")
    // A process that was named is shown, also when it has ended.
    let view = TreeView(context, showsEnded: !instances.isEmpty)
    if context.invocation.has(.follow) {
      if Display.canMoveCursor, context.layout.rows != nil, !context.isJSON {
        return try TreeScreen(observation, view, name: name).run()
      }
      return try TreeLines(observation, view, name: name).run()
    }
    session.close()
    guard !view.shown(observation).isEmpty else { throw try .nothingAttached(context) }
    if context.isJSON {
      try context.print(view.shape(observation))
    } else {
      try context.output.print(view.lines(observation), context.palette)
    }
    return .fine
  }
}
