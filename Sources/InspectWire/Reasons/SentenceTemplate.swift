/// A sentence with places for named parameters.
///
/// `{name}` is replaced by the parameter of that name, by `?` where there is none. A part in square
/// brackets is left out where one of its parameters is missing or empty.
package struct SentenceTemplate: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The text with its places.
  package let text: String

  /// Takes the text as it is.
  package init(stringLiteral value: String) { text = value }

  /// Names of the parameters, in the order in which they are first used.
  package var parameters: [String] {
    var names: [String] = []
    for piece in text.split(separator: "{", omittingEmptySubsequences: false).dropFirst() {
      let name = String(piece.prefix { $0 != "}" })
      if !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// The sentence.
  ///
  /// - Parameter safely: Whether parameters pass `display` on their way.
  package func sentence(_ parameters: [Parameter], safely: Bool) -> String {
    var sentence = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "[") {
      sentence += fill(rest[..<open], parameters, safely).text
      rest = rest[rest.index(after: open)...]
      let close = rest.firstIndex(of: "]") ?? rest.endIndex
      let part = fill(rest[..<close], parameters, safely)
      if part.isWhole { sentence += part.text }
      rest = close < rest.endIndex ? rest[rest.index(after: close)...] : ""
    }
    return sentence + fill(rest, parameters, safely).text
  }

  private func fill(
    _ part: Substring, _ parameters: [Parameter], _ safely: Bool
  ) -> (text: String, isWhole: Bool) {
    var result = ""
    var isWhole = true
    var rest = part
    while let open = rest.firstIndex(of: "{") {
      result += rest[..<open]
      rest = rest[rest.index(after: open)...]
      let close = rest.firstIndex(of: "}") ?? rest.endIndex
      let value = parameters.first { $0.name == rest[..<close] }?.value ?? ""
      isWhole = isWhole && !value.isEmpty
      result += value.isEmpty ? "?" : safely ? display(value) : value
      rest = close < rest.endIndex ? rest[rest.index(after: close)...] : ""
    }
    return (result + rest, isWhole)
  }
}
