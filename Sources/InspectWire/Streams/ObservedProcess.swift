/// A process as an observer knows it: what the hub said of it, and its binding graph.
package struct ObservedProcess: Equatable, Sendable {
  /// What the hub said of it; nil before it did.
  package var entry: ProcessEntry?
  /// Its graph, as far as it was told.
  package var model = GraphModel()

  /// Nothing known.
  package init() {}

  /// Whether the process has ended, and with it all of its bindings.
  package var isEnded: Bool {
    if case .ended = entry?.state { true } else { false }
  }

  /// How many bindings have each colour, all grey once the process has ended.
  package var counts: Counts {
    guard isEnded else { return model.counts }
    return Counts(grey: model.counts.live &+ model.counts.grey)
  }

  /// The colour of a binding to be shown; nil where nothing was declared.
  package func colour(of id: BindingID) -> Colour? {
    guard let colour = model.colour(of: id) else { return nil }
    return isEnded ? .grey : colour
  }
}
