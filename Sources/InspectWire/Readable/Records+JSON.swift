// Records as people and other tools read them: every name in full, every code by its word. This is
// what `--json` prints and what the expected side of a fixture holds; it is not the wire.

extension ScopeRecord {
  /// The scope with all names in full.
  package var json: JSON {
    .members([
      ("id", .number(id.rawValue)), ("parent", parent.map { .number($0.rawValue) }),
      ("name", .string(name)), ("owner", .string(owner)), ("boundary", .bool(isBoundary)),
    ])
  }
}

extension NodeRecord {
  /// The node with all names in full.
  package var json: JSON {
    .members([
      ("id", .number(id.rawValue)), ("scope", .number(scope.rawValue)),
      ("parent", parent.map { .number($0.rawValue) }), ("class", .string(className)),
      ("name", .string(name)), ("frame", frame?.json),
    ])
  }
}

extension Frame {
  /// The four numbers by name.
  package var json: JSON {
    ["x": .double(x), "y": .double(y), "width": .double(width), "height": .double(height)]
  }
}

extension BindingRecord {
  /// The declaration with all names in full.
  package var json: JSON {
    .members([
      ("id", .number(id.rawValue)), ("name", .string(name)), ("key", .string(stableKey)),
      ("scope", scope.map { .number($0.rawValue) }), ("node", node.map { .number($0.rawValue) }),
      ("place", place.json), ("path", keyPath.map { .string($0) }),
      ("transformer", transformer.map { .string($0) }), ("source", source.json),
      ("target", target.json), ("direction", .string(direction.name)),
    ])
  }
}

extension Endpoint {
  /// The three parts by name.
  package var json: JSON {
    ["owner": .string(owner), "property": .string(property), "type": .string(valueType)]
  }
}

extension Place {
  /// The place by the kind of what is known.
  package var json: JSON {
    switch self {
    case .source(let file, let line): ["file": .string(file), "line": .int(Int64(line))]
    case .unknown(let why): ["unknown": .string(why)]
    case .code(let addresses):
      [
        "code": .array(
          addresses.map { address in
            [
              "module": .string(address.module), "build": .string(address.buildID),
              "offset": .number(address.offset),
            ]
          })
      ]
    }
  }
}

extension StatusRecord {
  /// The status with all names in full.
  ///
  /// - Parameter sentences: Whether reasons and hints carry their sentences too.
  package func json(sentences: Bool) -> JSON {
    .members([
      ("binding", .number(binding.rawValue)), ("colour", .string(colour.name)),
      ("step", step.map { .string($0.name) }),
      ("reasons", .array(reasons.map { $0.json(sentences: sentences) })),
      ("since", .int(since.microseconds)), ("changes", .int(Int64(changes))),
      ("marks", marks.json), ("write", lastWrite?.json), ("good", lastGood?.json),
      ("counters", counters?.json), ("origin", origin.map { .number($0) }),
    ])
  }
}

extension Marks {
  /// The names of those that are set; bits without a name by their number.
  package var json: JSON {
    var left = rawValue
    var names: [JSON] = []
    for (mark, name) in Marks.named where contains(mark) {
      names.append(.string(name))
      left &= ~mark.rawValue
    }
    return .array(left == 0 ? names : names + [.int(Int64(left))])
  }
}

extension WriteFact {
  /// Place and thread by name.
  package var json: JSON { ["place": place.json, "thread": .string(thread)] }
}

extension Counters {
  /// The four by name.
  package var json: JSON {
    [
      "updates": .number(updates), "suppressed": .number(suppressed),
      "failures": .number(failures), "inspections": .number(inspections),
    ]
  }
}

extension Reason {
  /// Code, parameters, trail and hint by name.
  ///
  /// - Parameter sentences: Whether reason and hint carry their sentences too.
  package func json(sentences: Bool) -> JSON {
    .members([
      ("code", .string(code.rawValue)),
      ("sentence", sentences ? .string(sentence(safely: false)) : nil),
      ("parameters", parameters.json),
      (
        "trail",
        trail.isEmpty
          ? nil
          : .array(trail.map { ["name": .string($0.name), "verdict": .string($0.verdict)] })
      ),
      ("hint", hint?.json(sentences: sentences)),
    ])
  }
}

extension Hint {
  /// Code and parameters by name.
  package func json(sentences: Bool) -> JSON {
    .members([
      ("code", .string(code.rawValue)),
      ("sentence", sentences ? .string(sentence(safely: false)) : nil),
      ("parameters", parameters.json),
    ])
  }
}

extension [Parameter] {
  // An array, since the order is that of the sentence and a name may come twice.
  fileprivate var json: JSON {
    .array(map { ["name": .string($0.name), "value": .string($0.value)] })
  }
}

extension EdgesRecord {
  /// The numbers by name.
  package var json: JSON {
    [
      "binding": .number(binding.rawValue),
      "precedents": .array(precedents.map { .number($0.rawValue) }),
      "implicit": .array(implicit.sorted().map { .number($0.rawValue) }),
    ]
  }
}

extension EndedRecord {
  /// What ended, and when.
  package var json: JSON {
    let (what, id) = EncodedSubject.parts(of: subject)
    return ["what": .string(what.name), "id": .number(id), "at": .int(at.microseconds)]
  }
}

extension HistoryEntry {
  /// What happened, with all names in full.
  package func json(sentences: Bool) -> JSON {
    let start: [(String, JSON?)] = [
      ("number", .number(number)), ("at", .int(at.microseconds)),
      ("binding", .number(binding.rawValue)),
    ]
    switch kind {
    case .colour(let from, let to, let reason):
      return .members(
        start + [
          ("from", .string(from.name)), ("to", .string(to.name)),
          ("reason", reason.map { .string($0.rawValue) }),
        ])
    case .event(let reason):
      return .members(start + [("event", reason.json(sentences: sentences))])
    }
  }
}

extension JSON {
  /// An object of the members that have a value.
  package static func members(_ members: [(String, JSON?)]) -> JSON {
    .object(members.compactMap { key, value in value.map { Member(key, $0) } })
  }
}
