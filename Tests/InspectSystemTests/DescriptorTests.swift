import Glibc
import InspectSystem
import Testing

@Suite struct DescriptorTests {
  private func isOpen(_ number: Int32) -> Bool { fcntl(number, F_GETFD) >= 0 }

  // Other tests open and close files at the same time, so a number says nothing alone: each test
  // looks at a pipe, whose other end knows.
  private func pipeEnds() -> (Int32, Int32) {
    var ends: [Int32] = [-1, -1]
    precondition(pipe(&ends) == 0)
    return (ends[0], ends[1])
  }

  private func hasWriter(_ reading: Int32) -> Bool {
    _ = fcntl(reading, F_SETFL, O_NONBLOCK)
    var byte: UInt8 = 0
    return read(reading, &byte, 1) < 0
  }

  @Test func `closes its file when it is let go`() {
    let (reading, writing) = pipeEnds()
    defer { close(reading) }
    do { _ = Descriptor(owning: writing) }
    #expect(!hasWriter(reading))
  }

  @Test func `given away it closes nothing`() {
    let (reading, writing) = pipeEnds()
    defer { close(reading) }
    let number = Descriptor(owning: writing).release()
    #expect(number == writing)
    #expect(hasWriter(reading))
    close(writing)
  }

  @Test func `a duplicate keeps the file open and does not survive an exec`() throws {
    let (reading, writing) = pipeEnds()
    defer { close(reading) }
    let copy: Descriptor
    do {
      let original = Descriptor(owning: writing)
      copy = try original.duplicate()
    }
    #expect(hasWriter(reading))
    #expect(fcntl(copy.number, F_GETFD) & FD_CLOEXEC != 0)
    _ = consume copy
    #expect(!hasWriter(reading))
  }

  @Test func `a number that is not open cannot be duplicated`() {
    let error = #expect(throws: SystemError.self) { _ = try Descriptor(owning: -1).duplicate() }
    #expect(error?.number == EBADF)
  }
}
