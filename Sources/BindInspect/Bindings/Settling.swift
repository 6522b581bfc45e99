private import InspectReporter

// A pass that goes round and round is given up: the change that is under way reaches nobody more,
// and the bindings that pass it to one another are red until a pass of theirs comes to rest.

extension AnyProperty {
  /// Gives up the pass that has come here once too often.
  @usableFromInline
  func endRestlessPass() {
    let loop = bindingsInLoop
    let members = loop.isEmpty ? writers : loop
    let reason = Reason.doesNotSettle(
      rounds: Int(max(passes, 1)), members: members.compactMap { $0.probe?.name })
    for binding in members { binding.strike(reason) }
  }

  /// Bindings on the ways that lead from this property back to it, in the order of declaration.
  private var bindingsInLoop: [LiveBinding] {
    let reached = properties(from: self) { property in property.followingBindings.map(\.target) }
    let leading = properties(from: self) { property in property.writers.flatMap(\.sources) }
    let members = Set(reached.keys).intersection(leading.keys)
    var bindings: [LiveBinding] = []
    for identity in members {
      guard let property = reached[identity] else { continue }
      for binding in property.followingBindings
      where members.contains(ObjectIdentifier(binding.target)) { bindings.append(binding) }
    }
    return bindings.sorted { ($0.id?.rawValue ?? 0) < ($1.id?.rawValue ?? 0) }
  }

  private func properties(
    from start: AnyProperty, _ neighbours: (AnyProperty) -> [AnyProperty]
  ) -> [ObjectIdentifier: AnyProperty] {
    var found: [ObjectIdentifier: AnyProperty] = [:]
    var rest = neighbours(start)
    while let property = rest.popLast() {
      if found.updateValue(property, forKey: ObjectIdentifier(property)) == nil {
        rest += neighbours(property)
      }
    }
    return found
  }

  /// Bindings that read this property, whatever it is to them.
  private var followingBindings: [LiveBinding] {
    var bindings: [LiveBinding] = []
    forEachFollower { follower in
      if let binding = follower as? LiveBinding { bindings.append(binding) }
      if let step = follower as? PathStep { bindings.append(step.owner) }
    }
    return bindings
  }
}
