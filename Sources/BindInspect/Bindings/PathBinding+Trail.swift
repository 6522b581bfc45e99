private import InspectReporter

extension PathBinding {
  /// The verdict as observers are told it: a failed step with the way that the look-up took.
  ///
  /// Only where something failed: while many wait for their objects nobody asks for the way, and it
  /// costs a text for each object that was asked.
  var toldVerdict: Verdict {
    var verdict = facts.verdict
    verdict.origin = verdict.reasons.first.flatMap { origin(of: $0) }?.told
    guard verdict.colour == .red, let seat, verdict.reasons.first?.trail.isEmpty == true else {
      return verdict
    }
    verdict.reasons[0].trail = OwnerSearch(chain: Chain(start: seat), segments: segments).trail
    return verdict
  }

  /// Where a step is open, if others may fail at the same place for the same reason.
  private func origin(of reason: Reason) -> Origin? {
    switch reason.code {
    case .ownerNotFound, .chainIncomplete:
      seat.map { Origin(Chain(start: $0).lastScope, missing: segments.first ?? "") }
    case .transformerNotFound:
      seat.map { Origin(Chain(start: $0).lastScope, missing: transformerName ?? "") }
    case .unknownSegment:
      lastFollowed.map { Origin($0, missing: facts.unknownSegment ?? "") }
    case .pathObjectNil, .transformerSupplierNil: lastFollowed.map { Origin($0) }
    case .valueNil, .transformerFailed: valueSource.map { Origin($0) }
    default: nil
    }
  }
}
