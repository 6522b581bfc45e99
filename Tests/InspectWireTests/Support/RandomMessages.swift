internal import InspectWire

extension RandomRecords {
  /// A random message of any kind that a caller can send, its records grouped by kind.
  mutating func message() -> Message {
    let makers: [(inout Self) -> Message] = [
      { .hello($0.hello()) }, { .welcome($0.welcome()) },
      { .reject(Reject(code: FailureCode($0.text()), text: $0.text(), remedy: $0.text())) },
      { .batch($0.batch()) },
      { random in
        .history(History(sequence: random.id(), entries: random.list(3) { $0.entry() }))
      },
      { .lost(Lost(from: $0.id(), to: $0.id(), count: $0.id(), why: $0.text())) },
      { _ in .beat }, { .bye(Bye(why: $0.text())) },
      { .want(Want(level: $0.chance.pick(Level.allCases))) },
      { .credit(Credit(sequence: $0.id())) }, { .subscribe($0.subscribe()) },
      { .unsubscribe(Unsubscribe(id: $0.id(), stream: $0.id())) },
      { .why(WhyRequest(id: $0.id(), instance: $0.maybe { $0.instance() }, name: $0.text())) },
      { .causes(CausesRequest(id: $0.id(), instance: $0.instance())) },
      { .attach(AttachRequest(id: $0.id(), process: $0.selector())) },
      { .detach(DetachRequest(id: $0.id(), process: $0.selector())) },
      { .list(ListRequest(id: $0.id())) }, { .pass(PassRequest(id: $0.id())) },
      { random in
        .processes(
          Processes(
            id: random.id(), isWhole: random.chance.chance(1, in: 2),
            entries: random.list(3) { $0.entry() }))
      },
      {
        .snapshotBegin(
          SnapshotBegin(stream: $0.id(), run: $0.instance(), why: $0.text(), bindings: $0.id()))
      },
      { .snapshotPart($0.section()) },
      { .snapshotEnd(SnapshotEnd(stream: $0.id(), link: $0.link())) },
      { .delta($0.section()) },
      { random in
        .entries(
          Entries(
            stream: random.id(), instance: random.instance(),
            entries: random.list(3) { $0.entry() as HistoryEntry },
            lost: random.maybe {
              LostEntries(count: $0.id(), numbers: NumberRange(from: $0.id(), to: $0.id()))
            }))
      },
      { .note(Note(stream: $0.id(), kind: $0.text(), text: $0.text())) },
      { .result(Answer(id: $0.id(), content: $0.content())) },
      { random in
        .error(
          Failure(
            id: random.maybe { $0.id() }, code: FailureCode(random.text()), text: random.text(),
            remedy: random.text(), offset: random.maybe { $0.id() }))
      },
    ]
    return chance.pick(makers)(&self)
  }

  mutating func instance() -> InstanceID { InstanceID(using: &chance) }

  mutating func batch() -> Batch {
    let kind = chance.below(6)
    let records: [Record] = (0...chance.below(5)).map { _ in
      switch kind {
      case 0: .scope(scope())
      case 1: .node(node())
      case 2: .binding(binding())
      case 3: .status(status())
      case 4: .edges(edges())
      default: .ended(ended())
      }
    }
    return Batch(sequence: id(), records: records)
  }

  mutating func section() -> Section {
    Section(
      stream: id(), link: link(), instance: instance(),
      records: groupedByKind(records(chance.below(9))),
      forgotten: list(4) { $0.ended().subject }.sorted { one, other in
        rank(one) < rank(other)
      })
  }

  mutating func link() -> ChainLink {
    let ends = [id(), id()].sorted()
    return ChainLink(run: instance(), from: ends[0], to: ends[1])
  }

  mutating func hello() -> Hello {
    Hello(
      role: chance.pick(Role.allCases), versions: VersionRange(1, chance.below(5) + 1),
      implementation: text(), capabilities: list(3) { $0.text() }, token: maybe { $0.text() },
      pass: maybe { $0.text() }, instance: maybe { $0.facts() })
  }

  mutating func facts() -> InstanceFacts {
    InstanceFacts(
      instance: instance(), name: text(), pid: chance.pick([0, 1, .max, -1]), startTime: id(),
      host: text(), mode: chance.pick(IdleMode.allCases),
      clock: ClockAnchor(moment: moment(), wallMicroseconds: moment().microseconds),
      redaction: list(2) { $0.text() })
  }

