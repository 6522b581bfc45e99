internal import InspectWire

// The JSON that `--json` prints; every shape is described in docs/cli.md. Members are only ever
// added. Foreign texts are whole here: what reads JSON escapes for itself.

extension JSON {
  /// An object of the members that have a value.
  static func shape(_ members: KeyValuePairs<String, JSON?>) -> JSON {
    .object(members.compactMap { key, value in value.map { Member(key, $0) } })
  }

  static func text(_ text: String) -> JSON { .string(text) }
  static func text(orNull text: String) -> JSON { text.isEmpty ? .null : .string(text) }

  /// A time of day as text in UTC.
  static func time(_ wall: Int64?) -> JSON { wall.map { .string(Clock.iso($0)) } ?? .null }
}

extension Counts {
  /// How many bindings have each colour.
  var shape: JSON {
    .object(Colour.allCases.map { JSON.Member($0.name, .number(self[$0])) })
  }
}

extension Endpoint {
  var shape: JSON {
    .shape([
      "owner": .text(orNull: owner), "property": .text(orNull: property),
      "type": .text(orNull: valueType),
    ])
  }
}

extension Reason {
  /// A reason with its sentence and help.
  var shape: JSON {
    let entry = ReasonCatalogue.entry(for: code)
    return .shape([
      "code": .string(code.rawValue),
      "sentence": .string(sentence(safely: false)),
      "step": entry?.step.map { .string($0.name) },
      "colour": entry?.colour.map { .string($0.name) },
      "parameters": .object(parameters.map { JSON.Member($0.name, .string($0.value)) }),
      "trail": .array(
        trail.map { .shape(["name": .string($0.name), "verdict": .text(orNull: $0.verdict)]) }),
      "hint": hint.map { hint in
        .shape([
          "code": .string(hint.code.rawValue), "sentence": .string(hint.sentence(safely: false)),
          "parameters": .object(hint.parameters.map { JSON.Member($0.name, .string($0.value)) }),
        ])
      },
      "page": entry.map { .string($0.page) },
    ])
  }
}

extension Counters {
  var shape: JSON {
    .shape([
      "updates": .number(updates), "suppressed": .number(suppressed),
      "failures": .number(failures), "inspections": .number(inspections),
    ])
  }
}

extension FoundPlace {
  /// A place: its line if that is known, else what is.
  var shape: JSON {
    switch self {
    case .line(let file, let line):
      .shape(["file": .string(file), "line": .int(Int64(line))])
    case .function(let name, let isMerged):
      .shape(["function": .string(name), "isMerged": .bool(isMerged)])
    case .address(let module, let offset, let why):
      .shape([
        "module": .string(module), "offset": .string("0x" + String(offset, radix: 16)),
        "why": .string(why),
      ])
    case .unknown(let why): .shape(["unknown": .string(why)])
    }
  }
}

extension NodeRecord {
  var shape: JSON {
    .shape([
      "id": .number(id.rawValue), "scope": .number(scope.rawValue),
      "parent": parent.map { .number($0.rawValue) }, "class": .string(className),
      "name": .text(orNull: name),
      "frame": frame.map { frame in
        .shape([
          "x": .double(frame.x), "y": .double(frame.y), "width": .double(frame.width),
          "height": .double(frame.height),
        ])
      },
    ])
  }
}

extension ScopeRecord {
  var shape: JSON {
    .shape([
      "id": .number(id.rawValue), "parent": parent.map { .number($0.rawValue) },
      "name": .string(name), "owner": .text(orNull: owner), "isBoundary": .bool(isBoundary),
    ])
  }
}
