/// Health of a binding, in the order in which people want to see it: the worst first.
public enum Colour: UInt8, CaseIterable, Comparable, Sendable {
  /// Verified and broken.
  case red
  /// Cannot be verified yet; never a mild red.
  case yellow
  /// Verified and working.
  case green
  /// Ended, or its process has.
  case grey

  /// The name on the wire and for people.
  public var name: String {
    switch self {
    case .red: "red"
    case .yellow: "yellow"
    case .green: "green"
    case .grey: "grey"
    }
  }

  /// Reads the name; nil where it is none of the four.
  public init?(name: String) {
    guard let colour = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = colour
  }

  /// Orders the worst first.
  public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}
