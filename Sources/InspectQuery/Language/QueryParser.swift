private import InspectWire

/// Reads a query: by recursive descent, to a bounded depth, in a time linear in the text.
///
/// `docs/query.md` has the grammar. Total: whatever the text, it gives a tree or an error.
struct QueryParser {
  private var reader: QueryReader
  private var depth = 0
  // Directly in the arguments of `path` a comma parts them and makes no list.
  private var endsAtComma = false

  /// The tree of a text.
  static func parse(_ text: String) throws(QueryError) -> QueryNode {
    var parser = QueryParser(reader: try QueryReader(text))
    parser.reader.skipSpaces()
    guard parser.reader.next != nil else { return QueryNode(.everything, 0..<0) }
    let node = try parser.alternatives()
    guard parser.reader.next == nil else { throw parser.misplaced() }
    return node
  }

  private init(reader: QueryReader) { self.reader = reader }

  // MARK: Sets

  private mutating func alternatives() throws(QueryError) -> QueryNode {
    let start = reader.at
    var parts = [try conjunction()]
    reader.skipSpaces()
    while reader.take("|") || reader.take(keyword: "or") {
      parts.append(try conjunction())
      reader.skipSpaces()
    }
    guard parts.count > 1 else { return parts[0] }
    let flat = parts.flatMap { part in if case .any(let parts) = part.kind { parts } else { [part] }
    }
    return QueryNode(.any(flat), range(from: start))
  }

  private mutating func conjunction() throws(QueryError) -> QueryNode {
    let start = reader.at
    var parts = [try negation()]
    while try continues() { parts.append(try negation()) }
    guard parts.count > 1 else { return parts[0] }
    let flat = parts.flatMap { part in if case .all(let parts) = part.kind { parts } else { [part] }
    }
    return QueryNode(.all(flat), range(from: start))
  }

