package import InspectWire

/// What a query is judged by besides the model: facts of the process, time, and what is measured.
package struct QueryFacts {
  /// Facts of the process.
  package var process: InstanceFacts
  /// Whether the process has ended: then every binding is grey.
  package var hasEnded: Bool
  /// The present moment of the process's own clock.
  package var now: Moment
  /// Values a second that a binding carries; nil where that is not known.
  package var rate: (BindingID) -> Double?
  /// A value as people are shown it; nil where it is not known.
  package var value: (BindingID) -> String?

  /// Takes the facts; by default nothing is measured.
  package init(
    process: InstanceFacts, hasEnded: Bool = false, now: Moment,
    rate: @escaping (BindingID) -> Double? = { _ in nil },
    value: @escaping (BindingID) -> String? = { _ in nil }
  ) {
    self.process = process
    self.hasEnded = hasEnded
    self.now = now
    self.rate = rate
    self.value = value
  }
}
