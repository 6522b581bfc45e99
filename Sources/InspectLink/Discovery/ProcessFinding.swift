package import InspectSystem

/// What came of looking for one process by its number: it, or the step that failed.
package enum ProcessFinding: Hashable, Sendable {
  /// It can be attached to.
  case inspectable(Advertisement)
  /// It can be, but somebody stopped or traces it, so that it answers nothing.
  case stopped(Advertisement, isTraced: Bool)
  /// No process has this number.
  case noSuchProcess
  /// It is another user's.
  case otherUser(ProcessTable.Entry)
  /// It was started with `BINDINSPECT=none`.
  case switchedOff(ProcessTable.Entry)
  /// It tells of itself, but not so that one could believe it.
  case faulty(ProcessTable.Entry, DiscoveryFault)
  /// It has a root folder or numbers of its own, and this part of reaching it there failed.
  case unreached(ProcessTable.Entry, DistantProcess.Fault)
  /// It is no program that can be inspected, or not yet: it has no scope so far.
  case notInspectable(ProcessTable.Entry)

  /// Looks for a process that the folder's user may attach to.
  package init(
    pid: Int32, in folder: RuntimeFolder
  ) throws(RuntimeFolder.Fault) {
    let found = try Discovery.scan(folder, removingDead: false)
    if let distant = Self.distant(pid) {
      self = distant
      return
    }
    guard let entry = ProcessTable.entry(of: pid), !entry.isDead else {
      // Of a process in another pid namespace only the folder knows.
      let distant = found.processes.first { $0.pid == pid }
      self = distant.map(Self.inspectable) ?? .noSuchProcess
      return
    }
    let stem = Advertisement.stem(pid: pid, startTime: entry.startTime)
    if let told = found.processes.first(where: { $0.stem == stem }) {
      self =
        entry.isStopped ? .stopped(told, isTraced: entry.isTraced) : .inspectable(told)
    } else if entry.user != Peer.ownUser {
      self = .otherUser(entry)
    } else if let fault = found.faults.first(where: { $0.file == stem + ".json" }) {
      self = .faulty(entry, fault)
    } else if ProcessTable.variable("BINDINSPECT", of: pid) == "none" {
      self = .switchedOff(entry)
    } else {
      self = .notInspectable(entry)
    }
  }

  /// What came of looking for a process in its own root; nil for one that has ours.
  private static func distant(_ pid: Int32) -> ProcessFinding? {
    guard let entry = ProcessTable.entry(of: pid), !entry.isDead, entry.user == Peer.ownUser,
      let process = DistantProcess(entry)
    else { return nil }
    do throws(DistantProcess.Fault) {
      let told = try process.advertisement()
      return entry.isStopped ? .stopped(told, isTraced: entry.isTraced) : .inspectable(told)
    } catch {
      let isOff = ProcessTable.variable("BINDINSPECT", of: pid) == "none"
      return isOff ? .switchedOff(entry) : .unreached(entry, error)
    }
  }
}
