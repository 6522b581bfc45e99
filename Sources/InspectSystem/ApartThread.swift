private import CInspectSystem

/// A thread inside somebody else's program that keeps its descriptors to itself.
///
/// The program's own numbers stay what they would be without it, whatever the program closes does
/// not touch it, and a forked child inherits nothing of it. So what it opens it alone may close:
/// on another thread the same number is another file.
package struct ApartThread: Sendable {
  /// Number of the thread.
  let number: Int32
  /// Whether the descriptors are its own; false where the kernel has no such thing or forbids it.
  package let isApart: Bool

  /// Sets the calling thread apart; it must have opened nothing yet, and sees nothing any more.
  package static func begin() -> ApartThread {
    ApartThread(number: inspect_thread_number(), isApart: inspect_set_descriptors_apart() == 0)
  }

  /// Wakes it from the sleep in which it polls a `Waker` of its own; from any thread.
  package func wake() { inspect_wake_thread(number) }
}
