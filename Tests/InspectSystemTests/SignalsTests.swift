import Glibc
import InspectSystem
import Testing

@Suite struct SignalsTests {
  @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
  func `a request to end wakes the waker and is remembered`(number: Int32) async {
    await #expect(processExitsWith: .success) { [number = number as Int32] in
      let waker = try Waker()
      Signals.wakeAtTermination(waker)
      guard Signals.termination == nil else { exit(3) }
      kill(getpid(), number)
      var poll = Poll()
      let place = poll.add(waker.number, read: true, write: false)
      for _ in 0..<100 where !poll.isReadable(place) {
        poll.removeAll()
        poll.add(waker.number, read: true, write: false)
        try poll.wait(microseconds: 1_000_000)
      }
      exit(Signals.termination == number ? 0 : 4)
    }
  }

  @Test func `a pipe whose reader is gone becomes an error`() async {
    await #expect(processExitsWith: .success) {
      Signals.ignoreBrokenPipes()
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { exit(3) }
      close(ends[0])
      do throws(SystemError) {
        try OutputFile(number: ends[1], name: "pipe").write("x")
        exit(4)
      } catch {
        exit(error.isBrokenPipe ? 0 : 5)
      }
    }
  }
}
