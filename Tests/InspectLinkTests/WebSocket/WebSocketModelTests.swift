import TestSupport
import Testing

@testable import InspectLink

/// Random frames, right and wrong, against a second and much simpler reading of RFC 6455.
@Suite struct WebSocketModelTests {
  /// Judges whole frames; knows nothing of bytes.
  private struct Model {
    var messages: [String] = []
    var pongs: [[UInt8]] = []
    var end: String?
    private var open: [UInt8]?

    mutating func take(_ frame: RawFrame) {
      guard end == nil else { return }
      let opcode = frame.first & 0x0f
      let isFinal = frame.first & 0x80 != 0
      let isControl = opcode >= 8
      if frame.first & 0x70 != 0 { return fail(1_002) }
      if ![0, 1, 2, 8, 9, 10].contains(opcode) { return fail(1_002) }
      if isControl, !isFinal || frame.payload.count > 125 { return fail(1_002) }
      switch opcode {
      case 0 where open == nil, 1 where open != nil, 2 where open != nil: fail(1_002)
      case 2: fail(1_003)
      case 0, 1:
        let text = (open ?? []) + frame.payload
        // A text that no continuation could mend is refused before its end.
        if !isFinal ? !canGoOn(text) : String(validating: text, as: UTF8.self) == nil {
          return fail(1_007)
        }
        open = isFinal ? nil : text
        if isFinal { messages.append(String(decoding: text, as: UTF8.self)) }
      case 8: close(frame.payload)
      case 9: pongs.append(frame.payload)
      default: break
      }
    }

    private func canGoOn(_ text: [UInt8]) -> Bool {
      let ends: [[UInt8]] = [
        [], [0x80], [0x90], [0xa0], [0x80, 0x80], [0x90, 0x80], [0xa0, 0x80], [0x80, 0x80, 0x80],
        [0x90, 0x80, 0x80],
      ]
      return ends.contains { String(validating: text + $0, as: UTF8.self) != nil }
    }

    private mutating func close(_ payload: [UInt8]) {
      if payload.isEmpty { return end = "closed nil" }
      if payload.count == 1 { return fail(1_002) }
      let code = Int(payload[0]) * 256 + Int(payload[1])
      let known = Array(1_000...1_003) + Array(1_007...1_014) + Array(3_000...4_999)
      if !known.contains(code) { return fail(1_002) }
      if String(validating: payload[2...], as: UTF8.self) == nil { return fail(1_007) }
      end = "closed \(code)"
    }

    private mutating func fail(_ code: UInt16) { end = "failed \(code)" }
  }

  private func draw(_ chance: inout SeededGenerator) -> RawFrame {
    let payloads: [[UInt8]] = [
      [], Array("text".utf8), Array("€".utf8), [0xe2], [0x82, 0xac], [0xf0, 0x9f], [0x98, 0x80],
      Array(repeating: 0x79, count: 126), Array(repeating: 0x7a, count: 300),
    ]
    let opcodes: [UInt8] = [0, 0, 0, 0, 1, 1, 1, 1, 9, 9, 10]
    var frame = RawFrame(
      opcodes.randomElement(using: &chance)!, payloads.randomElement(using: &chance)!,
      isFinal: Bool.random(using: &chance),
      mask: (0..<4).map { _ in UInt8.random(in: 0...255, using: &chance) })
    if frame.first & 0x0f >= 8 {
      frame.first |= 0x80
      frame.payload = Array(frame.payload.prefix(125))
    }
    switch Int.random(in: 0..<100, using: &chance) {
    case 0: frame.first = UInt8.random(in: 0...255, using: &chance)
    case 1: frame.payload = (0..<5).map { _ in UInt8.random(in: 0...255, using: &chance) }
    case 2:
      frame = .close([1_000, 1_005, 3_000, 999].randomElement(using: &chance)!, mask: testMask)
    case 3: frame = RawFrame(8, Array(frame.payload.prefix(3)), mask: testMask)
    default: break
    }
    return frame
  }

  @Test(arguments: 0..<400)
  func `random frames come out as in the simple model`(seed: Int) throws {
    var chance = SeededGenerator(seed: UInt64(seed))
    var machine = WebSocketMachine.openServer()
    var model = Model()
    var actions: [WebSocketMachine.Action] = []
    for _ in 0..<60 {
      // Whatever goes wrong within a frame is the model's business only when it is whole.
      let frame = draw(&chance)
      model.take(frame)
      let size = Int.random(in: 1...40, using: &chance)
      actions += machine.receive(frame.bytes, inPiecesOf: size)
      if model.end != nil { break }
    }
    #expect(actions.messages == model.messages, "seed \(seed)")
    let pongs = actions.compactMap { action -> [UInt8]? in
      if case .pong(let frame) = action { Array(frame.dropFirst(2)) } else { nil }
    }
    #expect(pongs == model.pongs, "seed \(seed)")
    let end =
      switch actions.last {
      case .ended(.fault(let fault)): "failed \(fault.closeCode)"
      case .ended(.closedByPeer(let code?, _)): "closed \(code)"
      case .ended(.closedByPeer(nil, _)): "closed nil"
      default: String?.none
      }
    #expect(end == model.end, "seed \(seed)")
  }
}
