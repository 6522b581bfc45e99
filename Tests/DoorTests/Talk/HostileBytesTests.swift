import InspectLink
import InspectSystem
import InspectWire
import TestSupport
import Testing

extension DoorTests {
  /// Bytes of a peer that was let in and does not keep to the rules: its link ends, and no other.
  @Suite struct HostileBytes {
    struct Case: CustomTestStringConvertible, Sendable {
      let name: String
      let code: UInt16
      let bytes: @Sendable () -> [UInt8]
      var testDescription: String { name }
    }

    private static func text(_ text: String) -> [UInt8] {
      RawPeer.bytes(of: .init(opcode: 1, bytes: Array(text.utf8)))
    }

    private static func announced(_ length: UInt64) -> [UInt8] {
      [0x81, 0x80 | 127] + (0..<8).reversed().map { UInt8(length >> ($0 * 8) & 0xff) } + [
        1, 2, 3, 4,
      ]
    }

    private static func nested(_ open: String, _ close: String, _ depth: Int) -> String {
      String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
    }

    static let cases = [
      Case(name: "broken JSON", code: 1_008) { text(#"{"m":"list","id":"#) },
      Case(name: "a duplicate key", code: 1_008) { text(#"{"m":"list","id":1,"id":2}"#) },
      Case(name: "lists of depth 100,000", code: 1_008) {
        text(#"{"m":"list","x":\#(nested("[", "]", 100_000)),"id":1}"#)
      },
      Case(name: "objects of depth 100,000", code: 1_008) {
        text(#"{"m":"list","x":\#(nested(#"{"a":"#, "}", 100_000)),"id":1}"#)
      },
      Case(name: "a frame of 100 MB", code: 1_009) {
        announced(100 << 20) + [UInt8](repeating: 0x61, count: 4 << 20)
      },
      Case(name: "a message of one byte more than allowed", code: 1_009) {
        text(String(repeating: "x", count: (1 << 20) + 1))
      },
      Case(name: "text that is no UTF-8", code: 1_007) {
        RawPeer.bytes(of: .init(opcode: 1, bytes: [0x22, 0xff, 0x22]))
      },
      Case(name: "half a surrogate", code: 1_007) {
        RawPeer.bytes(of: .init(opcode: 1, bytes: [0xed, 0xa0, 0x80]))
      },
      Case(name: "binary where text is due", code: 1_008) {
        RawPeer.bytes(of: .init(opcode: 2, bytes: Array(#"{"m":"list","id":1}"#.utf8)))
      },
      Case(name: "endless fragments", code: 1_009) {
        (0..<1_024).flatMap {
          RawPeer.bytes(of: .init(opcode: $0 == 0 ? 1 : 0, isFinal: false, bytes: [0x20]))
        }
      },
      Case(name: "endless empty fragments", code: 1_009) {
        (0..<1_024).flatMap {
          RawPeer.bytes(of: .init(opcode: $0 == 0 ? 1 : 0, isFinal: false, bytes: []))
        }
      },
      Case(name: "a number that fits nowhere", code: 1_008) {
        text(#"{"m":"list","id":18446744073709551616}"#)
      },
      Case(name: "a number that is none", code: 1_008) { text(#"{"m":"list","id":1e999}"#) },
      Case(name: "a message of no kind", code: 1_008) { text(#"{"id":1}"#) },
      Case(name: "a list", code: 1_008) { text("[]") },
      Case(name: "nothing", code: 1_008) { text("") },
    ]

    @Test(arguments: cases)
    func `S1: that link is closed with a code, and the others are fine`(_ test: Case) async throws {
      try await withDoor { door in
        let witness = try door.guest(.observer)
        let peer = try door.dialUnix().upgrade()
        try peer.send(message: #"{"m":"hello","role":"observer","protocol":[1,1]}"#)
        #expect(try peer.readMessage().text.contains("welcome"))
        let before = door.resident
        _ = peer.sendAsFarAsItGoes(test.bytes())
        var closing: (code: UInt16, reason: String)?
        while closing == nil { closing = try peer.readMessage().closing }
        #expect(closing?.code == test.code, "\(String(describing: closing))")
        #expect((closing?.reason.utf8.count ?? .max) <= 123)
        #expect(door.resident - before < 8 << 10, "KiB")
        #expect(try witness.processes().isEmpty)
        #expect(door.daemon.exitStatus == nil)
      }
    }

    @Test(arguments: [UInt64(1) << 31, 1 << 63 - 1, 1 << 63, .max])
    func `T6: an announced length costs nothing`(_ length: UInt64) async throws {
      try await withDoor { door in
        let before = door.resident
        let peers = try (0..<50).map { _ in try door.dialUnix().upgrade() }
        for peer in peers { try peer.send(Self.announced(length) + [0x61]) }
        #expect(try door.guest(.observer).processes().isEmpty)
        #expect(door.resident - before < 16 << 10, "KiB for fifty")
      }
    }

    @Test func `T6: fragments that are never finished cost what they hold`() async throws {
      try await withDoor { door in
        let before = door.resident
        let peers = try (0..<100).map { _ in try door.dialUnix().upgrade() }
        for peer in peers {
          let bytes = [UInt8](repeating: 0x61, count: 64 << 10)
          try peer.send(frame: .init(opcode: 1, isFinal: false, bytes: bytes))
        }
        #expect(try door.guest(.observer).processes().isEmpty)
        #expect(door.resident - before < 100 * 256, "KiB for a hundred")
      }
    }

    @Test func `T6: random bytes end their own link`() async throws {
      try await withDoor { door in
        let witness = try door.guest(.observer)
        let start = door.resident
        for seed in 0..<300 as Range<UInt64> {
          var random = SeededGenerator(seed: seed)
          let count = Int.random(in: 1...2_000, using: &random)
          let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
          let peer = try seed.isMultiple(of: 2) ? door.dialUnix().upgrade() : door.dial()
          _ = peer.sendAsFarAsItGoes(bytes)
          peer.finishSending()
          _ = try peer.readToEnd()
          // It answers what keeps its link alive, and is answered.
          if seed.isMultiple(of: 50) { #expect(try witness.processes().isEmpty) }
        }
        #expect(try witness.processes().isEmpty)
        #expect(door.resident - start < 8 << 10, "KiB")
      }
    }

    @Test(arguments: [
      ("an HTTP POST", "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhello"),
      ("Redis", "*1\r\n$4\r\nPING\r\n"), ("a TLS greeting", "\u{16}\u{3}\u{1}\u{2}\0\u{1}\0\u{1}"),
      ("an SSH banner", "SSH-2.0-OpenSSH_9.2\r\n"),
      ("HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\u{4}\0\0\0\0\0"),
    ])
    func `words of other protocols are closed with few lines in the log`(
      _ what: (name: String, bytes: String)
    ) async throws {
      try await withDoor { door in
        let start = ContinuousClock.now
        for number in 0..<100 {
          let peer = try number.isMultiple(of: 2) ? door.dial() : door.dialUnix()
          try peer.send(what.bytes)
          peer.finishSending()
          let answer = String(decoding: try peer.readToEnd(), as: UTF8.self)
          #expect(
            answer.isEmpty || answer.hasPrefix("HTTP/1.") && answer.contains(" 4"), "\(answer)")
        }
        let windows = Int((ContinuousClock.now - start) / .seconds(1)) + 2
        try await eventually("a line", seen: { door.daemon.errorOutput }) {
          door.daemon.errorOutput.contains("stranger:")
            || door.daemon.errorOutput.contains("refused-request:")
        }
        let lines = door.daemon.errorOutput.split(separator: "\n")
        #expect(lines.count < 4 + windows * 24, "\(lines.count) lines in \(windows) s")
      }
    }
  }
}

extension RawPeer {
  /// Sends as far as the other side takes bytes: it may have ended.
  func sendAsFarAsItGoes(_ bytes: [UInt8]) -> Bool { (try? send(bytes)) != nil }
}
