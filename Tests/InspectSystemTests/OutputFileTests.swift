import Glibc
import InspectSystem
import TestSupport
import Testing

@Suite struct `Output file` {
  @Test func `writes all, also to a pipe that does not wait and is read slowly`() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    let reading = Descriptor(owning: ends[0])
    let writing = Descriptor(owning: ends[1])
    _ = fcntl(writing.number, F_SETFL, O_NONBLOCK)
    let text = String(repeating: "0123456789", count: 50_000)
    let got = Lock<Int?>(nil)
    let number = reading.number
    try PlainThread.start(name: "reader") {
      var count = 0
      var buffer = [UInt8](repeating: 0, count: 1_000)
      while true {
        let more = read(number, &buffer, buffer.count)
        if more <= 0 { break }
        count += more
      }
      got.withLock { $0 = count }
    }
    try OutputFile(number: writing.number, name: "pipe").write(text)
    _ = consume writing
    try eventuallyHere("all is read") { got.withLock { $0 != nil } }
    #expect(got.withLock { $0 } == text.utf8.count)
    _ = consume reading
  }

  @Test func `an error names the stream`() {
    let error = #expect(throws: SystemError.self) {
      try OutputFile(number: -1, name: "standard output").write("x")
    }
    #expect(error?.text == "write standard output: Bad file descriptor")
  }

  @Test func `a full disk is an error`() throws {
    let number = open("/dev/full", O_WRONLY)
    let file = Descriptor(owning: number)
    let error = #expect(throws: SystemError.self) {
      try OutputFile(number: number, name: "standard output").write("x")
    }
    #expect(error?.number == ENOSPC)
    _ = consume file
  }

  @Test func `a pipe is no terminal`() throws {
    let waker = try Waker()
    #expect(!OutputFile(number: waker.number, name: "x").isTerminal)
    #expect(Terminal.size(of: waker.number) == nil)
  }
}
