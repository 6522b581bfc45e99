private import Glibc

/// The file by which a Unix socket is found; removed only by whoever it belongs to.
package struct SocketFile: Hashable, Sendable {
  /// Path of the file.
  package let path: String
  private let device: UInt
  private let number: UInt

  /// Looks at the file that a listener was just bound to.
  package init(at path: String) throws(SystemError) {
    var facts = stat()
    guard unsafe lstat(path, &facts) == 0 else { throw .last("lstat", path) }
    self.path = path
    device = UInt(facts.st_dev)
    number = UInt(facts.st_ino)
  }

  /// Removes the file, unless another one stands there by now.
  package func remove() {
    guard let now = try? SocketFile(at: path), now == self else { return }  // Gone is as good.
    _ = unsafe unlink(path)
  }

  /// Removes a socket that an ended process of this user left; true if there was one.
  ///
  /// The caller holds the lock that makes the path its own, so nobody listens there any more.
  /// - Throws: `SystemError` with `EEXIST` for anything that is no socket, `EPERM` for another
  ///   user's: neither is touched.
  @discardableResult
  package static func removeStale(at path: String) throws(SystemError) -> Bool {
    var facts = stat()
    guard unsafe lstat(path, &facts) == 0 else {
      if errno == ENOENT { return false }
      throw .last("lstat", path)
    }
    guard facts.st_mode & S_IFMT == S_IFSOCK else {
      throw SystemError(call: "bind", number: EEXIST, subject: path)
    }
    guard facts.st_uid == geteuid() else {
      throw SystemError(call: "unlink", number: EPERM, subject: path)
    }
    guard unsafe unlink(path) == 0 else { throw .last("unlink", path) }
    return true
  }
}
