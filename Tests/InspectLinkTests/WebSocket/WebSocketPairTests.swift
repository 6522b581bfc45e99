import TestSupport
import Testing

@testable import InspectLink

/// Both ends against each other, the bytes between them cut at random.
@Suite struct WebSocketPairTests {
  @Test(arguments: 0..<100)
  func `what one end sends the other gets, in order`(seed: Int) {
    var chance = SeededGenerator(seed: UInt64(seed))
    var client = WebSocketMachine(dialing: "localhost", chance: SeededGenerator(seed: 11))
    var server = WebSocketMachine(acceptingAt: "/", chance: SeededGenerator(seed: 12))
    var up = client.start().sent
    var down: [UInt8] = []
    var sent: (up: [String], down: [String]) = ([], [])
    var got: (up: [String], down: [String]) = ([], [])
    for step in 0..<300 {
      let text = String(repeating: "é\(step)", count: Int.random(in: 0...60, using: &chance))
      switch Int.random(in: 0..<6, using: &chance) {
      case 0:

        if let frame = client.frame(text: Array(text.utf8)) {
          up += frame
          sent.up.append(text)
        }
      case 1:

        if let frame = server.frame(text: Array(text.utf8)) {
          down += frame
          sent.down.append(text)
        }
      case 2: if let frame = client.ping() { up += frame }
      case 3: if let frame = server.ping() { down += frame }
      case 4: deliver(&up, to: &server, answersTo: &down, &got.up, &chance)
      default: deliver(&down, to: &client, answersTo: &up, &got.down, &chance)
      }
    }
    while !up.isEmpty || !down.isEmpty {
      deliver(&up, to: &server, answersTo: &down, &got.up, &chance)
      deliver(&down, to: &client, answersTo: &up, &got.down, &chance)
    }
    #expect(got.up == sent.up, "seed \(seed)")
    #expect(got.down == sent.down, "seed \(seed)")
    #expect(sent.up.count > 20)
  }

  private func deliver(
    _ bytes: inout [UInt8], to machine: inout WebSocketMachine, answersTo answers: inout [UInt8],
    _ messages: inout [String], _ chance: inout SeededGenerator
  ) {
    let piece = bytes.prefix(Int.random(in: 0...400, using: &chance))
    bytes.removeFirst(piece.count)
    let actions = machine.receive(Array(piece)[...])
    answers += actions.sent
    messages += actions.messages
  }
}
