/// A foreign text as it may be shown on one line, whatever it holds.
///
/// Every text that did not come from this program passes here before it is printed, logged or put
/// into a report. Control characters of both blocks, line and paragraph separators, direction marks,
/// invisible, private and unassigned characters become visible escapes such as `\u{1b}`; of the
/// combining marks of one character at most eight are shown, since one can carry megabytes of them.
///
/// - Parameter limit: Most characters shown, marks not counted; what is longer ends with `…`.
/// - Returns: At most a constant times the limit of bytes, without line breaks. Cost in the limit.
package func display(_ text: String, limit: Int = Limits.nameShown) -> String {
  var shown = ShownText(limit: limit, keepsLines: false)
  return shown.show(text)
}

/// A foreign text as it may be shown on several lines: like `display`, but line breaks stay.
package func displayLines(_ text: String, limit: Int = Limits.stringBytes) -> String {
  var shown = ShownText(limit: limit, keepsLines: true)
  return shown.show(text)
}

/// A text of JSON whose strings hide nothing: what `display` shows by an escape is escaped as JSON does.
///
/// Another spelling of the same document: outside of strings JSON has nothing that hides.
/// - Parameter json: Well-formed, its control characters escaped already; line breaks stay.
package func displayJSON(_ json: String) -> String {
  if json.utf8.allSatisfy({ $0 < 0x7F }) { return json }
  var shown = ""
  shown.reserveCapacity(json.utf8.count)
  for scalar in json.unicodeScalars {
    guard scalar != "\n", ShownText.form(of: scalar) == .hidden else {
      shown.unicodeScalars.append(scalar)
      continue
    }
    for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
      let digits = String(unit, radix: 16)
      shown += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
  }
  return shown
}

private struct ShownText {
  let limit: Int
  let keepsLines: Bool
  private var result = ""
  private var length = 0
  // Marks that the last character has; nil where a mark would hang on nothing or on our own text.
  private var marks: Int?

  init(limit: Int, keepsLines: Bool) {
    self.limit = limit
    self.keepsLines = keepsLines
  }

  mutating func show(_ text: String) -> String {
    if text.utf8.count <= limit, text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return text }
    for scalar in text.unicodeScalars {
      switch Self.form(of: scalar) {
      case .plain:
        guard append(String(scalar), length: 1) else { return cut() }
        marks = 0
      case .mark:
        guard let count = marks else {
          guard append(Self.escape(scalar)) else { return cut() }
          continue
        }
        marks = count + 1
        if count < Self.mostMarks { result.unicodeScalars.append(scalar) }
        if count == Self.mostMarks { guard append("…") else { return cut() } }
      case .hidden where keepsLines && scalar == "\n":
        guard append("\n") else { return cut() }
        marks = nil
      case .hidden:
        guard append(Self.escape(scalar)) else { return cut() }
        marks = nil
      }
    }
    return result
  }

  private static let mostMarks = 8

  enum Form { case plain, mark, hidden }

  static func form(of scalar: Unicode.Scalar) -> Form {
    if 0x20..<0x7F ~= scalar.value { return .plain }
    let properties = scalar.properties
    if properties.isDefaultIgnorableCodePoint || properties.isBidiControl { return .hidden }
    switch properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator:
      return .hidden
    case .nonspacingMark, .enclosingMark, .spacingMark:
      return .mark
    default:
      return .plain
    }
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    "\\u{" + String(scalar.value, radix: 16) + "}"
  }

  private mutating func append(_ text: String) -> Bool {
    append(text, length: text.unicodeScalars.count)
  }

  private mutating func append(_ text: String, length more: Int) -> Bool {
    guard length + more <= limit else { return false }
    result += text
    length += more
    return true
  }

  // Leaves room for the sign of the cut by taking back as little as needed.
  private mutating func cut() -> String {
    while length >= limit, length > 0, let last = result.unicodeScalars.popLast() {
      if Self.form(of: last) != .mark { length -= 1 }
    }
    return limit > 0 ? result + "…" : ""
  }
}
