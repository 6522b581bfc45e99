internal import Foundation
internal import InspectWire
internal import Testing

/// Foundation's JSON as a second opinion, both ways; where it knowingly differs is listed.
@Suite struct FoundationOracleTests {
  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `Foundation reads what we write, and the same`(seed: UInt64) throws {
    var random = RandomRecords(seed: seed)
    var encoder = MessageEncoder()
    for _ in 0..<40 {
      for frame in encoder.encode(random.message()) {
        let theirs = try JSONSerialization.jsonObject(with: Data(frame))
        let ours = try JSON.parse(frame)
        #expect(same(ours, theirs), "\(String(decoding: frame, as: UTF8.self))")
      }
    }
  }

  @Test(
    arguments: 1...40 as ClosedRange<UInt64>,
    [[], .prettyPrinted] as [JSONSerialization.WritingOptions])
  func `we read what Foundation writes, and the same`(
    seed: UInt64, options: JSONSerialization.WritingOptions
  ) throws {
    var random = RandomRecords(seed: seed)
    for _ in 0..<40 {
      let value = random.foundationValue(depth: 4)
      let bytes = [UInt8](
        try JSONSerialization.data(withJSONObject: [value], options: options.union(.sortedKeys)))
      #expect(same(try JSON.parse(bytes), [value]), "\(String(decoding: bytes, as: UTF8.self))")
    }
  }

  static let broken = [
    "", " ", "[", "[1", "{\"a\"", "{\"a\":", "{a:1}", "[01]", "[1.]", "[.5]", "[1e]", "[+1]",
    "[NaN]",
    "[Infinity]", "[1e999]", "[-]", "[0x10]", "['a']", "[\"\\x\"]", "[\"\\u12\"]", "[\"\\ud800\"]",
    "[\"\\udc00\\ud800\"]", "[\"\n\"]", "[tru]", "[nul]", "[1 2]", "[,1]", "{\"a\" 1}", "{1:2}",
    "[]]",
    "[] []", "// x\n[]", "[/**/]",
  ]

  @Test(arguments: broken)
  func `what Foundation refuses we refuse too`(text: String) {
    #expect(throws: (any Error).self) {
      try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
    }
    #expect(throws: WireError.self) { try JSON.parse(Array(text.utf8)) }
  }

  /// Known differences: Foundation of Swift 6.3.1 takes these, and we do not.
  static let stricter = [
    "[1,]", "{\"a\":1,}", "\u{FEFF}[]", "{\"a\\u0000\":1}", "{\"a\":1,\"a\":2}",
    "[9223372036854775808]", "[99999999999999999999999999999999999999999]",
    String(repeating: "[", count: 40) + String(repeating: "]", count: 40),
  ]

  @Test(arguments: stricter)
  func `known difference: we refuse what Foundation takes`(text: String) throws {
    _ = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
    #expect(throws: WireError.self) { try JSON.parse(Array(text.utf8)) }
  }

  @Test(arguments: 1...30 as ClosedRange<UInt64>)
  func `of texts changed at random both refuse the same, but for what is known`(seed: UInt64) throws
  {
    var random = RandomRecords(seed: seed)
    let alphabet = Array("[]{}:,\"\\0123456789.eE+-truefalsn \n\u{e9}".utf8)
    for _ in 0..<60 {
      let value = random.foundationValue(depth: 3)
      var bytes = [UInt8](try JSONSerialization.data(withJSONObject: [value], options: .sortedKeys))
      for _ in 0..<2 { bytes[random.chance.below(bytes.count)] = random.chance.pick(alphabet) }
      let theirs = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
      do {
        let ours = try JSON.parse(bytes)
        #expect(theirs.map { same(ours, $0) } == true, "\(String(decoding: bytes, as: UTF8.self))")
      } catch {
        #expect(
          theirs == nil || isKnown(error), "\(error.text) \(String(decoding: bytes, as: UTF8.self))"
        )
      }
    }
  }

  private func isKnown(_ error: WireError) -> Bool {
    switch error.kind {
    case .trailingComma, .duplicateKey, .byteOrderMark, .zeroInName, .numberTooLarge: true
    default: false
    }
  }

  private func same(_ ours: JSON, _ theirs: Any) -> Bool {
    switch ours {
    case .null: return theirs is NSNull
    case .bool(let value): return (theirs as? NSNumber)?.boolValue == value
    case .int(let number): return (theirs as? NSNumber)?.int64Value == number
    case .double(let number): return (theirs as? NSNumber)?.doubleValue == number
    case .string(let text):
      let others = (theirs as? String).map { Array($0.utf8) }
      return others == Array(text.utf8) || others == Array(withoutMark(text).utf8)
    case .array(let elements):
      guard let others = theirs as? [Any], others.count == elements.count else { return false }
      return zip(elements, others).allSatisfy(same)
    case .object(let members):
      guard let others = theirs as? [String: Any] else { return false }
      // Its dictionary merges keys that are canonically equal; ours does not.
      let keys = Set(members.map(\.key))
      return keys.count == others.count
        && members.allSatisfy { member in
          keys.count < members.count || others[member.key].map { same(member.value, $0) } == true
            || others[withoutMark(member.key)].map { same(member.value, $0) } == true
        }
    }
  }

  // Known difference: Foundation drops a byte-order mark at the beginning of a text.
  private func withoutMark(_ text: String) -> String {
    text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
  }
}

extension RandomRecords {
  /// A random value that Foundation can write.
  fileprivate mutating func foundationValue(depth: Int) -> Any {
    switch chance.below(depth > 0 ? 8 : 6) {
    case 0: return NSNull()
    case 1: return chance.chance(1, in: 2)
    case 2: return chance.pick([0, -1, 7, 1 << 53, .max, .min])
    case 3:
      return chance.pick([0.1, -1.5, 1e300, 1e-300, .leastNonzeroMagnitude, 123456789.125, 1e21])
    case 4, 5: return text()
    case 6: return list(4) { $0.foundationValue(depth: depth - 1) }
    default:
      var object: [String: Any] = [:]
      for _ in 0..<chance.below(4) { object[text()] = foundationValue(depth: depth - 1) }
      return object
    }
  }
}
