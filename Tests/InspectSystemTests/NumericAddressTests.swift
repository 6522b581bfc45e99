import InspectSystem
import Testing

@Suite struct NumericAddressTests {
  @Test(
    arguments: [
      ("127.0.0.1", .loopback), ("127.9.9.9", .loopback), ("::1", .loopback),
      ("0.0.0.0", .wildcard),
      ("::", .wildcard), ("192.0.2.7", .other), ("2001:db8::7", .other),
      ("::ffff:127.0.0.1", .other),
      ("127.1", nil), ("0x7f.1", nil), ("2130706433", nil), ("localhost", nil), ("", nil),
      ("[::1]", nil), ("10.0.2.555", nil), ("::1%lo", nil),
    ] as [(String, NumericAddress.Kind?)])
  func `a text is an address in its usual form, or none`(
    _ text: String, _ kind: NumericAddress.Kind?
  ) {
    #expect(NumericAddress.kind(of: text) == kind)
  }

  @Test(arguments: ["127.0.0.2", "::1"])
  func `it listens on that address alone`(_ host: String) throws {
    let listener = try NumericAddress.listen(host: host, port: 0)
    let bound = try #require(BoundAddress(ofSocket: listener.number))
    #expect(bound.host == host && bound.port > 0)
    let error = #expect(throws: SystemError.self) {
      _ = try NumericAddress.listen(host: host, port: bound.port)
    }
    #expect(error?.isTaken == true)
    #expect(PortHolder.find(bound.port)?.pid == Environment.ownPID)
  }

  @Test func `no address is looked up`() {
    let error = #expect(throws: SystemError.self) {
      _ = try NumericAddress.listen(host: "localhost", port: 0)
    }
    #expect(error?.isAbsent == true)
  }
}
