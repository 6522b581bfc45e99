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
  static func isSecret(names: [String]) -> Bool { names.contains { isSecret($0) } }

  private static func isSecret(_ name: String) -> Bool {
    // By bytes: every binding's names pass here, and text searching costs microseconds.
    var letters: [UInt8] = []
    letters.reserveCapacity(name.utf8.count)
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: " "): break
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): letters.append(byte | 0x20)
      default: letters.append(byte)
      }
    }
    for start in letters.indices where firstLetters.contains(letters[start]) {
      if wordBytes.contains(where: { letters[start...].starts(with: $0) }) { return true }
    }
    return false
  }

  private static let wordBytes = words.map { Array($0.utf8) }
  private static let firstLetters = wordBytes.map { $0[0] }

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
