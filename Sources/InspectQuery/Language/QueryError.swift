private import InspectWire

/// What is wrong with a query, and where.
package struct QueryError: Error, Hashable, Sendable {
  /// The sorts of mistakes.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    /// There is no such field.
    case unknownField
    /// There is no such function.
    case unknownFunction
    /// The field has no such value.
    case unknownValue
    /// The field is compared in another way, or with another kind of value.
    case wrongKind
    /// A value, word or operand is missing.
    case missingValue
    /// A quotation mark is missing.
    case missingQuote
    /// Something can only be said in quotation marks.
    case needsQuotes
    /// A parenthesis is missing.
    case missingParenthesis
    /// Something stands where nothing may.
    case unexpected
    /// The query or a text in it is too long.
    case tooLong
    /// The query is nested too deeply.
    case tooDeep
  }

  /// The sort of mistake.
  package let kind: Kind
  /// Where it is: UTF-8 bytes before it.
  package let offset: Int
  /// What is wrong, in a sentence.
  package let sentence: String
  /// What may stand there.
  package let expected: String
  /// What was probably meant; nil where nothing is near.
  package let hint: String?
  /// The part of the query around the place, as it may be shown.
  package let excerpt: String
  /// Columns of the excerpt before the place.
  package let column: Int

  /// Takes the parts, and from the query what is shown of it.
  init(
    _ kind: Kind, at offset: Int, of query: [UInt8], _ sentence: String, expected: String,
    hint: String? = nil
  ) {
    self.kind = kind
    self.offset = offset
    self.sentence = sentence
    self.expected = expected
    self.hint = hint
    // Cut by bytes first: the query may be of any length.
    let width = QueryLimits.excerptColumns
    let start = max(0, offset - width / 2)
    let before = Self.shown(query[start..<min(offset, query.count)])
    let after = Self.shown(query[min(offset, query.count)..<min(query.count, offset + width / 2)])
    let lead = start > 0 ? "…" : ""
    excerpt = lead + before + after + (offset + width / 2 < query.count ? "…" : "")
    column = columnWidth(of: lead + before)
  }

  // A cut may part a character: what is left of it is dropped.
  private static func shown(_ bytes: ArraySlice<UInt8>) -> String {
    display(String(decoding: bytes.drop { $0 & 0xC0 == 0x80 }, as: UTF8.self))
  }

  /// Two lines: the query around the place, and a caret below it.
  package var picture: String { excerpt + "\n" + String(repeating: " ", count: column) + "^" }

  /// What would mend it.
  package var remedy: String {
    if let hint { return "Did you mean \(hint)?" }
    return expected.isEmpty ? "" : "Expected: \(expected)."
  }

  /// All of it, as lines.
  package var text: String {
    [sentence, picture, remedy].filter { !$0.isEmpty }.joined(separator: "\n")
  }
}
