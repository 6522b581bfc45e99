internal import InspectWire

/// `causes`: what makes bindings fail, folded to where it begins.
enum CausesCommand {
  static func run(_ context: CommandContext) throws(Complaint) -> ExitStatus {
    let (session, instances) = try subjects(context)
    var texts: [CausesText] = []
    for instance in instances {
      let content = try session.ask { .causes(CausesRequest(id: $0, instance: instance)) }
      guard case .causes(let answer) = content else {
        throw Complaint(
          .refused, "The daemon's answer to `causes` makes no sense.",
          remedy: "Use inspectord and inspect-cli of one version.")
      }
      texts.append(CausesText(answer, context.layout, context.clock))
    }
    session.close()
    if context.isJSON {
      try context.print(.shape(["processes": .array(texts.map(\.shape))]))
    } else {
      try context.print(texts.flatMap(\.lines))
    }
    let isFound = texts.contains { $0.isBroken || $0.answer.process.leftOut > 0 }
    return isFound ? .findings : .fine
  }

  /// The processes that are asked about; all that are attached and live, where none is named.
  private static func subjects(
    _ context: CommandContext
  ) throws(Complaint) -> (DaemonSession, [InstanceID]) {
    if let process = context.invocation.process {
      let attached = try Attachment(context).attach(process, endedCounts: true)
      return (attached.session, [attached.entry.facts.instance])
    }
    let session = try DaemonSession.open(try context.verified())
    let entries = try session.processes().filter { !$0.hasEnded }
    guard !entries.isEmpty else { throw try .nothingAttached(context) }
    return (session, entries.map(\.facts.instance))
  }
}
