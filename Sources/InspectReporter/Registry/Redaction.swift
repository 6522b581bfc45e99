internal import InspectWire

/// What never leaves the process: decided here, before anything enters a slot or the ring.
enum Redaction {
  /// The rules as `hello` announces them.
  static let announced = [
    "bindings marked secret",
    "names containing " + words.joined(separator: ", "),
  ]

  /// What a name contains, without case and separators, that must be kept back.
  static let words = [
    "password", "passwd", "passphrase", "token", "secret", "apikey", "credential",
  ]

  /// What stands in the place of a text that is kept back.
  static let mark = "redacted"

  private static let valueNames: Set<String> = ["input", "text", "value", "last", "values"]

  /// Whether any of the names says that the value is a secret.
  static func isSecret(names: [String]) -> Bool {
    names.contains { name in
      let plain = name.utf8.compactMap(plain)
      return secretBytes.contains { occurs($0, in: plain) }
    }
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

  /// The verdict without what could tell the value.
  static func redacted(_ verdict: Verdict) -> Verdict {
    var verdict = verdict
    if verdict.lastGood != nil { verdict.lastGood = .redacted }
    verdict.reasons = verdict.reasons.map(redacted)
    return verdict
  }

  /// The reason without what could tell the value.
  static func redacted(_ reason: Reason) -> Reason {
    Reason(
      reason.code, redacted(reason.parameters), trail: reason.trail,
      hint: reason.hint.map { Hint($0.code, redacted($0.parameters)) })
  }

  private static func redacted(_ parameters: [Parameter]) -> [Parameter] {
    parameters.map { valueNames.contains($0.name) ? Parameter($0.name, mark) : $0 }
  }
}
