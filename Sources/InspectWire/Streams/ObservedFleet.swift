/// All that an observer has been told on one stream: the processes and their binding graphs.
///
/// A value that folds messages and nothing else; what it says of a message tells its owner what to
/// do. After a gap it holds what it held, and its owner subscribes again with `cursor`.
package struct ObservedFleet: Sendable {
  /// The processes by instance.
  package private(set) var processes: [InstanceID: ObservedProcess] = [:]
  /// Whether a snapshot is complete, so that what is not there does not exist.
  package private(set) var isWhole = false
  /// Bindings that the snapshot under way announced.
  package private(set) var expectedBindings: UInt64 = 0
  /// Gaps met so far.
  package private(set) var gaps: UInt64 = 0
  private let stream: UInt64
  private var chain: ChainReader

  /// Starts with nothing known.
  ///
  /// - Parameters:
  ///   - stream: Number of the subscription; messages of others are passed over.
  ///   - resuming: What an earlier stream has told, to go on from it.
  package init(stream: UInt64, resuming earlier: ObservedFleet? = nil) {
    self.stream = stream
    chain = ChainReader(resuming: earlier?.cursor)
    guard let earlier else { return }
    processes = earlier.processes
    isWhole = earlier.isWhole
    gaps = earlier.gaps
  }

  /// Where the stream has been read to, to be offered when subscribing again.
  package var cursor: Cursor? { chain.cursor }

  /// All counts together.
  package var counts: Counts {
    var sum = Counts()
    for process in processes.values {
      for colour in Colour.allCases { sum[colour] &+= process.counts[colour] }
    }
    return sum
  }

  /// The processes in an order that does not change by itself: by name, pid and instance.
  package var ordered: [(instance: InstanceID, process: ObservedProcess)] {
    processes.map { (instance: $0.key, process: $0.value) }.sorted { one, other in
      let (left, right) = (one.process.entry?.facts, other.process.entry?.facts)
      return (left?.name ?? "", left?.pid ?? 0, one.instance.text)
        < (right?.name ?? "", right?.pid ?? 0, other.instance.text)
    }
  }

  /// What a message meant.
  package enum Effect: Hashable, Sendable {
    /// Not about this stream, or no news.
    case nothing
    /// The list of processes, or what is known of them, has changed.
    case processes
    /// A snapshot begins; all graphs start anew. Why, in the hub's word.
    case began(why: String)
    /// The graph of a process has changed.
    case changed(InstanceID)
    /// The snapshot is complete.
    case whole
    /// Something happened to bindings of a process: not kept here.
    case happened(Entries)
    /// The hub has something to say about the stream.
    case note(Note)
    /// A part is missing; nothing was taken. Subscribe again with `cursor`.
    case gap(ChainReader.Gap)
  }

  /// Takes a message.
  package mutating func apply(_ message: Message) -> Effect {
    switch message {
    case .processes(let list) where list.id == stream: return apply(list)
    case .snapshotBegin(let begin) where begin.stream == stream:
      for instance in processes.keys { processes[instance]?.model = GraphModel() }
      isWhole = false
      expectedBindings = begin.bindings
      chain = ChainReader()
      return .began(why: begin.why)
    case .snapshotPart(let section) where section.stream == stream,
      .delta(let section) where section.stream == stream:
      return apply(section)
    case .snapshotEnd(let end) where end.stream == stream:
      if let gap = follow(end.link) { return .gap(gap) }
      isWhole = true
      return .whole
    case .entries(let entries) where entries.stream == stream: return .happened(entries)
    case .note(let note) where note.stream == stream: return .note(note)
    default: return .nothing
    }
  }

  private mutating func apply(_ list: Processes) -> Effect {
    if list.isWhole {
      let named = Set(list.entries.map(\.facts.instance))
      processes = processes.filter { named.contains($0.key) }
    }
    for entry in list.entries {
      processes[entry.facts.instance, default: ObservedProcess()].entry = entry
    }
    return .processes
  }

  private mutating func apply(_ section: Section) -> Effect {
    if let gap = follow(section.link) { return .gap(gap) }
    Self.fold(section, into: &processes[section.instance, default: ObservedProcess()].model)
    return .changed(section.instance)
  }

  // Static: as a method it would hold a second reference to all that it changes, and copy it.
  private static func fold(_ section: Section, into model: inout GraphModel) {
    for record in section.records { model.apply(record) }
    // Forgotten last: ids are never used again, so nothing said before can outlive it.
    for subject in section.forgotten { model.forget(subject) }
  }

  private mutating func follow(_ link: ChainLink) -> ChainReader.Gap? {
    guard case .gap(let gap) = chain.read(link) else { return nil }
    gaps &+= 1
    return gap
  }
}
