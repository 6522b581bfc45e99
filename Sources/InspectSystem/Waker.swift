private import CInspectSystem
private import Glibc

/// Wakes a thread that sleeps in `poll`; any thread may call it, also a signal handler.
package final class Waker: Sendable {
  private let event: Descriptor
  /// Thread to be woken by a signal; nil where any thread can write to the descriptor.
  private let thread: ApartThread?

  /// Makes the descriptor to be polled for reading.
  package init() throws(SystemError) {
    let number = inspect_event()
    guard number >= 0 else { throw .last("eventfd") }
    event = Descriptor(owning: number)
    thread = nil
  }

  /// Makes the descriptor for a thread whose descriptors are its own: to be made there, and to be
  /// let go there. Others call `ApartThread.wake`.
  package init(apartOn thread: ApartThread) throws(SystemError) {
    let number = inspect_wake_descriptor()
    guard number >= 0 else { throw .last("signalfd") }
    event = Descriptor(owning: number)
    self.thread = thread
  }

  /// Number for `poll`.
  package var number: Int32 { event.number }

  /// Wakes the sleeper, now or at its next sleep; many calls are one.
  package func wake() {
    if let thread {
      thread.wake()
      return
    }
    var one: UInt64 = 1
    let saved = errno
    _ = unsafe write(event.number, &one, 8)
    errno = saved
  }

  /// Forgets the calls so far, once awake.
  package func drain() {
    // An event has 8 bytes, a signal 128; of one signal no more than one waits.
    var bytes = [UInt8](repeating: 0, count: 128)
    _ = unsafe read(event.number, &bytes, bytes.count)
  }
}
