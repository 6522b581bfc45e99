/// Name of one connection of a server; never used again, so a late use of it does nothing.
package struct ConnectionID: Hashable, Comparable, Sendable {
  /// From 1, in the order of accepting.
  package let rawValue: UInt64

  /// Takes the number as it is.
  package init(_ rawValue: UInt64) { self.rawValue = rawValue }

  /// Orders the older first.
  package static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}
