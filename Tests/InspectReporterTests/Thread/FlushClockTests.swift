import InspectLink
import InspectWire
import Testing

@testable import InspectReporter

@Suite struct FlushClocks {
  let start = Moment(microseconds: 1_000_000)

  func after(_ milliseconds: Int) -> Moment { start.after(.milliseconds(milliseconds)) }

  @Test func `after quiet the first change is sent at once`() {
    var clock = FlushClock(pause: .milliseconds(50))
    #expect(clock.isDue(hasRed: false, now: start) == true)
    #expect(clock.deadline == nil)
  }

  @Test func `then changes are sent at a steady pace`() {
    var clock = FlushClock(pause: .milliseconds(50))
    clock.flushed(isStalled: false, now: start)
    #expect(clock.isDue(hasRed: false, now: after(49)) == false)
    #expect(clock.isDue(hasRed: false, now: after(50)) == true)
    #expect(clock.deadline == after(50))
  }

  @Test func `the first red does not wait`() {
    var clock = FlushClock(pause: .milliseconds(50))
    clock.flushed(isStalled: false, now: start)
    #expect(clock.isDue(hasRed: true, now: after(1)) == true)
  }

  @Test func `a flood of reds keeps the pace`() {
    var clock = FlushClock(pause: .milliseconds(50))
    clock.flushed(isStalled: false, now: start)
    _ = clock.isDue(hasRed: true, now: after(1))
    clock.flushed(isStalled: false, now: after(1))
    #expect(clock.isDue(hasRed: true, now: after(2)) == false)
    #expect(clock.isDue(hasRed: true, now: after(51)) == true)
  }

  @Test func `while nothing is confirmed it looks now and then`() {
    var clock = FlushClock(pause: .milliseconds(50))
    clock.flushed(isStalled: true, now: start)
    #expect(clock.deadline == after(250))
  }

  @Test func `quiet has no deadline`() {
    var clock = FlushClock(pause: .milliseconds(50))
    clock.flushed(isStalled: false, now: start)
    clock.becameQuiet()
    #expect(clock.deadline == nil)
  }
}
