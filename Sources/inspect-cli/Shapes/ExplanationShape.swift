internal import InspectWire

extension ExplanationText {
  /// The explanation as JSON, for `why` and `show`.
  var shape: JSON {
    let finder = PlaceFinder(explanation.process.facts)
    let (declaredAt, writtenAt) = (declared, lastWrite)
    let shape = BindingShape(clock: explanation.process.facts.clock) { place in
      // Both were looked up already, and looking costs a process.
      if place == explanation.binding.place { return declaredAt }
      if place == explanation.status.lastWrite?.place, let writtenAt { return writtenAt }
      return finder.find(place)
    }
    return .shape([
      "process": ProcessRow(explanation.process).shape,
      "binding": shape.shape(binding, status, status.colour),
      "steps": .array(
        StepsText.states(status).map { step, state in
          .shape(["step": .string(step.name), "state": .string("\(state)")])
        }),
      "node": explanation.node?.shape ?? .null,
      "scopes": .array(explanation.scopes.map(\.shape)),
      "sharing": .number(explanation.sharing),
      "unknown": .array(explanation.unknown.map { .string($0) }),
      "history": .array(explanation.history.map(shape.shape)),
    ])
  }
}
