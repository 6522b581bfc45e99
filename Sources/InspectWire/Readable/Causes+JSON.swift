extension CausesAnswer {
  /// The causes with every code by its word.
  package var json: JSON {
    [
      "process": process.json, "failing": .number(causes.failing), "total": .number(causes.total),
      "followers": .number(causes.followers), "cut": .bool(causes.isCut),
      "list": .array(causes.causes.map(\.json)), "shared": .array(causes.shared.map(\.json)),
      "records": .array(records.map(\.named)),
    ]
  }
}

extension Cause {
  /// The cause by the names of its parts.
  package var json: JSON {
    JSON.members([
      ("kind", .string(kind.rawValue)), ("text", .string(text)),
      ("binding", .number(binding.rawValue)),
      ("members", .array(members.map { .number($0.rawValue) })), ("count", .number(memberCount)),
      ("followers", .number(followers)),
      ("examples", .array(examples.map { .number($0.rawValue) })), ("loop", loop?.json),
    ])
  }
}

extension LoopAnatomy {
  /// The loop by the names of its parts.
  package var json: JSON {
    JSON.members([
      ("kind", .string(kind.rawValue)), ("rounds", rounds.map { .number($0) }),
      ("edges", .array(edges.map(\.json))), ("count", .number(edgeCount)),
      ("cut", .array(cut.map(\.json))), ("smallest", .bool(isSmallestCut)),
      (
        "values",
        .array(
          values.map { rounds in
            [
              "binding": .number(rounds.binding.rawValue),
              "values": .array(rounds.values.map { .string($0) }),
            ]
          })
      ),
    ])
  }
}

extension LoopAnatomy.Edge {
  /// Both ends, and how it is known.
  package var json: JSON {
    [
      "from": .number(from.rawValue), "to": .number(to.rawValue), "implicit": .bool(isImplicit),
    ]
  }
}

extension SharedFollowers {
  /// The group by the names of its parts.
  package var json: JSON {
    JSON.members([
      ("causes", .array(causes.map { .number($0) })), ("followers", .number(followers)),
      ("through", through.map { .number($0.rawValue) }),
    ])
  }
}

extension Record {
  /// The record under the name of its kind.
  package var named: JSON {
    switch self {
    case .scope(let scope): ["scope": scope.json]
    case .node(let node): ["node": node.json]
    case .binding(let binding): ["binding": binding.json]
    case .status(let status): ["status": status.json(sentences: false)]
    case .edges(let edges): ["edges": edges.json]
    case .ended(let ended): ["ended": ended.json]
    }
  }
}
