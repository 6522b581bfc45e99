internal import InspectLink
internal import InspectSystem
internal import InspectWire

/// Finds a process that somebody names and has the daemon attach to it.
struct Attachment {
  let context: CommandContext

  init(_ context: CommandContext) { self.context = context }

  /// A process to which a daemon is attached, and a session with that daemon.
  struct Attached {
    var session: DaemonSession
    var entry: ProcessEntry
    /// Whether it was attached before.
    var wasAttached: Bool
    /// Whether the daemon was started for it.
    var isNewDaemon: Bool
  }

  /// Attaches to the process of that name; a daemon is started only for one that can be attached.
  ///
  /// - Parameter endedCounts: Whether a process that has ended is good enough, if nothing else is
  ///   called so: what is known of it can still be looked at.
  func attach(_ text: String, endedCounts: Bool = false) throws(Complaint) -> Attached {
    let folder = try context.verified()
    let session = try DaemonSession.openIfRunning(folder)
    let list = try ProcessList(folder, known: try session?.processes() ?? [])
    let name = ProcessName(text)
    let row = try choose(name, from: list, endedCounts)
    if let session, let entry = row.entry, entry.state == .live || entry.hasEnded {
      return Attached(session: session, entry: entry, wasAttached: true, isNewDaemon: false)
    }
    try Self.look(at: row, in: folder)
    if let session {
      let entry = try Self.attach(row, session)
      return Attached(session: session, entry: entry, wasAttached: false, isNewDaemon: false)
    }
    let (started, isNew) = try DaemonStarter(folder: folder).session()
    let entry = try Self.attach(row, started)
    return Attached(session: started, entry: entry, wasAttached: false, isNewDaemon: isNew)
  }

  /// Has a daemon attach to a process that can be.
  static func attach(_ row: ProcessRow, _ session: DaemonSession) throws(Complaint) -> ProcessEntry
  {
    let content = try session.ask(patience: CLILimits.attachMicroseconds) {
      .attach(AttachRequest(id: $0, process: .instance(row.instance)))
    }
    guard case .process(let entry) = content else {
      throw Complaint(
        .refused, "The daemon's answer to `attach` makes no sense.",
        remedy: "Use inspectord and inspect-cli of one version.")
    }
    return entry
  }

  // MARK: Choosing

  private func choose(
    _ name: ProcessName, from list: ProcessList, _ endedCounts: Bool
  ) throws(Complaint) -> ProcessRow {
    var matches = name.matches(list.living)
    if matches.isEmpty, endedCounts {
      // Of several runs of one program the last is meant.
      matches = name.matches(list.rows).suffix(1)
    }
    guard let row = matches.first else { throw try missing(name, list) }
    guard matches.count == 1 else {
      throw Complaint(
        .usage, "“\(name.shown)” fits \(matches.count) processes.",
        remedy: "Name one of them by its number:",
        choices: ProcessText(context.layout, context.clock).choices(matches))
    }
    return row
  }

  /// Why nothing is found under a name.
  private func missing(
    _ name: ProcessName, _ list: ProcessList
  ) throws(Complaint) -> Complaint {
    switch name {
    case .pid(let pid):
      do {
        return try Complaint(ProcessFinding(pid: pid, in: context.folder), pid: pid)
      } catch {
        throw Complaint(error)
      }
    case .name(let text):
      let meant = nearest(text, among: list.living.map(\.name))
      let shown = name.shown
      return Complaint(
        .noSuchProcess, "No process that can be inspected is called “\(shown)”.",
        why: meant.map { "Did you mean “\(display($0))”?" } ?? "",
        remedy: list.living.isEmpty
          ? "`inspect-cli doctor PID` tells why a process cannot be inspected."
          : "These can be:",
        choices: list.living.isEmpty
          ? [] : ProcessText(context.layout, context.clock).choices(list.living))
    }
  }

  /// A process that is stopped would let the daemon wait in vain.
  static func look(at row: ProcessRow, in folder: RuntimeFolder) throws(Complaint) {
    let finding: ProcessFinding
    do { finding = try ProcessFinding(pid: row.pid, in: folder) } catch { throw Complaint(error) }
    if case .inspectable = finding { return }
    throw Complaint(finding, pid: row.pid)
  }
}
