import Glibc
import InspectSystem
import TestSupport
import Testing

@Suite struct PollTests {
  @Test func `wakes for what is readable and says which`() throws {
    let (quiet, loud) = (try Waker(), try Waker())
    loud.wake()
    var poll = Poll()
    let places = [quiet, loud].map { poll.add($0.number, read: true, write: false) }
    try poll.wait(microseconds: nil)
    #expect(places.map { poll.isReadable($0) } == [false, true])
  }

  @Test func `wakes when the time is over, not before`() throws {
    let start = SystemClock.monotonicMicroseconds
    var poll = Poll()
    try poll.wait(microseconds: 20_001)
    #expect(SystemClock.monotonicMicroseconds - start >= 20_001)
  }

  @Test(arguments: [0, -1, .min] as [Int64])
  func `does not sleep where the time is over already`(microseconds: Int64) throws {
    var poll = Poll()
    let quiet = try Waker()
    let place = poll.add(quiet.number, read: true, write: false)
    try poll.wait(microseconds: microseconds)
    #expect(!poll.isReadable(place))
    withExtendedLifetime(quiet) {}
  }

  @Test func `the longest time is no overflow`() throws {
    let waker = try Waker()
    waker.wake()
    var poll = Poll()
    let place = poll.add(waker.number, read: true, write: false)
    try poll.wait(microseconds: .max)
    #expect(poll.isReadable(place))
  }

  @Test func `an end is readable and writable, so that whoever reads finds out`() throws {
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    close(ends[1])
    let near = Descriptor(owning: ends[0])
    var poll = Poll()
    let place = poll.add(near.number, read: false, write: false)
    try poll.wait(microseconds: 10_000_000)
    #expect(poll.isReadable(place) && poll.isWritable(place))
  }

  @Test func `a descriptor of −1 is passed over`() throws {
    var poll = Poll()
    let place = poll.add(-1, read: true, write: true)
    try poll.wait(microseconds: 0)
    #expect(!poll.isReadable(place))
  }

  @Test func `started anew it waits for nothing of before`() throws {
    let waker = try Waker()
    waker.wake()
    var poll = Poll()
    poll.add(waker.number, read: true, write: false)
    poll.removeAll()
    let quiet = try Waker()
    let place = poll.add(quiet.number, read: true, write: false)
    try poll.wait(microseconds: 0)
    #expect(place == 0 && !poll.isReadable(0))
    withExtendedLifetime(quiet) {}
  }
}

@Suite struct WakerTests {
  private func isReadable(_ waker: Waker) throws -> Bool {
    var poll = Poll()
    let place = poll.add(waker.number, read: true, write: false)
    try poll.wait(microseconds: 0)
    return poll.isReadable(place)
  }

  @Test func `many calls are one and forgotten at once`() throws {
    let waker = try Waker()
    for _ in 0..<10_000 { waker.wake() }
    #expect(try isReadable(waker))
    waker.drain()
    #expect(try !isReadable(waker))
  }

  @Test func `a call leaves the caller's error number as it was`() throws {
    let waker = try Waker()
    errno = EDOM
    waker.wake()
    #expect(errno == EDOM)
  }
}
