internal import InspectWire

/// The messages of the golden frames, by the name of their file.
enum GoldenMessages {
  static let all: [(name: String, messages: [Message])] = kinds + conversations

  private static func batch(_ records: [Record]) -> [Message] {
    [.batch(Batch(sequence: 1, records: records))]
  }

  private static func link(_ from: UInt64, _ to: UInt64) -> ChainLink {
    ChainLink(run: Employees.run, from: from, to: to)
  }

  private static func section(
    _ from: UInt64, _ to: UInt64, _ records: [Record], forgotten: [Subject] = []
  ) -> Section {
    Section(
      stream: 7, link: link(from, to), instance: Employees.instance, records: records,
      forgotten: forgotten)
  }

  private static var causes: CausesAnswer {
    let members = [BindingID(1), BindingID(2)]
    let edges = [
      LoopAnatomy.Edge(from: members[0], to: members[1], isImplicit: false),
      LoopAnatomy.Edge(from: members[1], to: members[0], isImplicit: true),
    ]
    return CausesAnswer(
      process: Employees.entry(),
      causes: Causes(
        failing: 318, total: 2, followers: 315, isCut: true,
        causes: [
          Cause(
            kind: .place, text: "312 bindings fail at one place, and 2 others because of them.",
            binding: BindingID(2), members: [BindingID(2), BindingID(5)], memberCount: 312,
            followers: 314, examples: [BindingID(9)]),
          Cause(
            kind: .loop,
            text: "2 bindings feed each other and settle too slowly. 3 others depend on them.",
            binding: BindingID(1), members: members, memberCount: 2, followers: 3,
            loop: LoopAnatomy(
              kind: .settlesSlowly, rounds: 100, edges: edges, edgeCount: 2, cut: [edges[1]],
              isSmallestCut: true,
              values: [LoopAnatomy.Rounds(binding: BindingID(1), values: ["8", "4", "2"])])),
        ],
        shared: [SharedFollowers(causes: [0, 1], followers: 2, through: BindingID(9))]),
      records: [
        .node(Employees.nodes[2]), .binding(Employees.birthdate), .binding(Employees.name),
        .status(Employees.red),
      ])
  }

  private static var values: [Message] {
    batch(
      Employees.values.enumerated().map { place, value in
        .status(
          StatusRecord(
            binding: BindingID(UInt64(place)), colour: .green, since: Moment(microseconds: 0),
            lastGood: value))
      })
  }

