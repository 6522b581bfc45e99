private import Glibc

/// Wakes threads that wait for something to change, as often as it does.
// The mutex makes it Sendable: the count is touched under it alone.
@safe
package final class Bell: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  private var count: UInt64 = 0

  /// A bell that nobody has rung.
  package init() {
    unsafe mutex = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe pthread_mutex_init(mutex, nil)
    unsafe condition = .allocate(capacity: 1)
    unsafe condition.initialize(to: pthread_cond_t())
    unsafe Self.begin(condition)
  }

  deinit {
    unsafe pthread_cond_destroy(condition)
    unsafe condition.deallocate()
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  /// How often it was rung: to be read before one looks whether one has to wait.
  package var strokes: UInt64 {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return count
  }

  /// Wakes all who wait.
  package func ring() {
    unsafe pthread_mutex_lock(mutex)
    count &+= 1
    unsafe pthread_cond_broadcast(condition)
    unsafe pthread_mutex_unlock(mutex)
  }

  /// Waits for a stroke after those that were read, at most so long; whether there was one.
  package func wait(after strokes: UInt64, milliseconds: Int) -> Bool {
    var end = Self.deadline(milliseconds)
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    while count == strokes {
      if unsafe pthread_cond_timedwait(condition, mutex, &end) == ETIMEDOUT { break }
    }
    return count != strokes
  }

  /// Makes a condition that waits by the clock that never steps.
  private static func begin(_ condition: UnsafeMutablePointer<pthread_cond_t>) {
    var attributes = pthread_condattr_t()
    unsafe pthread_condattr_init(&attributes)
    unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    unsafe pthread_cond_init(condition, &attributes)
    unsafe pthread_condattr_destroy(&attributes)
  }

  /// So many milliseconds from now, by that clock.
  private static func deadline(_ milliseconds: Int) -> timespec {
    var end = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &end)
    end.tv_sec += milliseconds / 1_000
    end.tv_nsec += milliseconds % 1_000 * 1_000_000
    if end.tv_nsec >= 1_000_000_000 {
      end.tv_sec += 1
      end.tv_nsec -= 1_000_000_000
    }
    return end
  }
}
