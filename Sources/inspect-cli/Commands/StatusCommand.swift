internal import InspectLink
internal import InspectSystem
internal import InspectWire

/// `status`: whether a daemon runs, where, and what it is attached to.
enum StatusCommand {
  static func run(_ context: CommandContext) throws(Complaint) -> ExitStatus {
    let folder = try context.verified()
    guard let session = try DaemonSession.openIfRunning(folder) else {
      if context.isJSON {
        try context.print(["running": false, "folder": .string(folder.path)])
        return .noDaemon
      }
      throw .noDaemon(folder)
    }
    let entries = try session.processes()
    session.close()
    if context.isJSON {
      try context.print(shape(session, entries, isNew: nil))
      return .fine
    }
    let living = entries.filter { !$0.hasEnded }
    let clock = context.clock
    try context.say(
      "There runs \(sentence(session)), since \(clock.timeAndAgo(session.daemon.started)).")
    try context.say("Folder \(context.palette.foreign(folder.path))")
    if let port = session.daemon.port { try context.say("Port   \(port) on 127.0.0.1") }
    let ended = entries.count - living.count
    let rest = ended == 0 ? "" : ", remembers \(ended) that ended"
    try context.say("Attached to \(living.count)\(rest).")
    return .fine
  }

  /// The daemon in a few words: `inspectord 0.1.0 (pid 4242)`.
  static func sentence(_ session: DaemonSession) -> String {
    "\(display(session.welcome.implementation)) (pid \(session.daemon.pid))"
  }

  /// The daemon as JSON.
  static func shape(_ session: DaemonSession, _ entries: [ProcessEntry], isNew: Bool?) -> JSON {
    let daemon = session.daemon
    return .shape([
      "running": .bool(true),
      "isNew": isNew.map { .bool($0) },
      "pid": .int(Int64(daemon.pid)),
      "implementation": .string(session.welcome.implementation),
      "protocol": .int(Int64(session.welcome.version)),
      "run": .string(session.welcome.run.text),
      "socket": .string(daemon.socket),
      "port": daemon.port.map { .int(Int64($0)) } ?? .null,
      "started": .time(daemon.started),
      "processes": isNew == nil ? .array(entries.map { ProcessRow($0).shape }) : nil,
    ])
  }
}