  private static let kinds: [(String, [Message])] = [
    (
      "hello-reporter",
      [
        .hello(
          Hello(
            role: .reporter, implementation: "BindInspect 0.1", capabilities: ["history"],
            instance: Employees.facts))
      ]
    ),
    (
      "hello-observer",
      [.hello(Hello(role: .observer, implementation: "inspect-cli 0.1", token: "5ec7e7"))]
    ),
    (
      "welcome",
      [
        .welcome(
          Welcome(
            run: Employees.run, version: 1, implementation: "inspectord 0.1",
            capabilities: ["attach"],
            limits: [
              Welcome.Limit("messageBytes", 1 << 20), Welcome.Limit("bindings", 1 << 24),
              Welcome.Limit("future", 1 << 60),
            ]))
      ]
    ),
    (
      "reject",
      [
        .reject(
          Reject(
            code: .versionMismatch, text: "This daemon speaks protocol 1, the program 2 to 3.",
            remedy: "Install inspectord 2."))
      ]
    ),
    ("scope", batch(Employees.scopes.map(Record.scope))),
    ("node", batch(Employees.nodes.map(Record.node))),
    (
      "binding",
      batch([.binding(Employees.name), .binding(Employees.birthdate), .binding(Employees.typed)])
    ),
    (
      "status",
      batch([.status(Employees.green), .status(Employees.red), .status(Employees.yellow)])
    ),
    ("values", values),
    (
      "edges",
      batch([
        .edges(EdgesRecord(binding: BindingID(1), precedents: [])),
        .edges(
          EdgesRecord(
            binding: BindingID(3), precedents: [BindingID(1), BindingID(2)],
            implicit: [BindingID(2)])),
      ])
    ),
    (
      "ended",
      batch([
        .ended(EndedRecord(subject: .scope(ScopeID(2)), at: Moment(microseconds: 9_500_000))),
        .ended(EndedRecord(subject: .node(NodeID(3)), at: Moment(microseconds: 9_500_001))),
        .ended(EndedRecord(subject: .binding(BindingID(2)), at: Moment(microseconds: 1 << 53 + 1))),
      ])
    ),
    ("history", [.history(History(sequence: 9, entries: Employees.history))]),
    ("lost", [.lost(Lost(from: 4, to: 12, count: 9, why: "ring full"))]),
    ("beat", [.beat]),
    ("bye", [.bye(Bye(why: "exit"))]),
    ("want", [.want(Want(level: .values))]),
    ("credit", [.credit(Credit(sequence: 8))]),
    (
      "subscribe",
      [
        .subscribe(Subscribe(id: 7, level: .status)),
        .subscribe(
          Subscribe(
            id: 8, instances: [Employees.instance], level: .history,
            cursor: Cursor(run: Employees.run, revision: 1 << 60))),
        .subscribe(
          Subscribe(
            id: 9, level: .status,
            cursor: Cursor(run: Employees.run, revision: 43, query: "status:red"),
            query: "status:red,yellow scope:list")),
      ]
    ),
    ("unsubscribe", [.unsubscribe(Unsubscribe(id: 9, stream: 7))]),
    (
      "why",
      [
        .why(WhyRequest(id: 1, name: "birthdate")),
        .why(WhyRequest(id: 2, instance: Employees.instance, name: "2")),
      ]
    ),
    (
      "attach",
      [
        .attach(AttachRequest(id: 1, process: .pid(4711))),
        .attach(AttachRequest(id: 2, process: .name("Employees"))),
      ]
    ),
    ("detach", [.detach(DetachRequest(id: 3, process: .instance(Employees.instance)))]),
    ("list", [.list(ListRequest(id: 4))]),
    ("causes", [.causes(CausesRequest(id: 6, instance: Employees.instance))]),
    ("result-causes", [.result(Answer(id: 6, content: .causes(causes)))]),
    ("pass", [.pass(PassRequest(id: 5))]),
    (
      "result-pass",
      [.result(Answer(id: 5, content: .pass("0f1e2d3c4b5a69788796a5b4c3d2e1f0")))]
    ),
    (
      "hello-page",
      [
        .hello(
          Hello(
            role: .observer, implementation: "viewer 0.1", pass: "0f1e2d3c4b5a69788796a5b4c3d2e1f0")
        )
      ]
    ),
    (
      "welcome-page",
      [
        .welcome(
          Welcome(
            run: Employees.run, version: 1, implementation: "inspectord 0.1", token: "5e55101"))
      ]
    ),
    (
      "processes",
      [
        .processes(
          Processes(
            id: 4, isWhole: true,
            entries: [
              Employees.entry(), Employees.entry(.stale(sinceWall: 1_790_000_001_000_000)),
              Employees.entry(.ended(how: "exit", atWall: 1_790_000_002_000_000)),
            ]))
      ]
    ),
    (
      "processes-lost",
      [
        .processes(
          Processes(
            id: 4, isWhole: false,
            entries: [
              ProcessEntry(
                facts: Employees.facts, state: .live, counts: Counts(red: 1, green: 2),
                lostEntries: 904, lostNumbers: NumberRange(from: 4, to: 1 << 60), leftOut: 3)
            ]))
      ]
    ),
    (
      "snapshotBegin",
      [
        .snapshotBegin(
          SnapshotBegin(stream: 7, run: Employees.run, why: "subscribed", bindings: 2))
      ]
    ),
    (
      "snapshotPart",
      [
        .snapshotPart(
          section(
            0, 41,
            Employees.scopes.map(Record.scope) + Employees.nodes.map(Record.node)
              + [.binding(Employees.birthdate), .status(Employees.red)]))
      ]
    ),
    ("snapshotEnd", [.snapshotEnd(SnapshotEnd(stream: 7, link: link(41, 43)))]),
    (
      "delta",
      [
        .delta(
          section(
            43, 1 << 60, [.status(Employees.green)],
            forgotten: [.scope(ScopeID(9)), .binding(BindingID(8))]))
      ]
    ),
    (
      "entries",
      [
        .entries(
          Entries(
            stream: 7, instance: Employees.instance, entries: Employees.history,
            lost: LostEntries(count: 2, numbers: NumberRange(from: 1, to: 1 << 60)))),
        .entries(Entries(stream: 7, instance: Employees.instance, entries: [])),
      ]
    ),
    (
      "note",
      [.note(Note(stream: 7, kind: "lag", text: "You read slowly: updates come once a second."))]
    ),
    (
      "result",
      [
        .result(Answer(id: 1, content: .done)),
        .result(Answer(id: 2, content: .process(Employees.entry()))),
        .result(
          Answer(
            id: 3,
            content: .explanation(
              Explanation(
                process: Employees.entry(), binding: Employees.birthdate, status: Employees.red,
                scopes: Employees.scopes.reversed(), node: Employees.nodes[2],
                history: Employees.history, sharing: 2, unknown: ["who wrote before attaching"])))),
        .result(
          Answer(
            id: 4,
            content: .candidates([
              NameMatch(
                instance: Employees.instance, process: "Employees", pid: 4711,
                binding: BindingID(2), name: "employee.birthdate", colour: .red)
            ]))),
      ]
    ),
    (
      "error",
      [
        .error(
          Failure(
            id: 3, code: .noSuchProcess, text: "No process has the number 4712.",
            remedy: "inspect-cli ps lists those that can be inspected.")),
        .error(Failure(id: nil, code: .badMessage, text: "unexpected “}”", offset: 17)),
      ]
    ),
  ]

