private import Glibc

/// The three streams that a program is started with.
package enum StandardStreams {
  /// Fills those that the caller closed, so that no socket or file gets their number.
  ///
  /// What is written to one of these fails, since it can be read only. For our own programs, first
  /// thing; never used inside an inspected one.
  package static func occupy() {
    for number in Int32(0)...2 where fcntl(number, F_GETFD) < 0 && errno == EBADF {
      // The lowest free number is the one asked for.
      _ = unsafe open("/dev/null", O_RDONLY)
    }
  }
}
