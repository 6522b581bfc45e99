package import InspectSystem

/// Whether a daemon serves a runtime folder, as its lock proves.
package enum DaemonState: Hashable, Sendable {
  /// It serves, and this is where.
  case running(DaemonFile)
  /// Somebody has the place but has not told of itself yet.
  case starting
  /// None; what an earlier one left does not count.
  case none
  /// It tells of itself, but not so that one could believe it.
  case faulty(DiscoveryFault)

  /// Looks into a folder; one that is not there has no daemon.
  package init(in folder: RuntimeFolder) throws(RuntimeFolder.Fault) {
    let held: HeldFolder
    do throws(RuntimeFolder.Fault) {
      held = try HeldFolder(folder)
    } catch {
      guard case .system(let reason) = error, reason.isMissing else { throw error }
      self = .none
      return
    }
    guard HeldLock.isHeld(path: held.folder.path(of: DaemonPlace.lockName)) else {
      self = .none
      return
    }
    do throws(DiscoveryFault) {
      self = try DaemonFile.read(in: held.folder).map(Self.running) ?? .starting
    } catch {
      self = .faulty(error)
    }
  }
}
