import InspectSystem
import Testing

@Suite struct `Beginning of a file` {
  @Test func `is at most as long as asked`() throws {
    #expect(try WholeFile.readBeginning("/proc/self/exe", limit: 4) == [0x7F, 0x45, 0x4C, 0x46])
  }

  @Test func `of an empty file is empty`() throws {
    #expect(try WholeFile.readBeginning("/dev/null", limit: 16).isEmpty)
  }

  @Test func `names a file that is missing`() {
    #expect(throws: SystemError.self) {
      try WholeFile.readBeginning("/nonexistent/file", limit: 16)
    }
  }
}
