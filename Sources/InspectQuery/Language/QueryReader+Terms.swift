internal import InspectWire

// What stands behind the name of a field.

extension QueryReader {
  /// A value as it was written.
  struct Value {
    /// Its parts, wildcards among them.
    var elements: [TextPattern.Element]
    /// The same as plain text.
    var text: String
    /// Whether it stood in quotation marks.
    var isQuoted: Bool
    /// Where it stands.
    var range: Range<Int>

    /// A value without quotation marks, where only `*` and `?` mean more than themselves.
    init(bare text: String, range: Range<Int>) {
      elements = text.unicodeScalars.map { scalar in
        switch scalar {
        case "*": .many
        case "?": .one
        default: .scalar(scalar)
        }
      }
      self.text = text
      isQuoted = false
      self.range = range
    }

    /// A value in quotation marks.
    init(quoted elements: [TextPattern.Element], range: Range<Int>) {
      self.elements = elements
      var scalars = String.UnicodeScalarView()
      for case .scalar(let scalar) in elements { scalars.append(scalar) }
      text = String(scalars)
      isQuoted = true
      self.range = range
    }

    /// Whether it has a wildcard.
    var isPattern: Bool { elements.contains(.many) || elements.contains(.one) }
  }

  /// A value as a pattern, if it is short enough.
  func pattern(_ value: Value) throws(QueryError) -> TextPattern {
    if let pattern = TextPattern(value.elements) { return pattern }
    throw error(
      .tooLong, at: value.range.lowerBound,
      "This text has \(value.elements.count) characters.",
      expected: "at most \(QueryLimits.patternScalars)")
  }

  /// Takes the rest of a term whose field's name has been read.
  mutating func takeTerm(
    of name: String, at start: Int, listing: Bool
  ) throws(QueryError) -> QueryTerm {
    guard let field = QueryField(named: name) else {
      throw error(
        .unknownField, at: start, "There is no field “\(display(name, limit: 32))”.",
        expected: QueryField.names.joined(separator: ", "),
        hint: nearest(name, among: QueryField.names))
    }
    let place = at
    let sign = take { "<>=:~".utf8.contains($0) }
    switch (field.kind, sign) {
    case (.choice(let words), ":"):
      return .choice(
        field,
        try takeList(listing) { reader, value throws(QueryError) in
          try reader.choice(value, of: words, field)
        })
    case (.text, ":"), (.text, "~"):
      let isPiece = sign == "~"
      return .text(
        field, isPiece: isPiece,
        try takeList(listing) { reader, value throws(QueryError) in
          if field == .reason, !isPiece { try reader.checkReason(value) }
          return try reader.pattern(value)
        })
    case (.quantity(let units), _):
      if let comparison = QueryTerm.Comparison(rawValue: sign) {
        return .quantity(field, comparison, try takeQuantity(units, field))
      }
    default: break
    }
    throw error(
      .wrongKind, at: place, "\(field.rawValue) is not compared by “\(sign)”.",
      expected: field.signs, hint: field.example)
  }

  // MARK: Values

  private mutating func takeList<Item: Equatable>(
    _ listing: Bool, _ read: (inout Self, Value) throws(QueryError) -> Item
  ) throws(QueryError) -> [Item] {
    var items: [Item] = []
    repeat {
      if !items.isEmpty { skipSpaces() }
      let item = try read(&self, try takeValue())
      if !items.contains(item) { items.append(item) }
    } while listing && take(",")
    return items
  }

  private mutating func takeValue() throws(QueryError) -> Value {
    if next == UInt8(ascii: "\"") { return try takeQuoted() }
    let start = at
    let text = take(while: Self.isValue)
    if let first = text.unicodeScalars.first, "“”„«»".unicodeScalars.contains(first) {
      throw error(
        .missingQuote, at: start, "“\(first)” is no quotation mark of this language.",
        expected: "the plain one, \"")
    }
    guard text.isEmpty else { return Value(bare: text, range: start..<at) }
    throw error(.missingValue, at: start, "A value is missing here.", expected: "a value")
  }

