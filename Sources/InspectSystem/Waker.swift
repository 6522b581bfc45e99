private import CInspectSystem
private import Glibc

/// Wakes a thread that sleeps in `poll`; any thread may call it, also a signal handler.
package final class Waker: Sendable {
  private let event: Descriptor

  /// Makes the descriptor to be polled for reading.
  package init() throws(SystemError) {
    let number = inspect_event()
    guard number >= 0 else { throw .last("eventfd") }
    event = Descriptor(owning: number)
  }

  /// Number for `poll`.
  package var number: Int32 { event.number }

  /// Wakes the sleeper, now or at its next sleep; many calls are one.
  package func wake() {
    var one: UInt64 = 1
    let saved = errno
    _ = unsafe write(event.number, &one, 8)
    errno = saved
  }

  /// Forgets the calls so far, once awake.
  package func drain() {
    var count: UInt64 = 0
    _ = unsafe read(event.number, &count, 8)
  }
}
