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
      let plain = name.lowercased().filter { $0 != "_" && $0 != "-" && $0 != " " }
      return words.contains { plain.contains($0) }
    }
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
