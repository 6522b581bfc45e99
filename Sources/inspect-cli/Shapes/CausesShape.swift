internal import InspectWire

extension CausesText {
  /// The causes as JSON.
  var shape: JSON {
    let causes = answer.causes
    return .shape([
      "process": ProcessRow(answer.process).shape,
      "failing": .number(causes.failing), "followers": .number(causes.followers),
      "total": .number(causes.total), "isCut": .bool(causes.isCut),
      "causes": .array(causes.causes.map(shape)),
      "shared": .array(
        causes.shared.map { shared in
          .shape([
            "causes": .array(shared.causes.map { .number($0) }),
            "followers": .number(shared.followers),
            "through": shared.through.map { .number($0.rawValue) } ?? .null,
          ])
        }),
    ])
  }

  private func shape(_ cause: Cause) -> JSON {
    let shapes = BindingShape(clock: answer.process.facts.clock) { finder.find($0) }
    let binding = model.binding(cause.binding).map { binding in
      shapes.shape(
        binding, model.status(of: cause.binding), model.colour(of: cause.binding) ?? .yellow)
    }
    return .shape([
      "kind": .string(cause.kind.rawValue), "sentence": .string(cause.text),
      "binding": binding ?? .shape(["id": .number(cause.binding.rawValue)]),
      "members": .array(cause.members.map { .number($0.rawValue) }),
      "memberCount": .number(cause.memberCount), "followers": .number(cause.followers),
      "examples": .array(cause.examples.map { .number($0.rawValue) }),
      "loop": cause.loop.map(shape) ?? .null,
    ])
  }

  private func shape(_ loop: LoopAnatomy) -> JSON {
    .shape([
      "kind": .string(loop.kind.rawValue),
      "rounds": loop.rounds.map { .number($0) } ?? .null,
      "edges": .array(loop.edges.map(shape)), "edgeCount": .number(loop.edgeCount),
      "cut": .array(loop.cut.map(shape)), "isSmallestCut": .bool(loop.isSmallestCut),
      "values": .array(
        loop.values.map { rounds in
          .shape([
            "binding": .number(rounds.binding.rawValue),
            "values": .array(rounds.values.map { .string($0) }),
          ])
        }),
    ])
  }

  private func shape(_ edge: LoopAnatomy.Edge) -> JSON {
    let (from, to) = (model.binding(edge.from), model.binding(edge.to))
    return .shape([
      "from": .number(edge.from.rawValue), "to": .number(edge.to.rawValue),
      "fromName": from.map { .string($0.name) } ?? .null,
      "toName": to.map { .string($0.name) } ?? .null,
      "property": from.map { $0.target.shape } ?? .null,
      "place": to.map { finder.find($0.place).shape } ?? .null,
      "isImplicit": .bool(edge.isImplicit),
    ])
  }
}
