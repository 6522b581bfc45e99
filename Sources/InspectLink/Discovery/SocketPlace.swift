internal import InspectSystem

/// Where a socket of a runtime folder lies: in it, or where that path would be too long.
enum SocketPlace {
  /// Path for a socket, in an owner-only folder that exists.
  ///
  /// A folder with a long path has its sockets in `/tmp`; the folder's own files say where. The
  /// name then tells folders apart, since several may have theirs there.
  static func path(
    _ stem: String, in folder: RuntimeFolder
  ) throws(RuntimeFolder.Fault) -> String {
    let near = folder.path(of: stem + ".sock")
    if near.utf8.count <= Socket.longestPath { return near }
    try fallback.make()
    return fallback.path(of: "\(stem)-\(mark(folder.path)).sock")
  }

  /// Removes a socket that is nobody's any more; a path of another kind is left alone.
  static func remove(_ path: String, of stem: String, in folder: RuntimeFolder) {
    // Whoever wrote the path was of this user, but only these two are known to be sockets of ours.
    let far = "\(stem)-\(mark(folder.path)).sock"
    do throws(SystemError) {
      if path == folder.path(of: stem + ".sock") { try folder.remove(stem + ".sock") }
      if path == fallback.path(of: far) { try fallback.remove(far) }
    } catch {
      // What cannot be removed is looked at again next time.
    }
  }

  /// Whether something is at the path.
  static func exists(_ path: String) -> Bool {
    guard let slash = path.lastIndex(of: "/") else { return false }
    let folder = RuntimeFolder(path: String(path[..<slash]))
    return folder.entry(String(path[path.index(after: slash)...])) != nil
  }

  private static var fallback: RuntimeFolder {
    RuntimeFolder(path: "/tmp/bindinspect-\(Peer.ownUser)")
  }

  // Fowler, Noll and Vo's hash (FNV-1a): the same in every run, unlike Swift's own.
  private static func mark(_ text: String) -> String {
    let hash = text.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    return String(hash, radix: 36)
  }
}
