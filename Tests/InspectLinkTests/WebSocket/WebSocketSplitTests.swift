import TestSupport
import Testing

@testable import InspectLink

/// However bytes are cut, the same comes out.
@Suite struct WebSocketSplitTests {
  private static let conversation: [UInt8] =
    WebSocketMachine.sampleRequest
    + [
      RawFrame.text("one", mask: testMask), RawFrame(9, [1, 2], mask: [9, 8, 7, 6]),
      .text("zwei €", isFinal: false, mask: testMask), RawFrame(9, mask: testMask),
      RawFrame(0, Array("😀".utf8.prefix(2)), isFinal: false, mask: testMask),
      RawFrame(0, Array("😀".utf8.suffix(2)), mask: testMask),
      .text(String(repeating: "x", count: 200), mask: [0, 0, 0, 1]),
      RawFrame(10, [5], mask: testMask),
      .text("", mask: testMask), .close(1_001, Array("end".utf8), mask: testMask),
    ].flatMap(\.bytes)

  private func run(_ pieces: [ArraySlice<UInt8>]) -> [WebSocketMachine.Action] {
    var machine = WebSocketMachine(acceptingAt: "/", chance: SeededGenerator(seed: 1))
    return pieces.flatMap { machine.receiveAll($0) }
  }

  @Test func `a conversation cut at every byte gives the same`() {
    let whole = run([Self.conversation[...]])
    #expect(whole.messages == ["one", "zwei €😀", String(repeating: "x", count: 200), ""])
    #expect(whole.last == .ended(.closedByPeer(code: 1_001, reason: "end")))
    for cut in 1..<Self.conversation.count {
      let pieces = run([Self.conversation[..<cut], Self.conversation[cut...]])
      if pieces != whole { Issue.record("cut at \(cut): \(pieces)") }
    }
  }

  @Test(arguments: [1, 2, 3, 5, 64])
  func `a conversation in small pieces gives the same`(size: Int) {
    let bytes = Self.conversation
    let pieces = stride(from: 0, to: bytes.count, by: size).map {
      bytes[$0..<min($0 + size, bytes.count)]
    }
    #expect(run(pieces) == run([bytes[...]]))
  }

  @Test func `every beginning of a conversation is waited for, not refused`() {
    let whole = run([Self.conversation[...]])
    for end in 0..<Self.conversation.count {
      let actions = run([Self.conversation[..<end]])
      if !whole.starts(with: actions) { Issue.record("up to \(end): \(actions)") }
    }
  }
}
