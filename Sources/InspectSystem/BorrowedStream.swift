private import Glibc

/// Standard error of a program that is not ours: written to only where that can do no harm.
package struct BorrowedStream: Sendable {
  // What the number stood for at first; a program may close it and open something else there.
  private let device: UInt
  private let node: UInt

  /// Looks at the stream as it is now; nil where the program has none.
  package init?() {
    var facts = stat()
    guard unsafe fstat(2, &facts) == 0 else { return nil }
    device = UInt(facts.st_dev)
    node = UInt(facts.st_ino)
  }

  /// Writes a line if the stream is still the same and takes it at once; else does nothing.
  ///
  /// Never waits, and raises no SIGPIPE where nobody reads any more.
  package func say(_ line: String) {
    var facts = stat()
    guard unsafe fstat(2, &facts) == 0, UInt(facts.st_dev) == device, UInt(facts.st_ino) == node
    else { return }
    var entry = pollfd(fd: 2, events: Int16(POLLOUT), revents: 0)
    guard unsafe poll(&entry, 1, 0) == 1, entry.revents == Int16(POLLOUT) else { return }

    var pipeSignal = sigset_t()
    var old = sigset_t()
    var pending = sigset_t()
    unsafe sigemptyset(&pipeSignal)
    unsafe sigaddset(&pipeSignal, SIGPIPE)
    unsafe pthread_sigmask(SIG_BLOCK, &pipeSignal, &old)
    unsafe sigpending(&pending)
    let wasPending = unsafe sigismember(&pending, SIGPIPE) == 1
    let bytes = Array((line + "\n").utf8)
    if unsafe write(2, bytes, bytes.count) < 0, errno == EPIPE, !wasPending {
      var now = timespec()
      unsafe sigtimedwait(&pipeSignal, nil, &now)
    }
    unsafe pthread_sigmask(SIG_SETMASK, &old, nil)
  }
}