  /// Takes a text in quotation marks.
  mutating func takeQuoted() throws(QueryError) -> Value {
    let start = at
    skip(1)
    var elements: [TextPattern.Element] = []
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        skip(1)
        return Value(quoted: elements, range: start..<at)
      case UInt8(ascii: "*"):
        skip(1)
        elements.append(.many)
      case UInt8(ascii: "?"):
        skip(1)
        elements.append(.one)
      case UInt8(ascii: "\\"): elements.append(.scalar(try takeEscape()))
      default: elements.append(.scalar(takeScalar()))
      }
    }
    throw error(
      .missingQuote, at: start, "This quotation mark has no other one.", expected: "\"")
  }

  private mutating func takeEscape() throws(QueryError) -> Unicode.Scalar {
    let place = at
    skip(1)
    switch next {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "*"), UInt8(ascii: "?"):
      return takeScalar()
    case UInt8(ascii: "n"):
      skip(1)
      return "\n"
    case UInt8(ascii: "t"):
      skip(1)
      return "\t"
    default:
      throw error(
        .unexpected, at: place, "A backslash stands before nothing that it changes.",
        expected: #"\\ \" \* \? \n \t"#)
    }
  }

  private func choice(
    _ value: Value, of words: [String], _ field: QueryField
  ) throws(QueryError) -> Int {
    let word = String(value.text.map { $0 == " " ? "-" : $0 })
    if let place = words.firstIndex(of: word) { return place }
    throw error(
      .unknownValue, at: value.range.lowerBound,
      "\(field.rawValue) is never “\(display(value.text, limit: 32))”.",
      expected: words.joined(separator: ", "), hint: nearest(word, among: words))
  }

  // A misspelt code would never be met, and nobody would say why.
  private func checkReason(_ value: Value) throws(QueryError) {
    guard !value.isQuoted, !value.isPattern,
      ReasonCatalogue.entry(for: ReasonCode(value.text)) == nil
    else { return }
    throw error(
      .unknownValue, at: value.range.lowerBound,
      "There is no reason “\(display(value.text, limit: 48))”.",
      expected: "a code of docs/reasons; another program's own in quotation marks",
      hint: nearest(value.text, among: ReasonCatalogue.all.map(\.code.rawValue)))
  }

  // MARK: Numbers

  /// Takes a number with its unit, as so many of the smallest unit.
  private mutating func takeQuantity(
    _ units: [QueryField.Unit], _ field: QueryField
  ) throws(QueryError) -> UInt64 {
    let value = try takeValue()
    let text = value.isQuoted ? "" : value.text
    let digits = text.prefix { $0.isASCII && $0.isNumber || $0 == "." }
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    let unit = units.first { $0.name == text.dropFirst(digits.count) }
    guard let whole = parts.first, !whole.isEmpty, parts.count <= 2, parts.last != "" else {
      throw error(
        .wrongKind, at: value.range.lowerBound,
        "\(field.rawValue) is compared with a number, not with “\(display(value.text, limit: 32))”.",
        expected: field.signs, hint: field.example)
    }
    guard let unit else {
      let names = units.map(\.name).joined(separator: ", ")
      throw error(
        .wrongKind, at: value.range.lowerBound + digits.utf8.count,
        "A number of \(field.rawValue) has "
          + (names.isEmpty ? "no unit." : "one of the units \(names)."),
        expected: names.isEmpty ? "a number alone" : names,
        hint: field.rawValue + ">" + digits + (units.first?.name ?? ""))
    }
    let fraction = parts.count == 2 ? parts[1] : ""
    if let amount = Self.amount(whole, fraction, unit.worth) { return amount }
    throw error(
      .wrongKind, at: value.range.lowerBound,
      "This number is too large, or finer than \(field.rawValue) is measured.",
      expected: "a whole number of the smallest unit")
  }

  // Exact, or nil: a query that is printed must read as the same number.
  private static func amount(
    _ whole: Substring, _ fraction: Substring, _ worth: UInt64
  ) -> UInt64? {
    guard fraction.count <= 6, let number = UInt64(whole + fraction) else { return nil }
    let scale = (0..<fraction.count).reduce(UInt64(1)) { product, _ in product * 10 }
    let (product, overflow) = number.multipliedReportingOverflow(by: worth)
    guard !overflow, product % scale == 0, product / scale <= 1 << 50 else { return nil }
    return product / scale
  }
}

extension QueryField {
  /// How it is compared, for people.
  var signs: String {
    switch kind {
    case .choice: "\(rawValue): and one of its words"
    case .text: "\(rawValue): for the whole text, \(rawValue)~ for a piece"
    case .quantity: "\(rawValue) with >, <, >= or <=, and a number"
    }
  }
}
