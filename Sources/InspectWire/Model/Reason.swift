/// Why a step is not done, or why an input was refused.
///
/// A code and what fills its sentence. The sentence itself is made in one place, the catalogue, so
/// that terminal, viewer and report say the same.
public struct Reason: Hashable, Sendable {
  /// Stable code; also the name of the help page.
  public var code: ReasonCode
  /// Named details in the order of the sentence; at most 16.
  public var parameters: [Parameter]
  /// Every candidate that a look-up tried, in order; empty for reasons that are no look-up.
  public var trail: [Candidate]
  /// What would mend it, if that is known.
  public var hint: Hint?

  /// Takes the parts as they are.
  public init(
    _ code: ReasonCode, _ parameters: [Parameter] = [], trail: [Candidate] = [], hint: Hint? = nil
  ) {
    self.code = code
    self.parameters = parameters
    self.trail = trail
    self.hint = hint
  }
}

/// A named detail of a reason or hint.
public struct Parameter: Hashable, Sendable {
  /// Name by which the sentence asks for it.
  public var name: String
  /// The detail as text; foreign, so it passes `display` before it is shown.
  public var value: String

  /// Takes both as they are.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// An object that a look-up tried, and why it was passed over.
public struct Candidate: Hashable, Sendable {
  /// The object as people know it: its class, and its part in the chain.
  public var name: String
  /// Why it was passed over, as a few words; empty for the one that was taken.
  public var verdict: String

  /// Takes both as they are.
  public init(_ name: String, _ verdict: String) {
    self.name = name
    self.verdict = verdict
  }
}

/// What would mend a binding.
public struct Hint: Hashable, Sendable {
  /// Stable code; its sentence is in the catalogue.
  public var code: HintCode
  /// Named details in the order of the sentence.
  public var parameters: [Parameter]

  /// Takes both as they are.
  public init(_ code: HintCode, _ parameters: [Parameter] = []) {
    self.code = code
    self.parameters = parameters
  }
}

/// Stable kebab-case name of a reason; an unknown one is kept and shown raw.
public struct ReasonCode: Hashable, Sendable {
  /// The name as it travels.
  public let rawValue: String

  /// Takes a name, known or not.
  public init(_ rawValue: String) { self.rawValue = rawValue }
}

/// Stable kebab-case name of a hint; an unknown one is kept and shown raw.
public struct HintCode: Hashable, Sendable {
  /// The name as it travels.
  public let rawValue: String

  /// Takes a name, known or not.
  public init(_ rawValue: String) { self.rawValue = rawValue }
}
