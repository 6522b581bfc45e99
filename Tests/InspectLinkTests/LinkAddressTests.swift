import InspectLink
import Testing

@Suite struct LinkAddressTests {
  static let addresses: [(String, LinkAddress)] = [
    ("unix:/run/user/1/bindinspect/daemon.sock", .unix("/run/user/1/bindinspect/daemon.sock")),
    ("unix:/ a:b", .unix("/ a:b")),
    (
      "unix:/" + String(repeating: "x", count: 106), .unix("/" + String(repeating: "x", count: 106))
    ),
    ("ws://127.0.0.1:1", .loopback(1)),
    ("ws://localhost:65535", .loopback(65_535)),
    ("ws://127.0.0.1:8080/", .loopback(8_080)),
  ]

  @Test(arguments: addresses.indices)
  func `an address is read`(index: Int) throws {
    let (text, address) = Self.addresses[index]
    #expect(try LinkAddress(text) == address)
  }

  static let refusals: [(String, LinkAddressError)] = [
    ("", .unknownForm("")),
    ("/run/x.sock", .unknownForm("/run/x.sock")),
    ("http://127.0.0.1:1", .unknownForm("http://127.0.0.1:1")),
    ("wss://127.0.0.1:1", .unknownForm("wss://127.0.0.1:1")),
    ("WS://127.0.0.1:1", .unknownForm("WS://127.0.0.1:1")),
    ("unix:", .relativePath("")),
    ("unix:a.sock", .relativePath("a.sock")),
    ("unix:/a\0b", .unknownForm("/a\0b")),
    ("unix:/" + String(repeating: "x", count: 107), .pathTooLong(bytes: 108, limit: 107)),
    ("unix:/" + String(repeating: "é", count: 54), .pathTooLong(bytes: 109, limit: 107)),
    ("ws://10.0.0.1:80", .notLoopback(host: "10.0.0.1")),
    ("ws://evil.example:80", .notLoopback(host: "evil.example")),
    ("ws://localhost6:80", .notLoopback(host: "localhost6")),
    ("ws://localhost.:80", .notLoopback(host: "localhost.")),
    ("ws://127.1:80", .notLoopback(host: "127.1")),
    ("ws://127.0.0.1.nip.example:80", .notLoopback(host: "127.0.0.1.nip.example")),
    ("ws://0.0.0.0:80", .notLoopback(host: "0.0.0.0")),
    ("ws://user@127.0.0.1:80", .notLoopback(host: "user@127.0.0.1")),
    ("ws://[::1]:80", .notLoopback(host: "[::1]:80")),
    ("ws://:80", .notLoopback(host: "")),
    ("ws://127.0.0.1", .missingPort),
    ("ws://localhost/", .missingPort),
    ("ws://127.0.0.1:", .badPort("")),
    ("ws://127.0.0.1:0", .badPort("0")),
    ("ws://127.0.0.1:65536", .badPort("65536")),
    ("ws://127.0.0.1:+80", .badPort("+80")),
    ("ws://127.0.0.1:80x", .badPort("80x")),
    ("ws://127.0.0.1:80:90", .badPort("80:90")),
    ("ws://127.0.0.1:80/path", .badPort("80/path")),
    ("ws://127.0.0.1:99999999999999999999", .badPort("99999999999999999999")),
  ]

  @Test(arguments: refusals.indices)
  func `what is no address is refused for its reason`(index: Int) {
    let (text, reason) = Self.refusals[index]
    #expect(throws: reason) { try LinkAddress(text) }
  }

  @Test func `a path that is too long is told with both numbers`() {
    #expect(
      LinkAddressError.pathTooLong(bytes: 150, limit: 107).text
        == "path of 150 bytes exceeds the socket limit of 107")
  }

  @Test func `another machine is refused with the way out`() {
    #expect(LinkAddressError.notLoopback(host: "10.0.0.1").text.contains("use a tunnel"))
  }

  @Test(arguments: [LinkAddress.unix("/a/b"), .loopback(80)])
  func `an address is written as it is read`(address: LinkAddress) throws {
    #expect(try LinkAddress(address.text) == address)
  }
}
