private import Glibc

/// State that one thread at a time may touch.
///
/// A `pthread_mutex`: the standard library's `Mutex` raises false alarms under the thread sanitizer
/// on Linux (6.3.1). Not recursive. Under it: copy, decide, leave; never call out.
// The mutex makes it Sendable: the state is reached through `withLock` alone.
@safe
package final class Lock<State>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var state: State

  /// Takes the state over.
  package init(_ state: sending State) {
    unsafe mutex = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    let failure = unsafe pthread_mutex_init(mutex, nil)
    precondition(failure == 0, "a mutex of default kind can always be made")
    self.state = state
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  /// Runs the body while no other thread does; it must not wait and not call out.
  package func withLock<Result, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try body(&state)
  }

  /// Makes the lock usable in a forked child, whose other threads are gone.
  ///
  /// Only from a handler of `fork` in the child: whoever held the lock does not exist there.
  package func resetAfterFork() {
    unsafe pthread_mutex_init(mutex, nil)
  }
}