  /// Whole conversations: what one side says, from greeting to end.
  private static let conversations: [(String, [Message])] = [
    (
      "conversation-reporter",
      [
        .hello(
          Hello(role: .reporter, implementation: "BindInspect 0.1", instance: Employees.facts)),
        .batch(Batch(sequence: 1, records: Employees.scopes.map(Record.scope))),
        .batch(Batch(sequence: 2, records: Employees.nodes.map(Record.node))),
        .batch(
          Batch(
            sequence: 3, records: [.binding(Employees.name), .binding(Employees.birthdate)])),
        .batch(Batch(sequence: 4, records: [.status(Employees.yellow)])),
        .batch(Batch(sequence: 5, records: [.status(Employees.green), .status(Employees.red)])),
        .history(History(sequence: 6, entries: Employees.history)),
        .beat,
        .batch(
          Batch(
            sequence: 7,
            records: [
              .ended(
                EndedRecord(subject: .binding(BindingID(2)), at: Moment(microseconds: 9_500_000)))
            ])),
        .bye(Bye(why: "exit")),
      ]
    ),
    (
      "conversation-observer",
      [
        .welcome(Welcome(run: Employees.run, version: 1, implementation: "inspectord 0.1")),
        .processes(Processes(id: 7, isWhole: true, entries: [Employees.entry()])),
        .snapshotBegin(
          SnapshotBegin(stream: 7, run: Employees.run, why: "subscribed", bindings: 2)),
        .snapshotPart(
          section(
            0, 40,
            Employees.scopes.map(Record.scope) + Employees.nodes.map(Record.node)
              + [.binding(Employees.birthdate), .status(Employees.yellow)])),
        .delta(section(40, 42, [.status(Employees.red)])),
        .snapshotPart(section(42, 42, [.binding(Employees.name), .status(Employees.green)])),
        .snapshotEnd(SnapshotEnd(stream: 7, link: link(42, 43))),
        .delta(
          section(
            43, 50,
            [.ended(EndedRecord(subject: .binding(BindingID(1)), at: Moment(microseconds: 9)))])),
        .entries(
          Entries(stream: 7, instance: Employees.instance, entries: Employees.history)),
        .note(Note(stream: 7, kind: "gap", text: "The next message does not join.")),
        .delta(section(60, 61, [.status(Employees.yellow)])),
        .delta(section(50, 62, [], forgotten: [.node(NodeID(2))])),
      ]
    ),
  ]
}
