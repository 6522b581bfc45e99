private import Glibc
private import Synchronization

/// State that one thread at a time may touch.
///
/// A `pthread_mutex`: the standard library's `Mutex` raises false alarms under the thread sanitizer
/// on Linux (6.3.1). Not recursive. Under it: copy, decide, leave; never call out.
// The mutex makes it Sendable: the state is reached through `withLock` alone.
@safe
package final class Lock<State>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var state: State
  /// The thread that holds it around a `fork` of its own; 0 for none.
  private let forkingThread = Atomic<UInt>(0)

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

  /// Takes the lock around a fork, so that the child finds the state whole.
  ///
  /// Gives up after a few milliseconds: a handler of a signal may fork while its own thread is in
  /// the middle of a change. `isHeldAfterFork` says how it went.
  package func lockBeforeFork() {
    for _ in 0..<100 {
      if unsafe pthread_mutex_trylock(mutex) == 0 {
        forkingThread.store(UInt(pthread_self()), ordering: .relaxed)
        return
      }
      usleep(100)
    }
  }

  /// Whether the calling thread took it around the fork under way; in the child also.
  package var isHeldAfterFork: Bool {
    forkingThread.load(ordering: .relaxed) == UInt(pthread_self())
  }

  /// Lets go after a fork, if the calling thread took it; in the child also.
  package func unlockAfterFork() {
    guard isHeldAfterFork else { return }
    forkingThread.store(0, ordering: .relaxed)
    unsafe pthread_mutex_unlock(mutex)
  }

  /// Makes the lock usable in a forked child, whose other threads are gone.
  ///
  /// Only from a handler of `fork` in the child: whoever held the lock does not exist there.
  package func resetAfterFork() {
    unsafe pthread_mutex_init(mutex, nil)
  }
}
