private import InspectReporter

/// What a value says of itself, as it may be told: cut, and without the secrets that it holds.
///
/// A text that Swift makes of a structure names its fields, and the reporter leaves out what stands
/// behind the name of a secret. A description of the program's own need not name anything; so where
/// one is given by something that holds what is called a secret, only the type is told.
func toldText(of value: Any, limit: Int) -> String {
  // By the exact type: a cast would look through an optional, whose text is another one.
  let type = type(of: value)
  if type == String.self, let text = value as? String { return String(text.prefix(limit)) }
  if type == Int.self, let number = value as? Int { return String(String(number).prefix(limit)) }
  if let text = TextKind.of(value).constant { return String(text.prefix(limit)) }
  var search = SecretSearch()
  if search.finds(in: value, isDescribed: false, depth: 0) {
    let why = search.isLarge ? "too large to be told" : "which may hold a secret"
    return "a \(typeName(type)), \(why)"
  }
  return String(String(describing: value).prefix(limit))
}

/// Looks for what is called a secret inside of values that describe themselves.
private struct SecretSearch {
  private var seen = 0
  private var size = 0

  /// Whether what was found is only that it would take too long to print.
  var isLarge: Bool { size > Limits.printedParts }

  /// Whether there is one; yes also where that would take too long to tell, or to print.
  ///
  /// - Parameter isDescribed: Whether the value is part of one that describes itself.
  mutating func finds(in value: Any, isDescribed: Bool, depth: Int) -> Bool {
    let kind = TextKind.of(value)
    if kind.isTransparent ? TextKind.isPlain(value) : kind.isPlain {
      return grows(by: (value as? String)?.utf8.count ?? 1)
    }
    let mirror = Mirror(reflecting: value)
    let describesItself = Self.describesItself(value, kind, mirror.displayStyle)
    if isDescribed, mirror.displayStyle == .tuple, Self.isSecretEntry(mirror) { return true }
    // Of an object without a description only the class is printed.
    if mirror.displayStyle == .class, !describesItself, !isDescribed { return false }
    if grows(by: mirror.children.count) { return true }
    let isDescribed = isDescribed || describesItself
    var next: Mirror? = mirror
    while let level = next {
      // More elements than characters are not printed.
      for child in level.children.prefix(Limits.errorCharacters) {
        seen += 1
        if seen > Limits.secretSearch || depth > Limits.secretDepth { return true }
        if isDescribed, Self.isSecret(child) { return true }
        if finds(in: child.value, isDescribed: isDescribed, depth: depth + 1) { return true }
      }
      next = level.superclassMirror
    }
    return false
  }

  // All of a value is printed before the text is cut.
  private mutating func grows(by parts: Int) -> Bool {
    size = size.addingReportingOverflow(parts).partialValue
    return isLarge
  }

  // The collections of the language print what is in them, with keys.
  private static func describesItself(
    _ value: Any, _ kind: TextKind, _ style: Mirror.DisplayStyle?
  ) -> Bool {
    switch style {
    case .collection, .dictionary, .set, .optional, .tuple: false
    default: kind.isTransparent ? TextKind.describesItself(value) : kind.describesItself
    }
  }

  private static func isSecret(_ child: Mirror.Child) -> Bool {
    child.label.map { Redaction.isSecret(names: [$0]) } ?? false
  }

  // What a dictionary holds are pairs of that form.
  private static func isSecretEntry(_ pair: Mirror) -> Bool {
    guard let first = pair.children.first, first.label == "key", let key = first.value as? String
    else { return false }
    return Redaction.isSecret(names: [key])
  }
}
