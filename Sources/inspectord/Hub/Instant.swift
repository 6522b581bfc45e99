internal import InspectWire

/// Now, on both clocks; the hub reads none by itself.
struct Instant: Hashable, Sendable {
  /// The daemon's monotonic clock.
  var moment: Moment
  /// Microseconds since 1970, UTC: for people alone.
  var wall: Int64

  /// The moment that much later.
  func after(_ microseconds: Int64) -> Moment {
    let (sum, isFar) = moment.microseconds.addingReportingOverflow(microseconds)
    return Moment(microseconds: isFar ? .max : sum)
  }
}