  mutating func welcome() -> Welcome {
    Welcome(
      run: instance(), version: chance.below(9), implementation: text(),
      capabilities: list(3) { $0.text() },
      limits: (0..<chance.below(4)).map { Welcome.Limit("limit \($0)", id()) },
      token: maybe { $0.text() })
  }

  mutating func entry() -> HistoryEntry {
    let kind: HistoryEntry.Kind =
      chance.chance(1, in: 2)
      ? .event(reason())
      : .colour(
        from: chance.pick(Colour.allCases), to: chance.pick(Colour.allCases),
        reason: maybe { ReasonCode($0.text()) })
    return HistoryEntry(number: id(), at: moment(), binding: BindingID(id()), kind: kind)
  }

  mutating func entry() -> ProcessEntry {
    let states: [ProcessEntry.State] = [
      .live, .stale(sinceWall: moment().microseconds),
      .ended(how: text(), atWall: moment().microseconds),
    ]
    return ProcessEntry(
      facts: facts(), state: chance.pick(states),
      counts: Counts(red: id(), yellow: id(), green: id(), grey: id()), lostEntries: id(),
      lostNumbers: maybe {
        let from = $0.id() / 2; return NumberRange(from: from, to: from + $0.id() / 2)
      },
      leftOut: id())
  }

  mutating func subscribe() -> Subscribe {
    Subscribe(
      id: id(), instances: list(3) { $0.instance() }, level: chance.pick(Level.allCases),
      cursor: maybe { Cursor(run: $0.instance(), revision: $0.id(), query: $0.text()) },
      query: text())
  }

  mutating func selector() -> ProcessSelector {
    chance.pick([.pid(.max), .name(text()), .instance(instance())])
  }

  mutating func causes() -> CausesAnswer {
    CausesAnswer(
      process: entry(),
      causes: Causes(
        failing: id(), total: id(), followers: id(), isCut: chance.chance(1, in: 2),
        causes: list(3) { random in
          Cause(
            kind: random.chance.pick(Cause.Kind.allCases), text: random.text(),
            binding: BindingID(random.id()), members: random.list(3) { BindingID($0.id()) },
            memberCount: random.id(), followers: random.id(),
            examples: random.list(3) { BindingID($0.id()) }, loop: random.maybe { $0.loop() })
        },
        shared: list(2) { random in
          SharedFollowers(
            causes: random.list(3) { $0.id() }, followers: random.id(),
            through: random.maybe { BindingID($0.id()) })
        }),
      records: groupedByKind([.node(node()), .binding(binding()), .status(status())]))
  }

  private mutating func loop() -> LoopAnatomy {
    LoopAnatomy(
      kind: chance.pick(LoopAnatomy.Kind.allCases), rounds: maybe { $0.id() },
      edges: list(3) { $0.edge() }, edgeCount: id(), cut: list(2) { $0.edge() },
      isSmallestCut: chance.chance(1, in: 2),
      values: list(2) { random in
        LoopAnatomy.Rounds(
          binding: BindingID(random.id()), values: random.list(3) { $0.text() })
      })
  }

  private mutating func edge() -> LoopAnatomy.Edge {
    LoopAnatomy.Edge(
      from: BindingID(id()), to: BindingID(id()), isImplicit: chance.chance(1, in: 2))
  }

  mutating func content() -> Answer.Content {
    switch chance.below(6) {
    case 4: .pass(text())
    case 5: .causes(causes())
    case 0: .done
    case 1: .process(entry())
    case 2:
      .candidates(
        list(3) {
          NameMatch(
            instance: $0.instance(), process: $0.text(), pid: 7, binding: BindingID($0.id()),
            name: $0.text(), colour: $0.chance.pick(Colour.allCases))
        })
    default:
      .explanation(
        Explanation(
          process: entry(), binding: binding(), status: status(), scopes: list(3) { $0.scope() },
          node: maybe { $0.node() }, history: list(2) { $0.entry() }, sharing: id(),
          unknown: list(2) { $0.text() }))
    }
  }
}

/// Records as a section carries them: by kind, in one kind in their order.
func groupedByKind(_ records: [Record]) -> [Record] {
  (0..<6).flatMap { kind in records.filter { rank($0) == kind } }
}

private func rank(_ record: Record) -> Int {
  switch record {
  case .scope: 0
  case .node: 1
  case .binding: 2
  case .status: 3
  case .edges: 4
  case .ended: 5
  }
}

private func rank(_ subject: Subject) -> Int {
  switch subject {
  case .scope: 0
  case .node: 1
  case .binding: 2
  }
}
