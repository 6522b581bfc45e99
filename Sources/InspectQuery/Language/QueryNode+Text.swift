private import InspectWire

// The one spelling of a query: what is printed reads as the same tree.

extension QueryNode {
  /// The query as text, in its one spelling.
  package var text: String {
    switch kind {
    case .everything: ""
    case .term(let term): term.text
    case .all(let parts):
      parts.map { $0.isAny ? "(\($0.text))" : $0.text }.joined(separator: " ")
    case .any(let parts): parts.map(\.text).joined(separator: " | ")
    case .not(let part): "!" + (part.isAny || part.isAll ? "(\(part.text))" : part.text)
    case .around(let part, let up, let down):
      (up.map { $0.digits + "+" } ?? "") + part.operand + (down.map { "+" + $0.digits } ?? "")
    case .path(let from, let to): "path(\(from.argument), \(to.argument))"
    case .cause(let part): "cause(\(part.text))"
    case .loop: "loop"
    }
  }

  private var isAny: Bool { if case .any = kind { true } else { false } }
  private var isAll: Bool { if case .all = kind { true } else { false } }

  /// As it stands between the plus signs.
  private var operand: String {
    switch kind {
    case .term, .path, .cause, .loop: text
    default: "(\(text))"
    }
  }

  /// As it stands in `path`, where a comma makes no list.
  private var argument: String {
    let hasList = contains { node in
      if case .term(let term) = node.kind { term.isList } else { false }
    }
    return hasList ? "(\(text))" : text
  }
}

extension QueryNode.Reach {
  fileprivate var digits: String {
    switch self {
    case .whole: ""
    case .levels(let count): String(count)
    }
  }
}

extension QueryTerm {
  fileprivate var isList: Bool {
    switch self {
    case .choice(_, let places): places.count > 1
    case .text(_, isPiece: _, let patterns): patterns.count > 1
    case .word, .quantity: false
    }
  }

  fileprivate var text: String {
    switch self {
    case .word(let pattern):
      // Digits alone could be taken for levels.
      return pattern.text(
        quoting: {
          ["and", "or", "not", "loop"].contains($0) || $0.utf8.allSatisfy(QueryReader.isDigit)
        })
    case .choice(let field, let places):
      guard case .choice(let words) = field.kind else { return "" }
      return field.rawValue + ":" + places.map { words[$0] }.joined(separator: ",")
    case .text(let field, let isPiece, let patterns):
      let texts = patterns.map { pattern in
        pattern.text { text in
          field == .reason && !isPiece && !pattern.hasWildcards
            && ReasonCatalogue.entry(for: ReasonCode(text)) == nil
        }
      }
      return field.rawValue + (isPiece ? "~" : ":") + texts.joined(separator: ",")
    case .quantity(let field, let comparison, let amount):
      guard case .quantity(let units) = field.kind else { return "" }
      let fitting = units.filter { amount % $0.worth == 0 }.max { $0.worth < $1.worth }
      return field.rawValue + comparison.rawValue
        + (fitting.map { String(amount / $0.worth) + $0.name } ?? "")
    }
  }
}

extension TextPattern {
  /// Whether it has a wildcard.
  var hasWildcards: Bool { elements.contains(.many) || elements.contains(.one) }

  /// The text, in quotation marks where it must be.
  fileprivate func text(quoting isReserved: (String) -> Bool) -> String {
    var bare = ""
    var quoted = ""
    var isPlain = !elements.isEmpty
    for element in elements {
      switch element {
      case .many: (bare, quoted) = (bare + "*", quoted + "*")
      case .one: (bare, quoted) = (bare + "?", quoted + "?")
      case .scalar(let scalar):
        isPlain = isPlain && Self.isPlain(scalar)
        bare.unicodeScalars.append(scalar)
        quoted += Self.escaped(scalar)
      }
    }
    return isPlain && !isReserved(bare) ? bare : "\"" + quoted + "\""
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "-", ".", "#", "/", "@", "$": true
    default: false
    }
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"", "\\", "*", "?": "\\" + String(scalar)
    case "\n": "\\n"
    case "\t": "\\t"
    default: String(scalar)
    }
  }
}
