internal import InspectWire

extension Message {
  /// The message with every name in full and every code by its word.
  var readable: JSON {
    let (kind, members) = parts
    return .members([("m", .string(kind))] + members)
  }

  private var parts: (String, [(String, JSON?)]) {
    switch self {
    case .hello(let hello): ("hello", hello.members)
    case .welcome(let welcome): ("welcome", welcome.members)
    case .reject(let reject):
      (
        "reject",
        [
          ("code", .string(reject.code.rawValue)), ("text", .string(reject.text)),
          ("remedy", .string(reject.remedy)),
        ]
      )
    case .strings, .columns: ("table", [])
    case .batch(let batch):
      ("batch", [("sequence", .number(batch.sequence)), ("records", batch.records.readable)])
    case .history(let history):
      (
        "history",
        [
          ("sequence", .number(history.sequence)),
          ("entries", .array(history.entries.map { $0.json(sentences: false) })),
        ]
      )
    case .lost(let lost):
      (
        "lost",
        [
          ("from", .number(lost.from)), ("to", .number(lost.to)), ("count", .number(lost.count)),
          ("why", .string(lost.why)),
        ]
      )
    case .beat: ("beat", [])
    case .bye(let bye): ("bye", [("why", .string(bye.why))])
    case .want(let want): ("want", [("level", .int(Int64(want.level.rawValue)))])
    case .credit(let credit): ("credit", [("sequence", .number(credit.sequence))])
    default: requestParts
    }
  }

  private var requestParts: (String, [(String, JSON?)]) {
    switch self {
    case .subscribe(let subscribe): ("subscribe", subscribe.members)
    case .unsubscribe(let request):
      ("unsubscribe", [("id", .number(request.id)), ("stream", .number(request.stream))])
    case .why(let request):
      (
        "why",
        [
          ("id", .number(request.id)), ("instance", request.instance.map { .string($0.text) }),
          ("name", .string(request.name)),
        ]
      )
    case .causes(let request):
      (
        "causes",
        [("id", .number(request.id)), ("instance", .string(request.instance.text))]
      )
    case .attach(let request):
      ("attach", [("id", .number(request.id)), ("process", request.process.readable)])
    case .detach(let request):
      ("detach", [("id", .number(request.id)), ("process", request.process.readable)])
    case .list(let request): ("list", [("id", .number(request.id))])
    case .pass(let request): ("pass", [("id", .number(request.id))])
    default: answerParts
    }
  }

  private var answerParts: (String, [(String, JSON?)]) {
    switch self {
    case .processes(let list):
      (
        "processes",
        [
          ("id", .number(list.id)), ("whole", .bool(list.isWhole)),
          ("entries", .array(list.entries.map(\.json))),
        ]
      )
    case .snapshotBegin(let begin):
      (
        "snapshotBegin",
        [
          ("stream", .number(begin.stream)), ("run", .string(begin.run.text)),
          ("why", .string(begin.why)), ("bindings", .number(begin.bindings)),
        ]
      )
    case .snapshotPart(let section): ("snapshotPart", section.members)
    case .delta(let section): ("delta", section.members)
    case .snapshotEnd(let end):
      ("snapshotEnd", [("stream", .number(end.stream)), ("link", end.link.readable)])
    case .entries(let entries):
      (
        "entries",
        [
          ("stream", .number(entries.stream)), ("instance", .string(entries.instance.text)),
          ("entries", .array(entries.entries.map { $0.json(sentences: false) })),
          (
            "lost",
            entries.lost.map {
              [
                "count": .number($0.count), "from": .number($0.numbers.from),
                "to": .number($0.numbers.to),
              ]
            }
          ),
        ]
      )
    case .note(let note):
      (
        "note",
        [
          ("stream", .number(note.stream)), ("kind", .string(note.kind)),
          ("text", .string(note.text)),
        ]
      )
    case .result(let answer): ("result", [("id", .number(answer.id)), answer.content.member])
    case .error(let failure):
      (
        "error",
        [
          ("id", failure.id.map { .number($0) }), ("code", .string(failure.code.rawValue)),
          ("text", .string(failure.text)), ("remedy", .string(failure.remedy)),
          ("offset", failure.offset.map { .number($0) }),
        ]
      )
    default: ("", [])
    }
  }
}

