/// What can be said of the texts of all values of a type, found out once: dynamic casts to protocols are
/// most of what it costs to tell a value.
struct TextKind: Sendable {
  /// Whether casts look through it, as through an optional: then only its value can be asked.
  let isTransparent: Bool
  /// Whether it is a text or a number.
  let isPlain: Bool
  /// Whether its description is the program's, not Swift's.
  let describesItself: Bool
  /// The text of all values, where Swift makes it and there is nothing in them.
  let constant: String?

  // Kept for ever: there are as many as types whose values were told.
  private static let kinds = GrowingTable<ObjectIdentifier, TextKind>()

  /// The kind of a value's type.
  static func of(_ value: Any) -> TextKind {
    kinds.value(of: ObjectIdentifier(type(of: value))) { TextKind(of: value) }
  }

  private init(of value: Any) {
    isTransparent = type(of: value) is any Nilable.Type || type(of: value) == AnyHashable.self
    isPlain = Self.isPlain(value)
    describesItself = Self.describesItself(value)
    let mirror = Mirror(reflecting: value)
    let isEmpty =
      mirror.displayStyle == .struct && mirror.children.isEmpty && !(value is any CustomReflectable)
    constant =
      isEmpty && !isTransparent && !isPlain && !describesItself ? String(describing: value) : nil
  }

  /// Whether a value is a text or a number.
  static func isPlain(_ value: Any) -> Bool {
    value is any StringProtocol || value is any Numeric || value is Bool
  }

  /// Whether a value's description is the program's.
  static func describesItself(_ value: Any) -> Bool {
    value is any CustomStringConvertible || value is any CustomDebugStringConvertible
      || value is any TextOutputStreamable
  }
}
