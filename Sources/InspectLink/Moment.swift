private import InspectSystem
package import InspectWire

extension Moment {
  /// The monotonic clock of this machine, now.
  package static var now: Moment { Moment(microseconds: SystemClock.monotonicMicroseconds) }

  /// The moment that much later, at most the last one that there is.
  package func after(_ wait: Duration) -> Moment {
    let (sum, overflow) = microseconds.addingReportingOverflow(wait.wholeMicroseconds)
    return Moment(microseconds: overflow ? .max : sum)
  }

  /// Time from an earlier moment to this one in microseconds; 0 where the other is later.
  func microseconds(since earlier: Moment) -> Int64 {
    // Told apart first: what is always over is `.min`, and far below any moment of a real clock.
    guard self > earlier else { return 0 }
    let (distance, overflow) = microseconds.subtractingReportingOverflow(earlier.microseconds)
    return overflow ? .max : distance
  }
}

extension Duration {
  /// Whole microseconds, rounded towards zero; at the bounds of 64 bits where there are more.
  package var wholeMicroseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
    let (sum, carry) = whole.addingReportingOverflow(attoseconds / 1_000_000_000_000)
    return overflow || carry ? (seconds < 0 ? .min : .max) : sum
  }
}
