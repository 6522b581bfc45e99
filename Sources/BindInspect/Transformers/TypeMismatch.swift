/// A value came whose type is not the one that was asked for.
public struct TypeMismatch: Error, Equatable, CustomStringConvertible {
  let expected: String
  let found: String

  /// Names both types.
  public init(expected: any Any.Type, found value: Any?) {
    self.expected = typeName(expected)
    found = value.map { typeName(type(of: $0)) } ?? "nil"
  }

  /// Both types in a few words.
  public var description: String { "expects \(expected), got \(found)" }
}
