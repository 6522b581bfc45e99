internal import InspectWire

/// What a healthy binding has nothing of; kept apart so that its slot stays small.
///
/// Touched under the lock of the reporter's registry alone.
final class Details {
  var step: Step?
  var reasons: [Reason] = []
  var lastGood: Value?
  var origin: UInt64?
  var source: Endpoint?
  var target: Endpoint?
  var precedents: [BindingID] = []
  var implicit: Set<BindingID> = []

  /// Whether the verdict is colour and marks alone.
  var isPlain: Bool { step == nil && reasons.isEmpty && lastGood == nil && origin == nil }

  /// Whether nothing would be lost without it.
  var isEmpty: Bool { isPlain && source == nil && target == nil && precedents.isEmpty }

  /// Whether it says the same as all of the verdict that is neither colour nor mark.
  func agrees(with verdict: Verdict) -> Bool {
    step == verdict.step && reasons == verdict.reasons && lastGood == verdict.lastGood
      && origin == verdict.origin
  }

  /// Takes all of the verdict that is neither colour nor mark.
  func take(_ verdict: Verdict) {
    step = verdict.step
    reasons = verdict.reasons
    lastGood = verdict.lastGood
    origin = verdict.origin
  }
}
