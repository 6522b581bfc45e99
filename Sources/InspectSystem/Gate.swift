private import Glibc

/// Lets threads wait for something that happens once, for a bounded time.
// The mutex makes it Sendable: the state is touched under it alone.
@safe
package final class Gate: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  private var isOpen = false

  /// A closed gate.
  package init() {
    unsafe mutex = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe pthread_mutex_init(mutex, nil)
    unsafe condition = .allocate(capacity: 1)
    unsafe condition.initialize(to: pthread_cond_t())
    var attributes = pthread_condattr_t()
    unsafe pthread_condattr_init(&attributes)
    unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    unsafe pthread_cond_init(condition, &attributes)
    unsafe pthread_condattr_destroy(&attributes)
  }

  deinit {
    unsafe pthread_cond_destroy(condition)
    unsafe condition.deallocate()
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  /// Lets all pass, for good.
  package func open() {
    unsafe pthread_mutex_lock(mutex)
    isOpen = true
    unsafe pthread_cond_broadcast(condition)
    unsafe pthread_mutex_unlock(mutex)
  }

  /// Waits until it is open, at most so long, and says whether it is.
  package func wait(milliseconds: Int) -> Bool {
    var end = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &end)
    end.tv_sec += milliseconds / 1_000
    end.tv_nsec += milliseconds % 1_000 * 1_000_000
    if end.tv_nsec >= 1_000_000_000 {
      end.tv_sec += 1
      end.tv_nsec -= 1_000_000_000
    }
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    while !isOpen {
      if unsafe pthread_cond_timedwait(condition, mutex, &end) == ETIMEDOUT { break }
    }
    return isOpen
  }
}
