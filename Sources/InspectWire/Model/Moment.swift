/// A point in an instance's own time: whole microseconds of its monotonic clock.
///
/// Compares only with moments of the same instance. Order between records comes from sequence
/// numbers, never from time.
public struct Moment: Hashable, Comparable, Sendable {
  /// Microseconds since an origin that only the instance knows; below 2^53.
  public let microseconds: Int64

  /// Takes the microseconds as they are.
  public init(microseconds: Int64) { self.microseconds = microseconds }

  /// Orders the earlier first.
  public static func < (one: Self, other: Self) -> Bool { one.microseconds < other.microseconds }
}

/// One moment read on both clocks, by which people are told the time of day of any other.
public struct ClockAnchor: Hashable, Sendable {
  /// The monotonic reading.
  public let moment: Moment
  /// The same instant in microseconds since 1970, UTC.
  public let wallMicroseconds: Int64

  /// Takes both readings of one instant.
  public init(moment: Moment, wallMicroseconds: Int64) {
    self.moment = moment
    self.wallMicroseconds = wallMicroseconds
  }

  /// The time of day of a moment in microseconds since 1970; nil where it cannot be said.
  public func wall(of other: Moment) -> Int64? {
    let (distance, low) = other.microseconds.subtractingReportingOverflow(moment.microseconds)
    let (wall, high) = wallMicroseconds.addingReportingOverflow(distance)
    return low || high ? nil : wall
  }
}
