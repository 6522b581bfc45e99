private import Glibc
private import Synchronization

/// Signals of our own programs; never used inside an inspected one.
package enum Signals {
  /// Number of the signal that asks a program to end.
  package static let terminate = SIGTERM
  /// Number of the signal that ends a program without asking.
  package static let kill = SIGKILL

  // A handler may only touch what was there before it ran.
  private static let wakers = Atomic<Int32>(-1)
  private static let received = Atomic<Int32>(0)

  /// Wakes the waker at SIGTERM, SIGINT and SIGHUP; the waker must live as long as the program.
  package static func wakeAtTermination(_ waker: Waker) {
    wakers.store(waker.number, ordering: .sequentiallyConsistent)
    for number in [SIGTERM, SIGINT, SIGHUP] {
      var action = sigaction()
      unsafe action.__sigaction_handler.sa_handler = { number in Signals.note(number) }
      action.sa_flags = SA_RESTART
      unsafe sigaction(number, &action, nil)
    }
  }

  /// The signal that asked the program to end; nil if none did.
  package static var termination: Int32? {
    let number = received.load(ordering: .sequentiallyConsistent)
    return number == 0 ? nil : number
  }

  /// A write into a closed pipe becomes an error instead of the program's end.
  package static func ignoreBrokenPipes() { _ = signal(SIGPIPE, SIG_IGN) }

  fileprivate static func note(_ number: Int32) {
    received.store(number, ordering: .sequentiallyConsistent)
    let saved = errno
    var one: UInt64 = 1
    _ = unsafe write(wakers.load(ordering: .sequentiallyConsistent), &one, 8)
    errno = saved
  }
}
