/// What has to be done before a binding is green, in this order.
public enum Step: UInt8, CaseIterable, Comparable, Sendable {
  /// The binding's text parses and meets its specification.
  case declaration = 1
  /// An object along the scope chain answers the key path.
  case owner
  /// Every segment of the key path resolves.
  case path
  /// The value's type is known from a declaration.
  case type
  /// The named transformer is found and is one.
  case transformer
  /// The transformed value's type is one that the target takes.
  case compatibility
  /// The source tells of its changes, or refresh by hand is declared.
  case notification
  /// The target took the value, and nobody has overwritten it since.
  case target
  /// Updates come to rest.
  case settling

  /// The name on the wire and for people.
  public var name: String {
    switch self {
    case .declaration: "declaration"
    case .owner: "owner"
    case .path: "path"
    case .type: "type"
    case .transformer: "transformer"
    case .compatibility: "compatibility"
    case .notification: "notification"
    case .target: "target"
    case .settling: "settling"
    }
  }

  /// Orders the first to be done first.
  public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}
