public import BindInspect
public import Foundation

/// Foundation's formatters are transformers: what they format becomes a text, and where they parse,
/// a text becomes that again. An empty text, or none, becomes no value.
extension Formatter: TransformerConvertible {
  /// Types that the formatter's class takes and makes.
  public static var signature: TransformerSignature {
    if self is NumberFormatter.Type {
      return TransformerSignature(output: String.self, takes: Number.holds)
    }
    return TransformerSignature(input: input, output: String.self)
  }

  /// The formatter without its types.
  public var anyTransformer: AnyTransformer {
    AnyTransformer(
      signature: Self.signature, forward: { [self] in try text(for: $0) },
      reverse: reads ? { [self] in try value(of: $0, as: $1) } : nil)
  }

  private static var input: (any Any.Type)? {
    self is DateFormatter.Type || self is ISO8601DateFormatter.Type ? Date.self : nil
  }

  private var reads: Bool {
    self is DateFormatter || self is ISO8601DateFormatter || self is NumberFormatter
  }

  private func text(for value: Any?) throws -> String? {
    guard let value else { return nil }
    let number = self is NumberFormatter ? Number(value)?.boxed : nil
    if let text = string(for: number ?? value) { return text }
    throw TypeMismatch(expected: Self.input ?? Any.self, found: value)
  }

  private func value(of text: Any?, as type: any Any.Type) throws -> Any? {
    guard let text else { return nil }
    guard let text = text as? String else {
      throw TypeMismatch(expected: String.self, found: text)
    }
    if text.isEmpty { return nil }
    switch self {
    case let formatter as DateFormatter: return try date(formatter.date(from: text), of: text)
    case let formatter as ISO8601DateFormatter:
      return try date(formatter.date(from: text), of: text)
    case let formatter as NumberFormatter: return try formatter.wholeNumber(of: text, as: type)
    default: return nil
    }
  }

  private func date(_ date: Date?, of text: String) throws -> Date {
    guard let date else { throw UnreadableText(text, "a date") }
    return date
  }
}

/// A text was entered that says no value.
public struct UnreadableText: Error, Equatable, Sendable, CustomStringConvertible {
  /// The text.
  public let text: String
  /// What it was to say.
  public let expected: String

  init(_ text: String, _ expected: String) {
    self.text = text
    self.expected = expected
  }

  /// Both in a few words.
  public var description: String { "“\(text)” is not \(expected)" }
}
