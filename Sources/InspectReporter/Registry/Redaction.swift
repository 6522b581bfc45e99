internal import InspectWire

/// What never leaves the process: decided here, before anything enters a slot or the ring.
package enum Redaction {
  /// The rules as `hello` announces them.
  static let announced = [
    "bindings marked secret",
    "names of bindings, nodes, properties, their classes and types, and names in values, containing "
      + words.joined(separator: ", "),
  ]

  /// What a name contains, without case and separators, that must be kept back.
  static let words = [
    "password", "passwd", "passphrase", "token", "secret", "apikey", "credential",
  ]

  /// What stands in the place of a text that is kept back.
  static let mark = "redacted"

  // What is known to tell names, types and counts. Whatever else a reason tells may be the value:
  // other engines have parameters of their own.
  private static let harmlessNames: Set<String> = [
    "expected", "found", "from", "members", "method", "name", "names", "object", "path", "rounds",
    "segment", "step", "target", "to", "type",
  ]

  // MARK: Names

  /// Whether any of the names says that the value is a secret.
  package static func isSecret(names: [String]) -> Bool {
    names.contains { isSecret(name: $0.utf8) }
  }

  /// Whether a name says so, by its bytes.
  static func isSecret(name: some Collection<UInt8>) -> Bool {
    // The shortest of the words has five letters.
    guard name.count >= 5 else { return false }
    let plain = name.compactMap(plain)
    return secretBytes.contains { occurs($0, in: plain) }
  }

  // By bytes: each binding is asked once, and a search in a `String` takes microseconds.
  private static let secretBytes = words.map { Array($0.utf8) }

  private static func plain(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: " "): nil
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
    default: byte
    }
  }

  private static func occurs(_ word: [UInt8], in text: [UInt8]) -> Bool {
    guard text.count >= word.count else { return false }
    for start in 0...(text.count - word.count) where text[start] == word[0] {
      if text[start...].starts(with: word) { return true }
    }
    return false
  }

  // MARK: Verdicts

  /// The verdict as it may be told.
  ///
  /// - Parameter isSecret: Whether the binding's value must not be told at all; else only what is
  ///   called a secret inside of values is kept back.
  static func kept(_ verdict: Verdict, isSecret: Bool) -> Verdict {
    var verdict = verdict
    if isSecret { verdict.marks.insert(.secret) }
    guard !verdict.isPlain else { return verdict }
    verdict.lastGood = verdict.lastGood.map { isSecret ? Value.redacted : kept($0) }
    verdict.reasons = verdict.reasons.map { kept($0, isSecret: isSecret) }
    return verdict
  }

  /// The reason as it may be told.
  static func kept(_ reason: Reason, isSecret: Bool) -> Reason {
    Reason(
      reason.code, kept(reason.parameters, isSecret), trail: reason.trail,
      hint: reason.hint.map { Hint($0.code, kept($0.parameters, isSecret)) })
  }

  private static func kept(_ parameters: [Parameter], _ isSecret: Bool) -> [Parameter] {
    parameters.map { parameter in
      if harmlessNames.contains(parameter.name) { return parameter }
      return Parameter(parameter.name, isSecret ? mark : SecretText.kept(parameter.value))
    }
  }

  // MARK: Values

  /// The value without what is called a secret in it.
  static func kept(_ value: Value) -> Value {
    switch value {
    case .none, .bool, .int, .unsigned, .double, .decimal, .bytes, .date, .object, .reference,
      .redacted:
      return value
    case .some(let wrapped): return .some(kept(wrapped))
    case .string(let text, let byteCount):
      let shown = SecretText.kept(text)
      // The true length would tell that of the secret.
      return .string(shown, byteCount: shown == text ? byteCount : shown.utf8.count)
    case .array(let elements, let count): return .array(elements.map(kept), count: count)
    case .set(let elements, let count): return .set(elements.map(kept), count: count)
    case .dictionary(let entries, let count):
      return .dictionary(
        entries.map { entry in
          guard case .string(let key, _) = entry.key, isSecret(name: key.utf8) else {
            return Value.Entry(key: kept(entry.key), value: kept(entry.value))
          }
          return Value.Entry(key: entry.key, value: .redacted)
        }, count: count)
    case .record(let type, let fields): return .record(type: type, fields.map(kept))
    case .enumeration(let type, let name, let payload):
      let isSecret = isSecret(name: name.utf8)
      return .enumeration(
        type: type, name: name,
        payload: payload.map {
          isSecret ? Value.Field(label: $0.label, value: .redacted) : kept($0)
        })
    case .other(let type, let description):
      return .other(type: type, description: SecretText.kept(description))
    case .error(let type, let text): return .error(type: type, text: SecretText.kept(text))
    }
  }

  private static func kept(_ field: Value.Field) -> Value.Field {
    Value.Field(
      label: field.label,
      value: isSecret(name: field.label.utf8) ? .redacted : kept(field.value))
  }
}
