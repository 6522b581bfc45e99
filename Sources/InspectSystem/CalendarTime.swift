private import Glibc

/// A point in time as calendar and clock of a time zone show it.
package struct CalendarTime: Hashable, Sendable {
  /// Year of the common era.
  package var year: Int
  /// 1 to 12.
  package var month: Int
  /// 1 to 31.
  package var day: Int
  /// 0 to 23.
  package var hour: Int
  /// 0 to 59.
  package var minute: Int
  /// 0 to 60: leap seconds exist.
  package var second: Int
  /// 0 to 999,999.
  package var microsecond: Int

  /// The time in this process's zone (`TZ`, else the system's); UTC where it cannot be told.
  ///
  /// - Parameter wallMicroseconds: Since 1970, UTC.
  package init(localAt wallMicroseconds: Int64) {
    self.init(at: wallMicroseconds, isLocal: true)
  }

  /// The time in UTC.
  ///
  /// - Parameter wallMicroseconds: Since 1970, UTC.
  package init(universalAt wallMicroseconds: Int64) {
    self.init(at: wallMicroseconds, isLocal: false)
  }

  private init(at wallMicroseconds: Int64, isLocal: Bool) {
    // Rounded down, also before 1970.
    let rest = wallMicroseconds % 1_000_000
    let seconds = wallMicroseconds / 1_000_000 - (rest < 0 ? 1 : 0)
    var time = time_t(seconds)
    var parts = unsafe tm()
    // 64 bits of microseconds span 300,000 years, which both calls can tell.
    let isTold = unsafe isLocal && localtime_r(&time, &parts) != nil
    if !isTold { _ = unsafe gmtime_r(&time, &parts) }
    year = unsafe Int(parts.tm_year) + 1_900
    month = unsafe Int(parts.tm_mon) + 1
    day = unsafe Int(parts.tm_mday)
    hour = unsafe Int(parts.tm_hour)
    minute = unsafe Int(parts.tm_min)
    second = unsafe Int(parts.tm_sec)
    microsecond = Int(rest < 0 ? rest + 1_000_000 : rest)
  }
}
