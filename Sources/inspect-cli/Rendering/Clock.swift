internal import InspectSystem

/// What time it is, and in which zone people here are told times.
struct Clock: Sendable {
  /// Microseconds since 1970, UTC.
  var now: Int64
  /// Calendar and clock of the zone, for a time in microseconds since 1970.
  var calendar: @Sendable (Int64) -> CalendarTime

  /// The system's time and this process's zone.
  static var system: Clock {
    Clock(now: SystemClock.wallMicroseconds) { CalendarTime(localAt: $0) }
  }

  // MARK: For people

  /// A time of day, with its date unless that is today: `14:02:11`.
  func time(_ wall: Int64) -> String {
    let then = calendar(wall)
    let today = calendar(now)
    let time = [then.hour, then.minute, then.second].map(Self.twoDigits).joined(separator: ":")
    guard (then.year, then.month, then.day) != (today.year, today.month, today.day) else {
      return time
    }
    return "\(then.year)-\(Self.twoDigits(then.month))-\(Self.twoDigits(then.day)) \(time)"
  }

  /// How long ago it was, in one unit; nil for what lies ahead, since then the clock was set.
  func ago(_ wall: Int64) -> String? {
    let (distance, isOver) = now.subtractingReportingOverflow(wall)
    guard !isOver, distance > -1_000_000 else { return nil }
    let seconds = max(0, distance) / 1_000_000
    switch seconds {
    case 0: return "just now"
    case 1..<120: return "\(seconds) s ago"
    case 120..<7_200: return "\(seconds / 60) min ago"
    case 7_200..<172_800: return "\(seconds / 3_600) h ago"
    default: return "\(seconds / 86_400) days ago"
    }
  }

  /// A time and how long ago: `14:02:11 (3 min ago)`.
  func timeAndAgo(_ wall: Int64) -> String { time(wall) + (ago(wall).map { " (\($0))" } ?? "") }

  // MARK: For programs

  /// A time in UTC after ISO 8601: `2026-11-30T14:02:11.000250Z`.
  static func iso(_ wall: Int64) -> String {
    let time = CalendarTime(universalAt: wall)
    let micros = String(1_000_000 + time.microsecond).dropFirst()
    let date = "\(time.year)-\(twoDigits(time.month))-\(twoDigits(time.day))"
    let clock = "\(twoDigits(time.hour)):\(twoDigits(time.minute)):\(twoDigits(time.second))"
    return "\(date)T\(clock).\(micros)Z"
  }

  private static func twoDigits(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
}
