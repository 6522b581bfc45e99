package import InspectSystem
private import InspectWire

/// The daemon's own place in the runtime folder: one daemon a folder, proven by a held lock.
///
/// The folder is held open from the first look on, so that nobody can put another in its place.
package final class DaemonPlace {
  /// Name of the lock's file.
  static let lockName = "daemon.lock"

  /// Path by which the socket is dialled.
  package var socket: String { place.path }

  /// Path to bind the socket to; nothing is there, and nobody else may put one there.
  package var bindPath: String { place.bindPath }

  /// Proof that the place is ours; held for as long as this is.
  package let lock: HeldLock

  private let folder: RuntimeFolder
  private let place: SocketPlace

  /// Takes the place; what a killed daemon left there is removed.
  ///
  /// - Throws: `held` by the one that serves already; `folder`, `system`.
  package init(in folder: RuntimeFolder) throws(PlaceFault) {
    self.folder = folder
    do throws(RuntimeFolder.Fault) {
      place = try SocketPlace("daemon", in: folder)
    } catch {
      throw .folder(error)
    }
    let lock: HeldLock?
    do throws(SystemError) {
      lock = try HeldLock.take(place.held.folder.path(of: Self.lockName))
    } catch {
      throw .system(error)
    }
    guard let lock else { throw .held(by: Self.holder(in: place.held.folder)) }
    self.lock = lock
    SocketPlace.remove(place.path, of: "daemon", in: folder, place.held)
    do { try place.held.folder.remove(DaemonFile.name) } catch { throw .system(error) }
  }

  /// Tells where the daemon serves, or that something changed.
  package func post(_ file: DaemonFile) throws(SystemError) {
    try WholeFile.write(file.json.bytes, to: place.held.folder.path(of: DaemonFile.name))
  }

  /// Whether the files are still there for others: they may have swept the folder.
  package var isIntact: Bool {
    lock.isAt(folder.path(of: Self.lockName)) && folder.entry(DaemonFile.name) != nil
      && SocketPlace.exists(socket)
  }

  /// Removes the files, the lock's last.
  package func withdraw() {
    SocketPlace.remove(socket, of: "daemon", in: folder, place.held)
    for name in [DaemonFile.name, Self.lockName] {
      // What cannot be removed does not count: the lock is let go.
      try? place.held.folder.remove(name)
    }
  }

  // Only to name it in a sentence: a file that cannot be read names nobody.
  private static func holder(in folder: RuntimeFolder) -> DaemonFile? {
    (try? DaemonFile.read(in: folder)) ?? nil
  }
}
