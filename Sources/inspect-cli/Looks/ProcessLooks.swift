private import InspectLink
private import InspectSystem
private import InspectWire

/// What `doctor` looks at in a process that should be attached to.
struct ProcessLooks {
  private let context: CommandContext
  private let name: ProcessName

  init(_ context: CommandContext, _ name: ProcessName) {
    self.context = context
    self.name = name
  }

  /// The looks, in the order in which attaching needs them; the first that fails is the last but
  /// for what explains it.
  func all() -> [Look] {
    switch name {
    case .pid(let pid): return look(pid)
    case .name: break
    }
    let list: ProcessList
    do {
      list = try ProcessList(context.folder, known: [])
    } catch {
      return [Look("process", error)]
    }
    let matches = name.matches(list.living)
    guard let row = matches.first else {
      return [
        Look(
          "process", .failed, "none that tells of itself is called “\(name.shown)”",
          remedy: "Name it by its pid: `inspect-cli doctor PID` looks at any process.")
      ]
    }
    guard matches.count == 1 else {
      let pids = matches.prefix(8).map { "\($0.pid)" }.joined(separator: ", ")
      return [
        Look(
          "process", .failed, "“\(name.shown)” fits \(matches.count): \(pids)",
          remedy: "Name one of them by its pid.")
      ]
    }
    return look(row.pid)
  }

  private func look(_ pid: Int32) -> [Look] {
    guard let entry = ProcessTable.entry(of: pid), !entry.isDead else {
      return lookAtDistant(pid)
    }
    let name = display(entry.name)
    var looks = [Look("process", .fine, "\(name) (\(pid)) runs")]
    guard entry.user == Peer.ownUser else {
      looks.append(
        Look(
          "owner", .failed, "it belongs to another user (uid \(entry.user))",
          remedy: "Run inspect-cli as that user."))
      return looks
    }
    looks.append(Look("owner", .fine, "it is yours"))
    if entry.isStopped {
      looks.append(
        Look(
          "state", .failed, entry.isTraced ? "held by a debugger" : "stopped",
          remedy: entry.isTraced
            ? "Let it continue in the debugger." : "Let it go on: `kill -CONT \(pid)`."))
    } else {
      looks.append(Look("state", .fine, "it is running or asleep"))
    }
    return looks + lookAtAdvertisement(pid, entry)
  }

  /// Of a process in another pid namespace only the folder knows.
  private func lookAtDistant(_ pid: Int32) -> [Look] {
    let finding: ProcessFinding
    do {
      finding = try ProcessFinding(pid: pid, in: context.folder)
    } catch {
      return [Look("process", Complaint(error))]
    }
    guard case .inspectable(let told) = finding else {
      return [Look("process", Complaint(.noSuchProcess, pid: pid))]
    }
    return [
      Look(
        "process", .note,
        "no process has the number \(pid) here; one in another pid namespace says that it has"),
      lookAtSocket(told),
    ]
  }

  // MARK: What it tells of itself

  private func lookAtAdvertisement(_ pid: Int32, _ entry: ProcessTable.Entry) -> [Look] {
    let finding: ProcessFinding
    do {
      finding = try ProcessFinding(pid: pid, in: context.folder)
    } catch {
      return [Look("advertisement", Complaint(error))]
    }
    switch finding {
    case .inspectable(let told), .stopped(let told, _):
      let mode = told.mode.rawValue
      return [
        Look("advertisement", .fine, "\(display(told.implementation)), mode \(mode), lock held"),
        lookAtVersion(told), lookAtSocket(told), lookAtDaemonsView(told),
      ].compactMap(\.self)
    case .faulty(_, let fault):
      return [
        Look("advertisement", .failed, fault.text, remedy: "Start the process again.")
      ]
    case .switchedOff:
      return [
        Look(
          "mode", .failed, "switched off: it was started with BINDINSPECT=none",
          remedy: "Start it again with BINDINSPECT=off or armed, or without the variable.")
      ]
    case .unreached(_, let fault):
      return [
        Look(
          "advertisement", .failed, display(fault.text, limit: 400),
          remedy: "Let the program in there use BindInspect, and make its first scope.")
      ] + lookAtNamespaces(pid)
    case .noSuchProcess, .otherUser, .notInspectable:
      return [lookForReason(pid)] + lookAtNamespaces(pid)
    }
  }

