private import InspectReporter

extension PathBinding {
  /// The verdict as observers are told it: a failed step with the way that the look-up took.
  ///
  /// Only where something failed: while many wait for their objects nobody asks for the way, and it
  /// costs a text for each object that was asked.
  var toldVerdict: Verdict {
    var verdict = facts.verdict
    guard verdict.colour == .red, let seat, verdict.reasons.first?.trail.isEmpty == true else {
      return verdict
    }
    verdict.reasons[0].trail = OwnerSearch(chain: Chain(start: seat), segments: segments).trail
    return verdict
  }
}
