/// Asks for a stream of what is true and what changes; answered by a snapshot, then deltas.
package struct Subscribe: Hashable, Sendable {
  /// Number of the request, and from then on of the stream.
  package var id: UInt64
  /// Processes of interest; empty means all, also those to come.
  package var instances: [InstanceID]
  package var level: Level
  /// Where an earlier stream was left; the hub says whether it can go on from there.
  package var cursor: Cursor?
  /// Which bindings are told, as `docs/query.md` describes it; empty means all.
  package var query: String

  package init(
    id: UInt64, instances: [InstanceID] = [], level: Level, cursor: Cursor? = nil,
    query: String = ""
  ) {
    self.id = id
    self.instances = instances
    self.level = level
    self.cursor = cursor
    self.query = query
  }
}

/// A place in a hub's stream.
package struct Cursor: Hashable, Sendable {
  package var run: InstanceID
  package var revision: UInt64
  /// The query of the stream that was left.
  package var query: String

  package init(run: InstanceID, revision: UInt64, query: String = "") {
    self.run = run
    self.revision = revision
    self.query = query
  }
}

/// Ends a stream; what is under way may still arrive.
package struct Unsubscribe: Hashable, Sendable {
  package var id: UInt64
  /// The stream that ends.
  package var stream: UInt64

  package init(id: UInt64, stream: UInt64) {
    self.id = id
    self.stream = stream
  }
}

/// Asks why a binding is as it is.
package struct WhyRequest: Hashable, Sendable {
  package var id: UInt64
  /// Process to look in; nil means all.
  package var instance: InstanceID?
  /// Id, stable key or a piece of the name.
  package var name: String

  package init(id: UInt64, instance: InstanceID? = nil, name: String) {
    self.id = id
    self.instance = instance
    self.name = name
  }
}

/// Names a process by pid or by name.
package enum ProcessSelector: Hashable, Sendable {
  case pid(Int32)
  case name(String)
  case instance(InstanceID)
}

/// Asks the hub to dial an inspectable process.
package struct AttachRequest: Hashable, Sendable {
  package var id: UInt64
  package var process: ProcessSelector

  package init(id: UInt64, process: ProcessSelector) {
    self.id = id
    self.process = process
  }
}

/// Asks the hub to let go of a process.
package struct DetachRequest: Hashable, Sendable {
  package var id: UInt64
  package var process: ProcessSelector

  package init(id: UInt64, process: ProcessSelector) {
    self.id = id
    self.process = process
  }
}

/// Asks for the processes that the hub knows.
package struct ListRequest: Hashable, Sendable {
  package var id: UInt64

  package init(id: UInt64) { self.id = id }
}

/// Asks for a pass, by which one page can greet; answered by `result`.
package struct PassRequest: Hashable, Sendable {
  package var id: UInt64

  package init(id: UInt64) { self.id = id }
}

/// What a hub knows of a process; always whole.
package struct ProcessEntry: Hashable, Sendable {
  package var facts: InstanceFacts
  package var state: State
  package var counts: Counts
  /// Entries of its history that fell out of a full ring so far, of the process's or of the hub's.
  package var lostEntries: UInt64
  /// The smallest and the largest number of these; nil where none was lost.
  package var lostNumbers: NumberRange?
  /// Records of scopes, nodes and bindings that the hub had no room for: they are not known at all.
  package var leftOut: UInt64

  package init(
    facts: InstanceFacts, state: State, counts: Counts, lostEntries: UInt64 = 0,
    lostNumbers: NumberRange? = nil, leftOut: UInt64 = 0
  ) {
    self.facts = facts
    self.state = state
    self.counts = counts
    self.lostEntries = lostEntries
    self.lostNumbers = lostNumbers
    self.leftOut = leftOut
  }

  package enum State: Hashable, Sendable {
    case live
    /// The link is gone and may come back; since when in microseconds since 1970.
    case stale(sinceWall: Int64)
    /// How it ended, for people: `exit`, `detached`, `gone without a word`.
    case ended(how: String, atWall: Int64)
  }
}

