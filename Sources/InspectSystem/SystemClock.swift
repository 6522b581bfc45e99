private import Glibc

/// The system's two clocks in whole microseconds; logic takes them as arguments.
package enum SystemClock {
  /// Time since an arbitrary origin that never steps; counts while the machine sleeps, as the
  /// kernel's boot time does.
  package static var monotonicMicroseconds: Int64 { microseconds(CLOCK_BOOTTIME) }

  /// Time since 1970, UTC; steps when somebody sets it.
  package static var wallMicroseconds: Int64 { microseconds(CLOCK_REALTIME) }

  private static func microseconds(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return Int64(time.tv_sec) &* 1_000_000 &+ Int64(time.tv_nsec) / 1_000
  }
}
