/// Name of one run of a program: 128 random bits made at its first scope, 32 hexadecimal digits.
///
/// A pid, a name or a host are facts for people; only this tells two runs apart.
public struct InstanceID: Hashable, Sendable {
  /// The first 64 of the 128 bits.
  public let high: UInt64
  /// The last 64 of the 128 bits.
  public let low: UInt64

  /// Takes the bits as they are.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Draws the bits; the generator decides how hard they are to guess.
  public init(using generator: inout some RandomNumberGenerator) {
    self.init(high: generator.next(), low: generator.next())
  }

  /// Reads 32 hexadecimal digits of either case; anything else is no instance.
  public init?(text: some StringProtocol) {
    guard text.utf8.count == 32, let high = UInt64(text.prefix(16), radix: 16),
      let low = UInt64(text.suffix(16), radix: 16), text.utf8.allSatisfy(isHexadecimalDigit)
    else { return nil }
    self.init(high: high, low: low)
  }

  /// The 32 digits, lower case.
  public var text: String {
    [high, low].map { half in
      let digits = String(half, radix: 16)
      return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }.joined()
  }
}

// `UInt64(_:radix:)` takes a sign too.
private func isHexadecimalDigit(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
    UInt8(ascii: "A")...UInt8(ascii: "F"):
    true
  default: false
  }
}

/// Number of a scope, unique in its instance and never used again.
public struct ScopeID: Hashable, Comparable, Sendable {
  /// From 1; below 2^53, so that JavaScript holds it exactly.
  public let rawValue: UInt64

  /// Takes the number as it is.
  public init(_ rawValue: UInt64) { self.rawValue = rawValue }

  /// Orders by age: the older scope first.
  public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}

/// Number of a node, unique in its instance and never used again.
public struct NodeID: Hashable, Comparable, Sendable {
  /// From 1; below 2^53, so that JavaScript holds it exactly.
  public let rawValue: UInt64

  /// Takes the number as it is.
  public init(_ rawValue: UInt64) { self.rawValue = rawValue }

  /// Orders by age: the older node first.
  public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}

/// Number of a binding, unique in its instance and never used again.
public struct BindingID: Hashable, Comparable, Sendable {
  /// From 1; below 2^53, so that JavaScript holds it exactly.
  public let rawValue: UInt64

  /// Takes the number as it is.
  public init(_ rawValue: UInt64) { self.rawValue = rawValue }

  /// Orders by age: the older binding first.
  public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}
