private import Glibc

/// A lock on a file that proves its holder lives: the kernel lets go when the process ends.
package struct HeldLock: ~Copyable, Sendable {
  private let file: Descriptor

  /// Takes the lock, making the file if need be; nil if another process holds it.
  ///
  /// The file stays when the lock is let go: removing it is the holder's business. A link at the
  /// path is refused.
  package static func take(_ path: String) throws(SystemError) -> HeldLock? {
    let number = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard number >= 0 else { throw .last("open", path) }
    let file = Descriptor(owning: number)
    guard flock(number, LOCK_EX | LOCK_NB) == 0 else {
      if errno == EWOULDBLOCK { return nil }
      throw .last("flock", path)
    }
    // Whoever held it before may have removed the file between our open and our lock.
    var held = stat()
    var named = stat()
    guard unsafe fstat(number, &held) == 0 else { throw .last("fstat", path) }
    guard unsafe lstat(path, &named) == 0, held.st_ino == named.st_ino, held.st_dev == named.st_dev
    else { return nil }
    return HeldLock(file: file)
  }

  private init(file: consuming Descriptor) { self.file = file }

  /// Closes the descriptor without letting go of the lock, in a forked child that shares it.
  ///
  /// The lock belongs to the open file, which the parent still has.
  package consuming func abandonAfterFork() { _ = consume self }

  /// Whether somebody holds the lock now; false where there is no such file.
  package static func isHeld(path: String) -> Bool {
    let number = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard number >= 0 else { return false }
    let file = Descriptor(owning: number)
    return flock(file.number, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }
}
