import TestSupport
import Testing

@testable import InspectLink

@Suite struct WebSocketCloseTests {
  // Code and reason in the frame; code and reason that are told; the frame that answers.
  static let closes: [(RawFrame, UInt16?, String, RawFrame)] = [
    (.close(nil), nil, "", .close(nil)),
    (.close(1_000), 1_000, "", .close(1_000)),
    (.close(1_001, Array("going".utf8)), 1_001, "going", .close(1_001)),
    (.close(1_011, Array("ж".utf8)), 1_011, "ж", .close(1_011)),
    (.close(1_012), 1_012, "", .close(1_012)),
    (.close(3_000), 3_000, "", .close(3_000)),
    (
      .close(4_999, [UInt8](repeating: 0x78, count: 123)), 4_999,
      String(repeating: "x", count: 123), .close(4_999)
    ),
  ]

  @Test(arguments: closes.indices)
  func `a close is answered with its code and ends the link`(index: Int) {
    let (frame, code, reason, answer) = Self.closes[index]
    var client = WebSocketMachine.openServer()
    var masked = frame
    masked.mask = testMask
    #expect(
      client.receive(masked.bytes[...])
        == [.send(answer.bytes), .ended(.closedByPeer(code: code, reason: reason))])
    #expect(client.isEnded)
  }

  @Test func `both ends close each other in order`() {
    var server = WebSocketMachine.openServer()
    var client = WebSocketMachine.openClient()
    let first = client.close(code: 1_000, reason: "done")
    let second = server.receive(first.sent[...])
    #expect(second.last == .ended(.closedByPeer(code: 1_000, reason: "done")))
    #expect(client.receive(second.sent[...]) == [.ended(.closed(code: 1_000))])
  }

  @Test func `both ends may close at the same moment`() {
    var server = WebSocketMachine.openServer()
    var client = WebSocketMachine.openClient()
    let (up, down) = (client.close(code: 1_000), server.close(code: 1_001))
    #expect(client.receive(down.sent[...]) == [.ended(.closed(code: 1_000))])
    #expect(server.receive(up.sent[...]) == [.ended(.closed(code: 1_001))])
  }

  @Test func `what comes between our close and the other's is dropped`() {
    var client = WebSocketMachine.openClient()
    _ = client.close(code: 1_000)
    let bytes =
      RawFrame.text("late", isFinal: false).bytes + RawFrame(9, [1]).bytes
      + RawFrame(0, [0xff]).bytes + RawFrame(2, [1, 2, 3]).bytes
    #expect(client.receive(bytes[...]) == [])
    #expect(client.receive(RawFrame.close(1_000).bytes[...]) == [.ended(.closed(code: 1_000))])
  }

  @Test func `a fault after our close ends the link without another word`() {
    var client = WebSocketMachine.openClient()
    _ = client.close(code: 1_000)
    #expect(client.receive([0xff, 0xff][...]) == [.ended(.closed(code: 1_000))])
  }

  @Test func `after its end a machine says and takes nothing`() {
    var server = WebSocketMachine.openServer()
    _ = server.receive(RawFrame.close(nil, mask: testMask).bytes[...])
    #expect(server.receive(RawFrame.text("x", mask: testMask).bytes[...]) == [])
    #expect(server.frame(text: [0x78]) == nil)
    #expect(server.ping() == nil)
    #expect(server.close(code: 1_000) == [])
  }

  @Test func `a link that is not open yet closes without a frame`() {
    var client = WebSocketMachine(dialing: "localhost", chance: SeededGenerator(seed: 1))
    #expect(client.close(code: 1_000) == [.ended(.closed(code: 1_000))])
  }

  @Test func `messages that came with the end are answered before it`() {
    var server = WebSocketMachine.openServer()
    let bytes = RawFrame.text("x", mask: testMask).bytes + RawFrame(3, mask: testMask).bytes
    #expect(server.receive(bytes[...]) == [.message([0x78])])
    #expect(server.isSettling && server.isOpen)
    #expect(server.frame(text: [0x79]) == RawFrame.text("y").bytes)
    #expect(server.receive(bytes[...]) == [])
    #expect(server.settle().fault == WebSocketFault(.unknownOpcode(3), offset: 7))
    #expect(server.isEnded)
    #expect(server.settle() == [])
  }

  @Test func `without a message before it the end does not wait`() {
    var server = WebSocketMachine.openServer()
    let bytes = RawFrame(9, mask: testMask).bytes + RawFrame(3, mask: testMask).bytes
    #expect(server.receive(bytes[...]).fault != nil)
    #expect(!server.isSettling)
  }

  @Test func `a link that closes itself while the end waits says the other's reason`() {
    var server = WebSocketMachine.openServer()
    let bytes =
      RawFrame.text("x", mask: testMask).bytes + RawFrame.close(4_000, mask: testMask).bytes
    _ = server.receive(bytes[...])
    #expect(
      server.close(code: 1_000).last == .ended(.closedByPeer(code: 4_000, reason: "")))
  }

  @Test func `a reason that is too long is cut between scalars`() throws {
    var server = WebSocketMachine.openServer()
    let frame = server.close(code: 1_000, reason: String(repeating: "é", count: 100)).sent
    #expect(frame[1] == 124)
    #expect(String(validating: frame[4...], as: UTF8.self) == String(repeating: "é", count: 61))
  }

  @Test func `a code that must not be sent is a mistake of the caller`() async {
    await #expect(processExitsWith: .failure) {
      var server = WebSocketMachine.openServer()
      _ = server.close(code: 1_005)
    }
  }
}
