private import Glibc

/// A lock on a file that proves its holder lives: the kernel lets go when the process ends.
///
/// It belongs to the open file, not to the process ("open file description lock", Linux), so that
/// it holds between threads too, and can be asked about without being touched.
package struct HeldLock: ~Copyable, Sendable {
  // The constants stand behind `_GNU_SOURCE`, which Swift's module of the C library does not set.
  private static let query: Int32 = 36  // F_OFD_GETLK
  private static let set: Int32 = 37  // F_OFD_SETLK

  private let file: Descriptor

  /// Takes the lock, making the file if need be; nil if somebody else holds it.
  ///
  /// The file stays when the lock is let go: removing it is the holder's business. A link at the
  /// path is refused.
  package static func take(_ path: String) throws(SystemError) -> HeldLock? {
    while true {
      let number = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard number >= 0 else { throw .last("open", path) }
      let lock = HeldLock(file: Descriptor(owning: number))
      var whole = wholeFile
      guard unsafe fcntl(number, set, &whole) == 0 else {
        if errno == EAGAIN || errno == EACCES { return nil }
        throw .last("fcntl", path)
      }
      // Whoever held it before may have removed the file between our open and our lock: then what
      // we hold is no longer what others look at.
      if lock.isAt(path) { return lock }
    }
  }

  /// Number of the file that is held open for it.
  package var number: Int32 { file.number }

  private init(file: consuming Descriptor) { self.file = file }

  /// Whether the file at the path is still the one that is locked.
  package borrowing func isAt(_ path: String) -> Bool {
    var held = stat()
    var named = stat()
    return unsafe fstat(file.number, &held) == 0 && lstat(path, &named) == 0
      && held.st_ino == named.st_ino && held.st_dev == named.st_dev
  }

  /// Closes the descriptor without letting go of the lock, in a forked child that shares it.
  ///
  /// The lock belongs to the open file, which the parent still has.
  package consuming func abandonAfterFork() { _ = consume self }

  /// Whether somebody holds the lock now, this process included; false where there is no such file.
  ///
  /// Only looks: nobody who takes the lock at this moment is disturbed.
  package static func isHeld(path: String) -> Bool {
    let number = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard number >= 0 else { return false }
    let file = Descriptor(owning: number)
    var found = wholeFile
    return unsafe fcntl(file.number, query, &found) == 0 && found.l_type != Int16(F_UNLCK)
  }

  private static var wholeFile: flock {
    flock(l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 0, l_len: 0, l_pid: 0)
  }
}
