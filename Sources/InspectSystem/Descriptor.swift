private import Glibc

/// A file descriptor that is closed when its owner lets go of it.
package struct Descriptor: ~Copyable, Sendable {
  /// The number, for calls that only look.
  package let number: Int32

  /// Takes a number over that nobody else closes.
  package init(owning number: Int32) { self.number = number }

  deinit { close(number) }

  /// Gives the number away; whoever takes it closes it.
  package consuming func release() -> Int32 {
    let number = number
    discard self
    return number
  }

  /// Another number for the same open file, closed on exec.
  package borrowing func duplicate() throws(SystemError) -> Descriptor {
    let copy = fcntl(number, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw .last("fcntl") }
    return Descriptor(owning: copy)
  }
}
