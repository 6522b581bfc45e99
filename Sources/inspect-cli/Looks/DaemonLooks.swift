private import InspectLink
private import InspectSystem
private import InspectWire

/// What `doctor` looks at in any case: the runtime folder and the daemon.
struct DaemonLooks {
  private let context: CommandContext

  init(_ context: CommandContext) { self.context = context }

  /// The looks; those that make no sense after a failed one are left out.
  func all() -> [Look] {
    let folder = lookAtFolder()
    guard folder.outcome != .failed else { return [folder] }
    return [folder] + lookAtFiles() + lookAtDaemon()
  }

  // MARK: The folder

  private func lookAtFolder() -> Look {
    let subject = "runtime folder"
    let path = display(context.folder.path)
    do {
      try context.folder.verify()
      return Look(subject, .fine, "\(path) is yours alone")
    } catch {
      if case .system(let reason) = error, reason.isMissing {
        return Look(subject, .note, "\(path) is not there yet; whoever needs it first makes it")
      }
      return Look(subject, Complaint(error))
    }
  }

  private func lookAtFiles() -> [Look] {
    // The folder was looked at just now.
    guard let found = try? Discovery.scan(context.folder, removingDead: false) else { return [] }
    let count = found.processes.count
    let processes =
      count == 1 ? "1 process tells of itself" : "\(count) processes tell of themselves"
    let faults = found.faults.map { fault in
      Look("files", .failed, "\(fault.text)", remedy: "Remove it, or start its process again.")
    }
    return [Look("files", .fine, processes)] + faults
  }

  // MARK: The daemon

  private func lookAtDaemon() -> [Look] {
    let state: DaemonState
    do { state = try DaemonState(in: context.folder) } catch {
      return [Look("daemon", Complaint(error))]
    }
    switch state {
    case .none: return [Look("daemon", .note, "none runs; `attach` starts one"), lookForProgram()]
    case .starting:
      return [
        Look(
          "daemon", .failed, "one holds its lock and has not told where it serves",
          remedy: "Try again in a moment; else find it with `ps` of the system and end it.")
      ]
    case .faulty(let fault):
      return [
        Look(
          "daemon", .failed, fault.text, remedy: "End that daemon; the next one writes it anew.")
      ]
    case .running(let file): return lookAt(file)
    }
  }

  private func lookForProgram() -> Look {
    let found = DaemonStarter.candidates().first { path in
      let slash = path.lastIndex(of: "/") ?? path.startIndex
      let folder = RuntimeFolder(path: String(path[..<slash]))
      return folder.entry(String(path[path.index(after: slash)...])) != nil
    }
    guard let found else {
      return Look(
        "inspectord", .failed, "found neither beside inspect-cli nor on PATH",
        remedy: "Install it beside inspect-cli.")
    }
    return Look("inspectord", .fine, "found: \(display(found))")
  }

  private func lookAt(_ file: DaemonFile) -> [Look] {
    var looks = [
      Look("daemon", .fine, "pid \(file.pid) holds the lock, version \(display(file.version))")
    ]
    if let entry = ProcessTable.entry(of: file.pid), entry.isStopped {
      looks.append(
        Look(
          "daemon's state", .failed, entry.isTraced ? "held by a debugger" : "stopped",
          remedy: "Let it go on: `kill -CONT \(file.pid)`."))
      return looks
    }
    do {
      let session = try DaemonSession(file)
      defer { session.close() }
      let welcome = session.welcome
      looks.append(
        Look(
          "connection", .fine,
          "\(display(welcome.implementation)) answers, protocol \(welcome.version)"))
      let entries = try session.processes().filter { !$0.hasEnded }
      looks.append(Look("attached", .note, entries.isEmpty ? "to nothing" : "to \(entries.count)"))
    } catch {
      looks.append(Look("connection", error))
    }
    return looks
  }
}

extension Look {
  /// A look that failed, as a command would have told it.
  init(_ subject: String, _ complaint: Complaint) {
    let seen = [complaint.what, complaint.why].filter { !$0.isEmpty }.joined(separator: " ")
    self.init(subject, .failed, seen, remedy: complaint.remedy)
  }
}
