import Foundation
import TestSupport
import Testing

@testable import InspectLink

@Suite struct Base64Tests {
  @Test(arguments: 0..<70)
  func `bytes of any count become the text that Foundation makes`(count: Int) {
    var chance = SeededGenerator(seed: UInt64(count))
    let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &chance) }
    let text = Base64.encode(bytes)
    #expect(text == Data(bytes).base64EncodedString())
    #expect(Base64.decodedCount(text) == count)
  }

  @Test(arguments: ["a", "ab", "abc", "abc!", "a===", "====", "ab=c", "=abc", "ab c", "abcdé"])
  func `a text of another form is not base64`(text: String) {
    #expect(Base64.decodedCount(text) == nil)
  }
}