/// Two numbers of a history, and what lies between them.
package struct NumberRange: Hashable, Sendable {
  package var from: UInt64
  package var to: UInt64

  package init(from: UInt64, to: UInt64) {
    self.from = from
    self.to = to
  }
}

/// What happened to the bindings of a process, in order, on a stream that asked for history.
package struct Entries: Hashable, Sendable {
  package var stream: UInt64
  package var instance: InstanceID
  /// Numbers ascend, on the stream too: one that is not larger than the last was told before.
  package var entries: [HistoryEntry]
  /// What is not to be had of the numbers between the last message and the end of this one.
  package var lost: LostEntries?

  package init(
    stream: UInt64, instance: InstanceID, entries: [HistoryEntry], lost: LostEntries? = nil
  ) {
    self.stream = stream
    self.instance = instance
    self.entries = entries
    self.lost = lost
  }
}

/// How many entries are not to be had, and between which numbers.
package struct LostEntries: Hashable, Sendable {
  package var count: UInt64
  package var numbers: NumberRange

  package init(count: UInt64, numbers: NumberRange) {
    self.count = count
    self.numbers = numbers
  }
}

/// The processes that changed, or all of them.
package struct Processes: Hashable, Sendable {
  /// The stream or request that this answers.
  package var id: UInt64
  /// Whether these are all there are.
  package var isWhole: Bool
  package var entries: [ProcessEntry]

  package init(id: UInt64, isWhole: Bool, entries: [ProcessEntry]) {
    self.id = id
    self.isWhole = isWhole
    self.entries = entries
  }
}

/// A stream begins: what follows until its end is a snapshot, perhaps with deltas between.
package struct SnapshotBegin: Hashable, Sendable {
  package var stream: UInt64
  package var run: InstanceID
  /// Why there is a snapshot: `subscribed`, `expired`, `restarted`, `filterChanged`, `gap`.
  package var why: String
  /// Bindings to come, for a progress display.
  package var bindings: UInt64

  package init(stream: UInt64, run: InstanceID, why: String, bindings: UInt64) {
    self.stream = stream
    self.run = run
    self.why = why
    self.bindings = bindings
  }
}

/// Records of one process on a stream: a part of a snapshot, or a delta.
package struct Section: Hashable, Sendable {
  package var stream: UInt64
  package var link: ChainLink
  package var instance: InstanceID
  package var records: [Record]
  /// Bindings that the hub has dropped; a model forgets them.
  package var forgotten: [Subject]

  package init(
    stream: UInt64, link: ChainLink, instance: InstanceID, records: [Record],
    forgotten: [Subject] = []
  ) {
    self.stream = stream
    self.link = link
    self.instance = instance
    self.records = records
    self.forgotten = forgotten
  }
}

/// How a message joins on to the one before it on its stream.
package struct ChainLink: Hashable, Sendable {
  package var run: InstanceID
  /// The `to` of the message before; 0 for the first.
  package var from: UInt64
  package var to: UInt64

  package init(run: InstanceID, from: UInt64, to: UInt64) {
    self.run = run
    self.from = from
    self.to = to
  }
}

/// The snapshot is whole as of the revision that its link ends with.
package struct SnapshotEnd: Hashable, Sendable {
  package var stream: UInt64
  package var link: ChainLink

  package init(stream: UInt64, link: ChainLink) {
    self.stream = stream
    self.link = link
  }
}

/// Something an observer should know about its stream.
package struct Note: Hashable, Sendable {
  package var stream: UInt64
  /// `lag`, `gap`, `downgrade`, `stale`, `lost`.
  package var kind: String
  package var text: String

  package init(stream: UInt64, kind: String, text: String) {
    self.stream = stream
    self.kind = kind
    self.text = text
  }
}
