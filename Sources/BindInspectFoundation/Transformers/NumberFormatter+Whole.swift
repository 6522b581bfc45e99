private import BindInspect
internal import Foundation

extension NumberFormatter {
  /// The number that a text says, as a value of that type.
  ///
  /// - Throws: If a part of the text says nothing: the formatter stops where it understands no more,
  ///   and half a number is not what was typed.
  func wholeNumber(of text: String, as type: any Any.Type) throws -> Any {
    guard isOfNumbersAlone(text), let number = number(from: text) else {
      throw UnreadableText(text, "a number")
    }
    return try Number(boxed: number).value(of: type)
  }

  private func isOfNumbersAlone(_ text: String) -> Bool {
    if numberStyle == .spellOut || numberStyle == .ordinal { return true }
    var rest = Substring(text)
    rest.strip(prefixes: [negativePrefix, positivePrefix, currencySymbol])
    rest.strip(suffixes: [negativeSuffix, positiveSuffix, currencySymbol])
    if numberStyle == .percent { rest.strip(suffixes: [percentSymbol]) }
    rest.strip(prefixes: [minusSign, plusSign, "-", "\u{2212}", "+"])
    var decimals = 0
    var exponents = 0
    for character in rest {
      let symbol = String(character)
      if character.isWholeNumber || symbol == groupingSeparator { continue }
      if symbol == decimalSeparator, exponents == 0 {
        decimals += 1
      } else if symbol.lowercased() == exponentSymbol?.lowercased() {
        exponents += 1
      } else if !(exponents == 1 && (symbol == "-" || symbol == "+")) {
        return false
      }
    }
    return decimals <= 1 && exponents <= 1
  }
}

extension Substring {
  fileprivate mutating func strip(prefixes: [String?]) {
    trim()
    for case let prefix? in prefixes where !prefix.isEmpty && hasPrefix(prefix) {
      removeFirst(prefix.count)
      return trim()
    }
  }

  fileprivate mutating func strip(suffixes: [String?]) {
    trim()
    for case let suffix? in suffixes where !suffix.isEmpty && hasSuffix(suffix) {
      removeLast(suffix.count)
      return trim()
    }
  }

  private mutating func trim() {
    while first?.isWhitespace == true { removeFirst() }
    while last?.isWhitespace == true { removeLast() }
  }
}
