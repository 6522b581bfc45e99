import TestSupport
import Testing

@testable import InspectLink

@Suite struct UTF8CheckTests {
  /// Index of the first refused byte; nil if none. Then whether it ends whole.
  private func judge(_ bytes: [UInt8]) -> (refused: Int?, isComplete: Bool) {
    var check = UTF8Check()
    for (index, byte) in bytes.enumerated() where !check.accepts(byte) { return (index, false) }
    return (nil, check.isComplete)
  }

  @Test func `every scalar is accepted`() {
    for value in UInt32(0)...0x10_ffff {
      guard let scalar = Unicode.Scalar(value), let bytes = UTF8.encode(scalar) else { continue }
      let verdict = judge(Array(bytes))
      if verdict != (nil, true) { Issue.record("U+\(String(value, radix: 16)): \(verdict)") }
    }
  }

  @Test func `all sequences of three bytes are judged as the standard library does`() {
    // The third byte only at the borders where the rules change.
    let borders: [UInt8] = [0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xff]
    for first in UInt8.min...UInt8.max {
      for second in UInt8.min...UInt8.max {
        for third in borders {
          let bytes = [first, second, third]
          let verdict = judge(bytes)
          let isWhole = verdict.refused == nil && verdict.isComplete
          if isWhole != (String(validating: bytes, as: UTF8.self) != nil) {
            Issue.record("\(bytes): \(verdict)")
          }
        }
      }
    }
  }

  // Bytes, and the first one with which no text can go on.
  static let refusals: [([UInt8], Int)] = [
    ([0x80], 0), ([0xbf], 0), ([0xc0], 0), ([0xc1], 0), ([0xf5], 0), ([0xff], 0),
    ([0xc2, 0x41], 1), ([0xe0, 0x9f], 1), ([0xed, 0xa0], 1), ([0xf0, 0x8f], 1),
    ([0xf4, 0x90], 1), ([0xe2, 0x82, 0x41], 2), ([0xf0, 0x9f, 0x98, 0xc0], 3),
    ([0x41, 0xce, 0xba, 0xe1, 0xbd, 0xb9, 0xf4, 0x90], 7),
  ]

  @Test(arguments: refusals.indices)
  func `a wrong byte is refused when it comes and not later`(index: Int) {
    let (bytes, place) = Self.refusals[index]
    #expect(judge(bytes).refused == place)
  }

  @Test(arguments: [[0xc2], [0xe2], [0xe2, 0x82], [0xf0, 0x9f, 0x98]] as [[UInt8]])
  func `a scalar without its end is not whole`(bytes: [UInt8]) {
    #expect(judge(bytes) == (nil, false))
  }
}
