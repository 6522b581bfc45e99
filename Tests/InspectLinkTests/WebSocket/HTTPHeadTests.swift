import Testing

@testable import InspectLink

@Suite struct HTTPHeadTests {
  private func read(
    _ text: String, bytes: Int = 4_096, fields: Int = 64
  ) throws(HTTPHeadReader.Fault) -> HTTPHead? {
    var reader = HTTPHeadReader(byteLimit: bytes, fieldLimit: fields)
    for byte in text.utf8 {
      if let head = try reader.take(byte) { return head }
    }
    return nil
  }

  @Test func `fields are read in order with names in lower case and values without blanks`() throws
  {
    let head = try #require(
      try read("GET / HTTP/1.1\r\nHost:a\r\nX-Y: \t b c \t\r\nhOST: \r\n\r\n"))
    #expect(head.start == "GET / HTTP/1.1")
    #expect(head.fields.map(\.name) == ["host", "x-y", "host"])
    #expect(head.fields.map(\.value) == ["a", "b c", ""])
  }

  @Test func `lists are read over all lines`() throws {
    let head = try #require(try read("G\r\nC: keep-alive , Upgrade\r\nc:,x,\r\n\r\n"))
    #expect(head.members("c") == ["keep-alive", "Upgrade", "x"])
    #expect(head.has("upgrade", in: "c"))
    #expect(!head.has("up", in: "c"))
  }

  @Test(arguments: [
    "\r\n", "GET /\n", "GET /\r\r\n", "GET /\rX", "GET /\0", "GET /\u{7f}", "GET /é",
    "G\r\nname\r\n", "G\r\n: value\r\n", "G\r\nna me: value\r\n", "G\r\nname : value\r\n",
    "G\r\n folded\r\n", "G\r\na: b\r\n c\r\n", "G\r\na: b\n", "\u{16}\u{3}\u{1}",
  ])
  func `what HTTP does not allow is refused before the head's end`(text: String) {
    #expect(throws: HTTPHeadReader.Fault.malformed) { try read(text) }
  }

  @Test func `a head at the limit of bytes is read and one above is not`() throws {
    let head = "GET / HTTP/1.1\r\nX: "
    let text = head + String(repeating: "a", count: 4_096 - head.utf8.count - 4) + "\r\n\r\n"
    #expect(try read(text) != nil)
    #expect(throws: HTTPHeadReader.Fault.tooLarge) { try read(text, bytes: 4_095) }
  }

  @Test func `a head at the limit of fields is read and one above is not`() throws {
    let text = "G\r\n" + String(repeating: "a: b\r\n", count: 64) + "\r\n"
    #expect(try read(text)?.fields.count == 64)
    #expect(throws: HTTPHeadReader.Fault.tooLarge) { try read(text, fields: 63) }
  }
}
