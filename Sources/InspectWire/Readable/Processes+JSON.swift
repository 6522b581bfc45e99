extension Counts {
  /// The four by name.
  package var json: JSON {
    .object(Colour.allCases.map { JSON.Member($0.name, .number(self[$0])) })
  }
}

extension InstanceFacts {
  /// The mode as people are told it: one that waits for its observers says that instead.
  package var modeWord: String { isComplete ? "complete" : mode.rawValue }

  /// The facts by name.
  package var json: JSON {
    .members([
      ("instance", .string(instance.text)), ("name", .string(name)), ("pid", .int(Int64(pid))),
      ("start", .number(startTime)), ("host", .string(host)), ("mode", .string(mode.rawValue)),
      ("clock", [.int(clock.moment.microseconds), .int(clock.wallMicroseconds)]),
      ("redaction", .array(redaction.map { .string($0) })),
      ("complete", isComplete ? true : nil),
    ])
  }
}

extension ProcessEntry {
  /// Facts, state and counts by name.
  package var json: JSON {
    JSON.members([
      ("facts", facts.json), ("state", state.json), ("counts", counts.json),
      ("lost", .number(lostEntries)), ("lostNumbers", lostNumbers?.json),
      ("leftOut", leftOut > 0 ? .number(leftOut) : nil),
    ])
  }
}

extension NumberRange {
  /// The two numbers.
  package var json: JSON { [.number(from), .number(to)] }
}

extension ProcessEntry.State {
  /// The state's word and what goes with it.
  package var json: JSON {
    switch self {
    case .live: ["is": "live"]
    case .stale(let since): ["is": "stale", "since": .int(since)]
    case .ended(let how, let at): ["is": "ended", "how": .string(how), "at": .int(at)]
    }
  }
}
