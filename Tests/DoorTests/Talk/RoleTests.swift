import InspectLink
import InspectSystem
import InspectWire
import TestSupport
import Testing

extension DoorTests {
  /// Who may say what, on a link that was let in.
  @Suite struct Roles {
    static let instance = InstanceID(high: 1, low: 1)
    static let binding = BindingRecord(
      id: BindingID(1), scope: nil, node: nil, name: "x", stableKey: "x",
      place: .source(file: "x.swift", line: 1), keyPath: nil, transformer: nil,
      source: Endpoint(owner: "A", property: "b", valueType: "C"),
      target: Endpoint(owner: "D", property: "e", valueType: "F"), direction: .oneWay)
    static let link = ChainLink(run: instance, from: 0, to: 1)

    static func facts(_ number: UInt64, pid: Int32 = 77) -> InstanceFacts {
      InstanceFacts(
        instance: InstanceID(high: 1, low: number), name: "program \(number)", pid: pid,
        startTime: 5,
        host: Environment.hostName, mode: .off,
        clock: ClockAnchor(moment: Moment(microseconds: 0), wallMicroseconds: 0))
    }

    static let ofReporters: [Message] = [
      .batch(Batch(sequence: 1, records: [.binding(binding)])),
      .history(History(sequence: 1, entries: [])), .lost(Lost(from: 1, to: 2, count: 1, why: "x")),
    ]
    static let ofObservers: [Message] = [
      .subscribe(Subscribe(id: 5, level: .status)), .unsubscribe(Unsubscribe(id: 5, stream: 1)),
      .why(WhyRequest(id: 5, name: "x")), .attach(AttachRequest(id: 5, process: .pid(1))),
      .detach(DetachRequest(id: 5, process: .pid(1))), .list(ListRequest(id: 5)),
      .pass(PassRequest(id: 5)),
    ]
    static let ofHubs: [Message] = [
      .welcome(Welcome(run: instance, version: 1, implementation: "x")),
      .reject(Reject(code: .refused, text: "", remedy: "")), .want(Want(level: .status)),
      .credit(Credit(sequence: 1)), .processes(Processes(id: 1, isWhole: true, entries: [])),
      .snapshotBegin(SnapshotBegin(stream: 1, run: instance, why: "x", bindings: 1)),
      .snapshotEnd(SnapshotEnd(stream: 1, link: link)), .result(Answer(id: 1, content: .done)),
    ]

    @Test func `who may not say a thing is answered by an error, and nothing has changed`()
      async throws
    {
      try await withDoor { door in
        let reporter = try door.guest(.reporter, instance: Self.facts(1))
        let witness = try door.guest(.observer)
        for (role, messages) in [
          (Role.observer, Self.ofReporters + Self.ofHubs),
          (.operator, Self.ofReporters + Self.ofHubs),
        ] {
          let guest = try door.guest(role)
          for message in messages {
            try guest.send(message)
            // Nobody answers an answer.
            if !message.isAnswer { try expectDenied(guest, message) }
          }
          #expect(try guest.processes().count == 1)
        }
        for message in Self.ofObservers + Self.ofHubs {
          try reporter.send(message)
          if !message.isAnswer { try expectDenied(reporter, message) }
        }
        let entries = try witness.processes()
        #expect(entries.map(\.facts.name) == ["program 1"])
        #expect(entries.first?.counts == Counts())
        #expect(entries.first?.state == .live)
      }
    }

    @Test func `a forged instance is refused, and the true one goes on`() async throws {
      try await withDoor { door in
        let reporter = try door.guest(.reporter, instance: Self.facts(1))
        let forger = try Guest(.unix(door.file.socket))
        try forger.send(
          .hello(
            Hello(role: .reporter, implementation: "forger", instance: Self.facts(1, pid: 78))))
        guard case .reject(let reject) = try forger.next() else {
          Issue.record("not refused")
          return
        }
        #expect(reject.code == .instanceTaken)
        try reporter.send(.batch(Batch(sequence: 1, records: [.binding(Self.binding)])))
        let witness = try door.guest(.observer)
        try await eventually("the reporter's binding") {
          try witness.processes().first?.counts.yellow == 1
        }
      }
    }

    @Test func `a reporter speaks for its own instance alone`() async throws {
      try await withDoor { door in
        _ = try door.guest(.reporter, instance: Self.facts(1))
        let other = try door.guest(.reporter, instance: Self.facts(2))
        // There is no message that names another one; a second greeting is none that it may say.
        try other.send(
          .hello(Hello(role: .reporter, implementation: "other", instance: Self.facts(1))))
        try expectDenied(other, .beat)
        try other.send(.batch(Batch(sequence: 1, records: [.binding(Self.binding)])))
        let witness = try door.guest(.observer)
        try await eventually("its own binding") {
          try witness.processes().first { $0.facts.name == "program 2" }?.counts.yellow == 1
        }
        #expect(
          try witness.processes().first { $0.facts.name == "program 1" }?.counts == Counts())
      }
    }

    @Test func `an edit is no message of this version, whoever sends it`() async throws {
      try await withDoor { door in
        for role in [Role.observer, .operator] {
          let guest = try door.guest(role)
          for kind in ["edit", "trial", "refresh", "highlight", "fetch"] {
            try guest.send(text: #"{"m":"\#(kind)","id":9,"binding":1,"value":["int",1]}"#)
            guard case .error(let failure) = try guest.next() else {
              Issue.record("\(kind) of \(role) is not refused")
              continue
            }
            #expect(failure.code == .unknownKind || failure.code == .notAllowed)
          }
          #expect(try guest.processes().isEmpty)
        }
      }
    }

    private func expectDenied(_ guest: Guest, _ message: Message) throws {
      // Two sides that answer each other's answers never come to an end: nothing is said of those.
      if message.isAnswer { return }
      while true {
        switch try guest.next() {
        case .error(let failure):
          #expect(failure.code == .notAllowed, "\(message)")
          return
        case .want: continue
        case let answer:
          Issue.record("\(message) is answered by \(answer)")
          return
        }
      }
    }
  }
}