  /// Why there is no advertisement where it was looked for.
  private func lookForReason(_ pid: Int32) -> Look {
    let own = context.folder.path
    if let elsewhere = Self.folder(of: pid), elsewhere != own {
      return Look(
        "advertisement", .failed,
        "none in \(display(own)); by its environment it uses \(display(elsewhere))",
        remedy: "Look there: `inspect-cli --folder \(display(elsewhere)) ps`.")
    }
    return Look(
      "advertisement", .failed,
      "none in \(display(own)): it does not use BindInspect, has made no scope yet, or was built "
        + "with inspection switched off",
      remedy: "Let the program use BindInspect, and make its first scope.")
  }

  /// The runtime folder that a process uses by its environment; nil where that does not say.
  private static func folder(of pid: Int32) -> String? {
    if let named = ProcessTable.variable("BINDINSPECT_FOLDER", of: pid), !named.isEmpty {
      return RuntimeFolder(path: named).path
    }
    guard let base = ProcessTable.variable("XDG_RUNTIME_DIR", of: pid), base.hasPrefix("/") else {
      return nil
    }
    return base + "/bindinspect"
  }

  private func lookAtNamespaces(_ pid: Int32) -> [Look] {
    let others = ["pid", "mnt"].filter { kind in
      let own = ProcessTable.namespace(kind, of: Environment.ownPID)
      let its = ProcessTable.namespace(kind, of: pid)
      return own != nil && its != nil && own != its
    }
    guard !others.isEmpty else { return [] }
    return [
      Look(
        "namespaces", .note,
        "it lives in another \(others.joined(separator: " and ")) namespace; its own root folder was "
          + "looked into")
    ]
  }

  private func lookAtVersion(_ told: Advertisement) -> Look? {
    guard told.versions.common(with: .own) == nil else { return nil }
    let (its, ours) = (told.versions, VersionRange.own)
    return Look(
      "version", .failed,
      "it speaks protocol \(its.lowest) to \(its.highest), this version \(ours.lowest) to "
        + "\(ours.highest)",
      remedy: its.highest < ours.lowest
        ? "Build the program with a newer BindInspect."
        : "Install a newer inspect-cli and inspectord.")
  }

  private func lookAtSocket(_ told: Advertisement) -> Look {
    do {
      let socket: Descriptor
      if let distance = told.distance {
        let way = try distance.process.path(to: told.socket)
        socket = try Socket.connect(to: way.path)
      } else {
        socket = try Socket.connect(to: told.socket)
      }
      let peer = try Peer(ofSocket: socket.number)
      guard peer.isOwnUser else {
        return Look(
          "socket", .failed, "somebody else listens there (uid \(peer.user))",
          remedy: "Remove \(display(told.socket)) and start the process again.")
      }
      return Look("socket", .fine, "\(display(told.socket)) takes connections")
    } catch {
      return Look(
        "socket", .failed, "\(display(error.text))",
        remedy: "Give it a few seconds: a process makes its socket anew. Else start it again.")
    }
  }

  /// Whether the daemon is attached; nothing where none runs or it does not answer.
  private func lookAtDaemonsView(_ told: Advertisement) -> Look? {
    // What keeps the daemon from answering was told before.
    guard let session = try? DaemonSession.openIfRunning(context.folder) else { return nil }
    defer { session.close() }
    guard let entries = try? session.processes() else { return nil }
    let entry = entries.first { $0.facts.instance == told.instance }
    switch entry?.state {
    case .live: return Look("attachment", .fine, "the daemon is attached")
    case .stale(let since):
      return Look(
        "attachment", .failed,
        "the daemon has not heard of it since \(context.clock.timeAndAgo(since))",
        remedy: "It may be blocked: look where it hangs.")
    case .ended, nil:
      return Look("attachment", .note, "not attached: `inspect-cli attach \(told.pid)`")
    }
  }
}
