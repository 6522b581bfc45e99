private import Glibc

/// A secret that no other text holds, and where the program has it.
package struct Canary: Sendable {
  package let place: String
  package let text: String
  // What is looked for: the beginning and its forms, since a value may be cut and lines wrapped.
  private let needles: [[UInt8]]

  private init(_ place: String, _ chance: inout SystemRandomNumberGenerator) {
    self.place = place
    text = (0..<4).map { _ in
      let digits = String(chance.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
    let start = Array(text.utf8.prefix(12))
    needles =
      [start, Array(String(decoding: start, as: UTF8.self).uppercased().utf8)]
      + Self.base64(of: Array(text.utf8))
  }

  /// Whether the bytes hold it, as it is, broken by white space, or in base 64.
  fileprivate func isIn(_ bytes: [UInt8], unbroken: [UInt8]) -> Bool {
    needles.contains { Self.holds(bytes, $0) || Self.holds(unbroken, $0) }
  }

  private static func holds(_ bytes: [UInt8], _ needle: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { place in
      guard var next = place.baseAddress else { return false }
      let end = next + place.count
      // By the C library: there may be megabytes, and this is not optimised.
      while let found = memchr(next, Int32(needle[0]), end - next) {
        guard end - UnsafeRawPointer(found) >= needle.count else { return false }
        if memcmp(found, needle, needle.count) == 0 { return true }
        next = UnsafeRawPointer(found) + 1
      }
      return false
    }
  }

  // Of bytes in the middle of others three texts can come; their beginnings and ends differ.
  private static func base64(of bytes: [UInt8]) -> [[UInt8]] {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    return (0..<3).map { skipped in
      stride(from: skipped, to: skipped + 12, by: 3).flatMap { place in
        let three =
          (UInt32(bytes[place]) << 16) | (UInt32(bytes[place + 1]) << 8)
          | UInt32(bytes[place + 2])
        return (0..<4).map { digits[Int(three >> (18 - 6 * UInt32($0)) & 63)] }
      }
    }
  }

  /// Places in the program, in the order in which it reads them; the last two it never tells.
  package static let places = [
    "at a key path", "by a typed binding, and what reads its target", "marked", "in a dictionary",
    "in a list of structures", "in an enumeration", "in an error's text", "in a description",
    "in an address", "entered and refused", "in any value", "in the environment",
    "in the arguments",
  ]

  /// A new secret for each place.
  package static func all() -> [Canary] {
    var chance = SystemRandomNumberGenerator()
    return places.map { Canary($0, &chance) }
  }
}

/// Something that left the inspected program, or may have.
package struct Artefact: Sendable {
  package let name: String
  package let bytes: [UInt8]

  /// Takes both as they are.
  package init(_ name: String, _ bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  /// Takes a text.
  package init(_ name: String, _ text: String) { self.init(name, Array(text.utf8)) }
}

/// What was found where.
package struct Finds: CustomStringConvertible, Sendable {
  /// Names of the artefacts that hold a secret, by its place.
  package private(set) var artefacts: [String: [String]] = [:]

  /// Looks for each secret in each artefact.
  package init(of canaries: [Canary], in artefacts: [Artefact]) {
    for artefact in artefacts where !artefact.bytes.isEmpty {
      // Lines are wrapped and framed.
      let unbroken =
        artefact.bytes.count > 1 << 20
        ? [0] : artefact.bytes.filter { $0 > 0x20 && $0 < 0x7F } + [0]
      for canary in canaries where canary.isIn(artefact.bytes, unbroken: unbroken) {
        self.artefacts[canary.place, default: []].append(artefact.name)
      }
    }
  }

  /// Places of the secrets that were found.
  package var places: Set<String> { Set(artefacts.keys) }

  /// Whether an artefact of that kind holds one at all.
  package func isAny(in name: String) -> Bool {
    artefacts.values.contains { $0.contains { $0.hasPrefix(name) } }
  }

  /// What was found where, a line for each secret.
  package var description: String {
    artefacts.sorted { $0.key < $1.key }.map { "\($0): \($1.joined(separator: ", "))" }
      .joined(separator: "\n")
  }
}
