package import InspectSystem
private import InspectWire

/// The daemon's own place in the runtime folder: one daemon a folder, proven by a held lock.
package final class DaemonPlace {
  /// Name of the lock's file.
  static let lockName = "daemon.lock"

  /// Path for the socket; nothing is there, and nobody else may put one there.
  package let socket: String

  /// Proof that the place is ours; held for as long as this is.
  package let lock: HeldLock

  private let folder: RuntimeFolder

  /// Takes the place; what a killed daemon left there is removed.
  ///
  /// - Throws: `held` by the one that serves already; `folder`, `system`.
  package init(in folder: RuntimeFolder) throws(PlaceFault) {
    self.folder = folder
    do throws(RuntimeFolder.Fault) {
      try folder.make()
      socket = try SocketPlace.path("daemon", in: folder)
    } catch {
      throw .folder(error)
    }
    let lock: HeldLock?
    do throws(SystemError) {
      lock = try HeldLock.take(folder.path(of: Self.lockName))
    } catch {
      throw .system(error)
    }
    guard let lock else { throw .held(by: Self.holder(in: folder)) }
    self.lock = lock
    SocketPlace.remove(socket, of: "daemon", in: folder)
    do { try folder.remove(DaemonFile.name) } catch { throw .system(error) }
  }

  /// Tells where the daemon serves, or that something changed.
  package func post(_ file: DaemonFile) throws(SystemError) {
    try WholeFile.write(file.json.bytes, to: folder.path(of: DaemonFile.name))
  }

  /// Whether the files are still there: others may have swept the folder.
  package var isIntact: Bool {
    lock.isAt(folder.path(of: Self.lockName)) && folder.entry(DaemonFile.name) != nil
      && SocketPlace.exists(socket)
  }

  /// Removes the files, the lock's last.
  package func withdraw() {
    SocketPlace.remove(socket, of: "daemon", in: folder)
    for name in [DaemonFile.name, Self.lockName] {
      // What cannot be removed does not count: the lock is let go.
      try? folder.remove(name)
    }
  }

  // Only to name it in a sentence: a file that cannot be read names nobody.
  private static func holder(in folder: RuntimeFolder) -> DaemonFile? {
    (try? DaemonFile.read(in: folder)) ?? nil
  }
}
