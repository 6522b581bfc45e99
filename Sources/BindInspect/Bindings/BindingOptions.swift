/// How a binding by key path treats input, and when it starts.
public struct BindingOptions: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt8

  /// Takes the bits as they are.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Each input is validated; without it only `check()` validates.
  public static let checksInput = BindingOptions(rawValue: 1 << 0)
  /// An input that did not pass its validation is written all the same.
  public static let writesInvalidInput = BindingOptions(rawValue: 1 << 1)
  /// Nothing is shown before the first change of the source.
  public static let waitsForChange = BindingOptions(rawValue: 1 << 2)
}

/// Where and by what name a binding was declared.
@usableFromInline
struct Declaration {
  @usableFromInline let name: String?
  @usableFromInline let file: String
  @usableFromInline let line: Int

  @inlinable
  init(name: String?, file: String, line: Int) {
    self.name = name
    self.file = file
    self.line = line
  }
}
