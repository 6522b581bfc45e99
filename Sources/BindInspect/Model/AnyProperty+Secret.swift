private import InspectReporter

// A secret is one wherever bindings carry it: the label that shows a password has no telling name.

extension AnyProperty {
  /// Keeps what it holds from all observers, now and later, and wherever bindings carry it.
  ///
  /// What is named so (`password`, `accessToken`, …) is kept back without being asked for. There is no
  /// way back: observers would be told what was a secret a moment ago.
  public final func keepSecret() {
    guard !isSecret else { return }
    isSecret = true
    for binding in writers { binding.targetBecameSecret() }
    forEachFollower { $0.sourceBecameSecret() }
  }
}

extension LiveBinding {
  /// What it shows is a secret: it tells no values any more.
  final func targetBecameSecret() {
    if let probe, !probe.isSecret { probe.keepSecret() }
    if writesBothWays { valueSource?.keepSecret() }
  }

  /// Once it is told of: makes secrets of its ends, if its names say so.
  final func spreadSecret() {
    guard let probe, !isEnded else { return }
    if readsSecret { target.keepSecret() }
    guard probe.isSecret || target.isSecret else { return }
    if probe.isNamedSecret {
      valueSource?.keepSecret()
      target.keepSecret()
    }
    // The ends may have been secrets before there was a binding.
    if target.isSecret { targetBecameSecret() }
  }
}
