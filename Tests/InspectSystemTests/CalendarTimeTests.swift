import InspectSystem
import Testing

@Suite struct `Calendar time` {
  private func text(_ time: CalendarTime) -> String {
    "\(time.year)-\(time.month)-\(time.day) \(time.hour):\(time.minute):\(time.second).\(time.microsecond)"
  }

  @Test(arguments: [
    (0, "1970-1-1 0:0:0.0"),
    (-1, "1969-12-31 23:59:59.999999"),
    (951_782_400_000_000, "2000-2-29 0:0:0.0"),
    (1_795_996_800_123_456, "2026-11-30 0:0:0.123456"),
  ])
  func `tells UTC`(wall: Int64, expected: String) {
    #expect(text(CalendarTime(universalAt: wall)) == expected)
  }

  @Test(arguments: [Int64.min, .max])
  func `takes any number`(wall: Int64) {
    #expect((1...12).contains(CalendarTime(universalAt: wall).month))
    #expect((1...12).contains(CalendarTime(localAt: wall).month))
  }
}