extension [Record] {
  /// Each record with its kind.
  var readable: JSON {
    .array(map(\.named))
  }
}

extension GraphModel {
  /// What a reader must end up with: records by age, the colours to be shown, the counts.
  var readable: JSON {
    [
      "records": Array(records(worstFirst: false)).readable,
      "colours": .object(
        bindings.map { binding in
          JSON.Member("\(binding.id.rawValue)", .string(colour(of: binding.id)?.name ?? ""))
        }),
      "counts": counts.json,
    ]
  }
}

extension Hello {
  fileprivate var members: [(String, JSON?)] {
    [
      ("role", .string(role.rawValue)),
      ("protocol", [.int(Int64(versions.lowest)), .int(Int64(versions.highest))]),
      ("implementation", .string(implementation)),
      ("capabilities", .array(capabilities.map { .string($0) })),
      ("token", token.map { .string($0) }), ("pass", pass.map { .string($0) }),
      ("instance", instance?.json),
    ]
  }
}

extension Welcome {
  fileprivate var members: [(String, JSON?)] {
    [
      ("run", .string(run.text)), ("protocol", .int(Int64(version))),
      ("implementation", .string(implementation)),
      ("capabilities", .array(capabilities.map { .string($0) })),
      ("limits", .object(limits.map { JSON.Member($0.name, .number($0.value)) })),
      ("token", token.map { .string($0) }),
    ]
  }
}

extension Subscribe {
  fileprivate var members: [(String, JSON?)] {
    [
      ("id", .number(id)), ("instances", .array(instances.map { .string($0.text) })),
      ("level", .int(Int64(level.rawValue))),
      (
        "cursor",
        cursor.map { cursor in
          .members([
            ("run", .string(cursor.run.text)), ("revision", .number(cursor.revision)),
            ("query", cursor.query.isEmpty ? nil : .string(cursor.query)),
          ])
        }
      ), ("query", query.isEmpty ? nil : .string(query)),
    ]
  }
}

extension ProcessSelector {
  fileprivate var readable: JSON {
    switch self {
    case .pid(let pid): ["pid": .int(Int64(pid))]
    case .name(let name): ["name": .string(name)]
    case .instance(let instance): ["instance": .string(instance.text)]
    }
  }
}

extension Section {
  fileprivate var members: [(String, JSON?)] {
    [
      ("stream", .number(stream)), ("link", link.readable), ("instance", .string(instance.text)),
      ("records", records.readable),
      (
        "forgotten",
        .array(
          forgotten.map { subject in
            switch subject {
            case .scope(let id): ["scope": .number(id.rawValue)]
            case .node(let id): ["node": .number(id.rawValue)]
            case .binding(let id): ["binding": .number(id.rawValue)]
            }
          })
      ),
    ]
  }
}

extension ChainLink {
  fileprivate var readable: JSON {
    ["run": .string(run.text), "from": .number(from), "to": .number(to)]
  }
}

extension Answer.Content {
  fileprivate var member: (String, JSON?) {
    switch self {
    case .done: ("done", true)
    case .process(let entry): ("process", entry.json)
    case .explanation(let why): ("why", why.readable)
    case .candidates(let matches):
      (
        "candidates",
        .array(
          matches.map { match in
            [
              "instance": .string(match.instance.text), "process": .string(match.process),
              "pid": .int(Int64(match.pid)), "binding": .number(match.binding.rawValue),
              "name": .string(match.name), "colour": .string(match.colour.name),
            ]
          })
      )
    case .causes(let causes): ("causes", causes.json)
    case .pass(let pass): ("pass", .string(pass))
    }
  }
}

extension Explanation {
  fileprivate var readable: JSON {
    .members([
      ("process", process.json), ("binding", binding.json),
      ("status", status.json(sentences: false)), ("scopes", .array(scopes.map(\.json))),
      ("node", node?.json), ("history", .array(history.map { $0.json(sentences: false) })),
      ("sharing", .number(sharing)), ("unknown", .array(unknown.map { .string($0) })),
    ])
  }
}
