private import CInspectSystem
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
  /// Its place among what forks take; −1 where they do not.
  private let watched = Atomic<Int32>(-1)

  /// Takes the state over.
  package init(_ state: sending State) {
    unsafe mutex = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    let failure = unsafe pthread_mutex_init(mutex, nil)
    precondition(failure == 0, "a mutex of default kind can always be made")
    self.state = state
  }

  deinit {
    let place = watched.load(ordering: .acquiring)
    if place >= 0 { inspect_unwatch_forks(place) }
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  /// Runs the body while no other thread does; it must not wait and not call out.
  package func withLock<Result, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if inspect_is_fork_pending() != 0, watched.load(ordering: .relaxed) >= 0 {
      inspect_let_fork_pass()
    }
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try body(&state)
  }

  /// Takes the lock until `letGo`, on the same thread.
  package func hold() {
    unsafe pthread_mutex_lock(mutex)
    inspect_note_held(1)
  }

  /// Lets go of what `hold` took.
  package func letGo() {
    inspect_note_held(-1)
    unsafe pthread_mutex_unlock(mutex)
  }

  /// Has each fork take the lock, so that a forked child finds the state whole.
  ///
  /// Again does nothing.
  package func watchForks() {
    guard watched.load(ordering: .acquiring) < 0 else { return }
    let place = unsafe inspect_watch_forks(mutex)
    let (isFirst, _) = watched.compareExchange(
      expected: -1, desired: place, ordering: .acquiringAndReleasing)
    if !isFirst, place >= 0 { inspect_unwatch_forks(place) }
  }

  /// Whether this process was forked while another thread was in the middle of a change; true also
  /// where nobody could watch.
  package var isTorn: Bool {
    let place = watched.load(ordering: .acquiring)
    return place < 0 || inspect_is_torn(place) != 0
  }
}
