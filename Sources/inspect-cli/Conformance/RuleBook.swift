/// What came of each rule so far.
struct RuleBook: Equatable, Sendable {
  /// How a rule stands.
  enum Outcome: Equatable, Sendable {
    /// It was put to the test and kept.
    case passed
    /// It was broken; what was seen, fit to be shown.
    case failed(String)
    /// There was no occasion to break it; why.
    case open(String)

    /// The word for it.
    var word: String {
      switch self {
      case .passed: "pass"
      case .failed: "fail"
      case .open: "open"
      }
    }
  }

  private var faults: [RuleID: String] = [:]
  private var kept: Set<RuleID> = []
  private var reasons: [RuleID: String] = [:]

  /// Notes that a rule was put to the test and kept.
  mutating func keep(_ rule: RuleID) { kept.insert(rule) }

  /// Notes that a rule was broken; only the first time counts.
  mutating func fail(_ rule: RuleID, _ seen: String) {
    if faults[rule] == nil { faults[rule] = seen }
  }

  /// Notes why a rule could not be put to the test.
  mutating func leave(_ rule: RuleID, _ why: String) {
    if reasons[rule] == nil { reasons[rule] = why }
  }

  /// Notes that a rule was kept or broken.
  mutating func judge(_ rule: RuleID, _ isKept: Bool, _ seen: String) {
    if isKept { keep(rule) } else { fail(rule, seen) }
  }

  /// How a rule stands.
  subscript(rule: RuleID) -> Outcome {
    if let seen = faults[rule] { return .failed(seen) }
    if kept.contains(rule) { return .passed }
    return .open(reasons[rule] ?? "there was no occasion")
  }

  /// Whether a rule was broken.
  var hasFailed: Bool { !faults.isEmpty }

  /// How many rules stand so.
  func count(_ word: String) -> Int { RuleID.allCases.count { self[$0].word == word } }
}
