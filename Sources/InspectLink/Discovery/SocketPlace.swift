internal import InspectSystem

/// Where a socket of a runtime folder lies: in it, or where that path would be too long.
struct SocketPlace: ~Copyable {
  /// Path by which others dial.
  let path: String
  /// Path to bind to: in the folder that was looked at, whatever has its name by now.
  let bindPath: String

  /// The runtime folder, held.
  let held: HeldFolder

  private let far: HeldFolder?

  /// Makes the folder if it is not there, and chooses the path for a socket.
  ///
  /// A folder with a long path has its sockets in `/tmp`; the folder's own files say where. The
  /// name then tells folders apart, since several may have theirs there.
  init(_ stem: String, in folder: RuntimeFolder) throws(RuntimeFolder.Fault) {
    let held = try folder.makeAndHold()
    let near = folder.path(of: stem + ".sock")
    if near.utf8.count <= Socket.longestPath {
      path = near
      bindPath = held.folder.path(of: stem + ".sock")
      far = nil
    } else {
      let other = try Self.fallback.makeAndHold()
      let name = Self.farName(stem, folder)
      path = Self.fallback.path(of: name)
      bindPath = other.folder.path(of: name)
      far = consume other
    }
    self.held = consume held
  }

  /// Removes a socket that is nobody's any more; a path of another kind is left alone.
  static func remove(
    _ path: String, of stem: String, in folder: RuntimeFolder, _ held: borrowing HeldFolder
  ) {
    // Whoever wrote the path was of this user, but only these two are known to be sockets of ours.
    let name = farName(stem, folder)
    do throws(SystemError) {
      if path == folder.path(of: stem + ".sock") { try held.folder.remove(stem + ".sock") }
      // A folder that cannot be trusted has no socket of ours.
      if path == fallback.path(of: name), let far = try? HeldFolder(fallback) {
        try far.folder.remove(name)
      }
    } catch {
      // What cannot be removed is looked at again next time.
    }
  }

  /// Whether something is at the path.
  static func exists(_ path: String) -> Bool {
    guard let (folder, name) = parts(path) else { return false }
    return folder.entry(name) != nil
  }

  /// A path's folder and the name in it.
  static func parts(_ path: String) -> (folder: RuntimeFolder, name: String)? {
    guard let slash = path.lastIndex(of: "/") else { return nil }
    return (
      RuntimeFolder(path: String(path[..<slash])), String(path[path.index(after: slash)...])
    )
  }

  private static var fallback: RuntimeFolder { .fallback(of: Peer.ownUser) }

  private static func farName(_ stem: String, _ folder: RuntimeFolder) -> String {
    "\(stem)-\(mark(folder.path)).sock"
  }

  // Fowler, Noll and Vo's hash (FNV-1a): the same in every run, unlike Swift's own.
  private static func mark(_ text: String) -> String {
    let hash = text.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    return String(hash, radix: 36)
  }
}
