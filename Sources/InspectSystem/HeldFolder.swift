private import CInspectSystem
private import Glibc

/// A runtime folder that is held open: whatever is put in its place meanwhile, what is done in
/// `folder` is done in the one that was looked at.
package struct HeldFolder: ~Copyable, Sendable {
  /// The folder by its descriptor; to be used while this is there, by the threads that share it.
  package let folder: RuntimeFolder

  private let file: Descriptor

  /// Opens a folder and checks owner, mode and kind of what was opened, following no link.
  package init(_ named: RuntimeFolder) throws(RuntimeFolder.Fault) {
    let path = named.path
    guard path.hasPrefix("/") else { throw .relative(path: path) }
    let number = unsafe open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard number >= 0 else {
      if errno == ENOTDIR || errno == ELOOP { throw .notAFolder(path: path) }
      let error = SystemError.last("open", path)
      // Of a folder of another user we may not even see the owner by opening it.
      var facts = stat()
      if error.isForbidden, unsafe lstat(path, &facts) == 0, facts.st_uid != geteuid() {
        throw .foreignOwner(path: path, owner: facts.st_uid)
      }
      throw .system(error)
    }
    try self.init(opened: Descriptor(owning: number), path: path)
  }

  /// Opens a folder as a process sees it that has another root, and checks it in the same way.
  ///
  /// Links on the way to it are followed inside of that root: they cannot lead out.
  package init(_ named: RuntimeFolder, inRootOf pid: Int32) throws(RuntimeFolder.Fault) {
    let path = named.path
    guard path.hasPrefix("/") else { throw .relative(path: path) }
    let root = unsafe inspect_open_root("/proc/\(pid)/root")
    guard root >= 0 else { throw .system(.last("open", "/proc/\(pid)/root")) }
    let held = Descriptor(owning: root)
    let number = unsafe inspect_open_in_root(held.number, path)
    guard number >= 0 else {
      if errno == ENOTDIR || errno == ELOOP { throw .notAFolder(path: path) }
      throw .system(.last("open", path))
    }
    try self.init(opened: Descriptor(owning: number), path: path)
  }

  private init(opened file: consuming Descriptor, path: String) throws(RuntimeFolder.Fault) {
    var facts = stat()
    guard unsafe fstat(file.number, &facts) == 0 else { throw .system(.last("fstat", path)) }
    guard facts.st_uid == geteuid() else {
      throw .foreignOwner(path: path, owner: facts.st_uid)
    }
    guard facts.st_mode & 0o077 == 0 else {
      throw .openToOthers(path: path, mode: facts.st_mode & 0o7777)
    }
    // Of the thread: one that keeps its descriptors apart has other ones than the process.
    let own = "/proc/thread-self/fd/\(file.number)"
    // Without `/proc`, in a small root, the name has to do.
    folder = RuntimeFolder(path: unsafe access(own, F_OK) == 0 ? own : path)
    self.file = file
  }
}
