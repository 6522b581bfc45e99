package import Glibc

/// How benchmarks measure.
package enum Measure {
  /// Nanoseconds of this thread's processor time for each of so many repetitions.
  ///
  /// Not the time on the clock: machines are shared, and what others do is not what is measured.
  package static func nanoseconds(_ times: Int, _ body: () throws -> Void) rethrows -> Double {
    let start = seconds(of: CLOCK_THREAD_CPUTIME_ID)
    try body()
    return (seconds(of: CLOCK_THREAD_CPUTIME_ID) - start) * 1e9 / Double(times)
  }

  /// Seconds on the clock, for what waits for other processes.
  package static func seconds(_ body: () throws -> Void) rethrows -> Double {
    let start = seconds(of: CLOCK_MONOTONIC)
    try body()
    return seconds(of: CLOCK_MONOTONIC) - start
  }

  /// Seconds of processor time, of this thread and of another process, and seconds on the clock.
  ///
  /// - Parameter other: What the other process has spent so far.
  package static func both(
    _ other: () -> Double, _ body: () throws -> Void
  ) rethrows -> (spent: Double, time: Double) {
    func spent() -> Double { other() + seconds(of: CLOCK_THREAD_CPUTIME_ID) }
    let before = spent()
    let time = try seconds(body)
    return (spent() - before, time)
  }

  /// What a clock of the system shows.
  package static func seconds(of clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The value in the middle; half of the others are smaller.
  package static func median(_ values: [Double]) -> Double {
    precondition(!values.isEmpty, "a median needs a value")
    return values.sorted()[values.count / 2]
  }

  /// A number to be read: two digits behind the point.
  package static func rounded(_ value: Double) -> Double { Double(Int(value * 100 + 0.5)) / 100 }
}
