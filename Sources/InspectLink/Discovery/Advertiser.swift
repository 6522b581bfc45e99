package import InspectSystem
package import InspectWire

/// A process's own place in the runtime folder: its file, its held lock, its socket.
///
/// Confined to one thread. When it is let go without `withdraw`, the files stay: in a forked child
/// they are the parent's.
package final class Advertiser {
  /// What the file says.
  package let advertisement: Advertisement
  /// Where others dial in.
  package private(set) var listener: LinkListener

  private let folder: RuntimeFolder
  private let limits: LinkLimits
  private var lock: HeldLock

  /// Takes the place and tells of it; what an earlier program of this process left is replaced.
  ///
  /// - Throws: `PlaceFault`, with nothing left behind.
  package init(
    _ facts: InstanceFacts, implementation: String, in folder: RuntimeFolder,
    limits: LinkLimits = .standard
  ) throws(PlaceFault) {
    self.folder = folder
    self.limits = limits
    let stem = Advertisement.stem(pid: facts.pid, startTime: facts.startTime)
    let place: SocketPlace
    do throws(RuntimeFolder.Fault) {
      place = try SocketPlace(stem, in: folder)
    } catch {
      throw .folder(error)
    }
    advertisement = Advertisement(
      facts: facts, socket: place.path, implementation: implementation)
    guard let lock = try Self.lock(stem, place.held) else { throw .held(by: nil) }
    self.lock = lock
    listener = try Self.post(advertisement, in: folder, place, limits)
  }

  /// Whether all of it is still there: others may have swept the folder.
  package var isIntact: Bool {
    let stem = advertisement.stem
    return lock.isAt(folder.path(of: stem + ".lock")) && folder.entry(stem + ".json") != nil
      && SocketPlace.exists(advertisement.socket)
  }

  /// Numbers of what it keeps open: what a forked child inherits, and has to close.
  package var descriptors: [Int32] { [lock.number, listener.descriptor] }

  /// Makes anew what vanished; the listener is another one then.
  ///
  /// - Returns: Whether anything was made.
  package func restore() throws(PlaceFault) -> Bool {
    if isIntact { return false }
    let stem = advertisement.stem
    let place: SocketPlace
    do throws(RuntimeFolder.Fault) {
      place = try SocketPlace(stem, in: folder)
    } catch {
      throw .folder(error)
    }
    if !lock.isAt(folder.path(of: stem + ".lock")) {
      guard let lock = try Self.lock(stem, place.held) else { throw .held(by: nil) }
      self.lock = lock
    }
    listener = try Self.post(advertisement, in: folder, place, limits)
    return true
  }

  /// Removes the files, the lock's last; nobody can dial any more.
  package func withdraw() {
    // In a folder that cannot be trusted any more nothing is ours.
    guard let held = try? HeldFolder(folder) else { return }
    let stem = advertisement.stem
    SocketPlace.remove(advertisement.socket, of: stem, in: folder, held)
    for ending in [".json", ".lock"] {
      // What cannot be removed is swept by whoever looks next.
      try? held.folder.remove(stem + ending)
    }
  }

  private static func lock(
    _ stem: String, _ held: borrowing HeldFolder
  ) throws(PlaceFault) -> HeldLock? {
    do throws(SystemError) {
      return try HeldLock.take(held.folder.path(of: stem + ".lock"))
    } catch {
      throw .system(error)
    }
  }

  /// The socket first, so that whoever reads the file can dial.
  private static func post(
    _ advertisement: Advertisement, in folder: RuntimeFolder, _ place: borrowing SocketPlace,
    _ limits: LinkLimits
  ) throws(PlaceFault) -> LinkListener {
    let stem = advertisement.stem
    do throws(SystemError) {
      SocketPlace.remove(place.path, of: stem, in: folder, place.held)
      let socket = try Socket.listen(at: place.bindPath)
      try WholeFile.write(advertisement.json.bytes, to: place.held.folder.path(of: stem + ".json"))
      return LinkListener(socket, limits: limits)
    } catch {
      SocketPlace.remove(place.path, of: stem, in: folder, place.held)
      // It is empty, and swept by whoever looks next.
      try? place.held.folder.remove(stem + ".lock")
      throw .system(error)
    }
  }
}