  /// Whether another part of a conjunction follows; `and` and `&` may stand before it.
  private mutating func continues() throws(QueryError) -> Bool {
    reader.skipSpaces()
    if reader.take("&") || reader.take(keyword: "and") { return true }
    switch reader.next {
    case nil, UInt8(ascii: ")"), UInt8(ascii: "|"): return false
    case UInt8(ascii: ",") where endsAtComma: return false
    case UInt8(ascii: ","), UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: "~"),
      UInt8(ascii: "<"), UInt8(ascii: ">"):
      throw misplaced()
    default:
      var ahead = reader
      return !ahead.take(keyword: "or")
    }
  }

  private mutating func negation() throws(QueryError) -> QueryNode {
    reader.skipSpaces()
    let start = reader.at
    guard reader.take("!") || reader.take(keyword: "not") else { return try graphTerm() }
    try enter(start)
    let inner = try negation()
    depth -= 1
    return QueryNode(.not(inner), range(from: start))
  }

  // MARK: Graph terms

  private mutating func graphTerm() throws(QueryError) -> QueryNode {
    let start = reader.at
    let up = try prefix()
    let inner = try primary()
    let down = try suffix()
    if let next = reader.next, !QueryReader.isBorder(next) {
      throw reader.error(
        .needsQuotes, "“\(quoted(next))” belongs to no word.",
        expected: "a space, or quotation marks around the text before and behind")
    }
    guard up != nil || down != nil else { return inner }
    return QueryNode(.around(inner, up: up, down: down), range(from: start))
  }

  /// `+` or `2+` directly before something.
  private mutating func prefix() throws(QueryError) -> QueryNode.Reach? {
    let start = reader.at
    var ahead = reader
    let digits = ahead.take(while: QueryReader.isDigit)
    guard ahead.take("+"), let next = ahead.next, !QueryReader.isBorder(next) else { return nil }
    reader = ahead
    return try reach(digits, at: start)
  }

  /// `+` or `+2` directly behind something.
  private mutating func suffix() throws(QueryError) -> QueryNode.Reach? {
    guard reader.take("+") else { return nil }
    let start = reader.at
    return try reach(reader.take(while: QueryReader.isDigit), at: start)
  }

  private func reach(_ digits: String, at start: Int) throws(QueryError) -> QueryNode.Reach {
    if digits.isEmpty { return .whole }
    guard let levels = Int(digits), levels <= QueryLimits.levels else {
      throw reader.error(
        .wrongKind, at: start, "A graph term names at most \(QueryLimits.levels) levels.",
        expected: "a smaller number, or + alone for all levels")
    }
    return .levels(levels)
  }

  private mutating func primary() throws(QueryError) -> QueryNode {
    let start = reader.at
    switch reader.next {
    case UInt8(ascii: "("): return try parenthesised()
    case UInt8(ascii: "\""):
      let value = try reader.takeQuoted()
      return QueryNode(.term(.word(try reader.pattern(value))), range(from: start))
    case let byte? where QueryReader.isWord(byte): return try word()
    case nil, UInt8(ascii: ")"), UInt8(ascii: "|"), UInt8(ascii: "&"):
      throw reader.error(
        .missingValue, "Something is missing here.", expected: "a word, a field or a parenthesis")
    default: throw misplaced()
    }
  }

  private mutating func parenthesised() throws(QueryError) -> QueryNode {
    let start = reader.at
    reader.skip(1)
    try enter(start)
    let outer = endsAtComma
    endsAtComma = false
    let inner = try alternatives()
    endsAtComma = outer
    try close(start)
    return inner
  }

  private mutating func word() throws(QueryError) -> QueryNode {
    let start = reader.at
    let text = reader.take(while: QueryReader.isWord)
    switch reader.next {
    case UInt8(ascii: "("): return try function(text, start)
    case UInt8(ascii: ":"), UInt8(ascii: "~"), UInt8(ascii: "<"), UInt8(ascii: ">"),
      UInt8(ascii: "="):
      let term = try reader.takeTerm(of: text, at: start, listing: !endsAtComma)
      return QueryNode(.term(term), range(from: start))
    default: break
    }
    switch text {
    case "loop": return QueryNode(.loop, range(from: start))
    case "and", "or":
      throw reader.error(
        .missingValue, at: start, "Something is missing before “\(text)”.",
        expected: "a word or a field; in quotation marks “\(text)” is a word")
    default:
      let value = QueryReader.Value(bare: text, range: range(from: start))
      return QueryNode(.term(.word(try reader.pattern(value))), range(from: start))
    }
  }

  // MARK: Functions

  private mutating func function(_ name: String, _ start: Int) throws(QueryError) -> QueryNode {
    guard name == "path" || name == "cause" else {
      throw reader.error(
        .unknownFunction, at: start,
        name == "loop"
          ? "loop takes nothing in parentheses."
          : "There is no function “\(display(name, limit: 32))”.",
        expected: "path(FROM, TO), cause(OF), or a space before the parenthesis",
        hint: name == "loop" ? "loop" : nearest(name, among: ["path", "cause"]).map { $0 + "(…)" })
    }
    let opening = reader.at
    reader.skip(1)
    try enter(start)
    let outer = endsAtComma
    endsAtComma = name == "path"
    let first = try alternatives()
    guard name == "path" else {
      endsAtComma = outer
      try close(opening)
      return QueryNode(.cause(first), range(from: start))
    }
    guard reader.take(",") else {
      throw reader.error(
        .missingValue, "path takes two things: where from, and where to.", expected: "a comma")
    }
    let second = try alternatives()
    endsAtComma = outer
    try close(opening)
    return QueryNode(.path(first, second), range(from: start))
  }

  // MARK: Bounds and errors

  private mutating func enter(_ start: Int) throws(QueryError) {
    depth += 1
    guard depth <= QueryLimits.depth else {
      throw reader.error(
        .tooDeep, at: start, "The query is nested deeper than \(QueryLimits.depth).",
        expected: "fewer parentheses")
    }
  }

  private mutating func close(_ opening: Int) throws(QueryError) {
    depth -= 1
    reader.skipSpaces()
    if reader.take(")") { return }
    guard reader.next == nil else { throw misplaced() }
    throw reader.error(
      .missingParenthesis, at: opening, "This parenthesis is never closed.", expected: ")")
  }

  /// What stands where nothing of its kind may.
  private func misplaced() -> QueryError {
    switch reader.next {
    case UInt8(ascii: ")"):
      reader.error(.missingParenthesis, "This parenthesis was never opened.", expected: "no )")
    case UInt8(ascii: ","):
      reader.error(
        .unexpected, "A comma stands between the values of one field only.",
        expected: "a space for and, | for or")
    case let byte? where "<>=:~".utf8.contains(byte):
      reader.error(
        .unexpected, "“\(quoted(byte))” stands directly behind a field.",
        expected: "a field before it, without a space: \(QueryField.age.example)")
    case let byte?:
      reader.error(
        .unexpected, "“\(quoted(byte))” cannot stand here.",
        expected: "a word, a field or a parenthesis")
    case nil: reader.error(.missingValue, "Something is missing here.", expected: "a word")
    }
  }

  private func quoted(_ byte: UInt8) -> String {
    display(String(Unicode.Scalar(byte)), limit: 8)
  }

  private func range(from start: Int) -> Range<Int> { start..<reader.at }
}
