internal import InspectWire
private import Synchronization

extension Registry {
  /// From now on notes what the other side of a link has not been told: at first, everything.
  mutating func attach(level: Level) {
    outgoing = Outgoing(level: level, loss: history.lost)
  }

  /// Forgets what was told.
  mutating func detach() { outgoing = nil }

  /// Whether anything but statuses waits to be told.
  var hasNews: Bool {
    guard let outgoing else { return false }
    return scopes.hasOne(following: outgoing.toldScopes)
      || nodes.hasOne(following: outgoing.toldNodes)
      || bindings.hasOne(following: outgoing.toldBindings)
      || !outgoing.endings.isEmpty || !outgoing.redeclared.isEmpty
      || !outgoing.changedEdges.isEmpty || !outgoing.changedScopes.isEmpty
      || !outgoing.changedNodes.isEmpty
      || outgoing.level >= .history
        && (outgoing.loss.count > 0 || history.newest > outgoing.toldHistory)
  }

  /// Whether an observer wants the history, and as much of it waits as may.
  var isFull: Bool {
    guard let outgoing, outgoing.level >= .history else { return false }
    return history.newest - outgoing.toldHistory > ReporterLimits.completeWaiting
  }

  /// How much there had been when somebody attached; who was told that much knows all that there was.
  struct Extent {
    fileprivate var scopes: UInt32 = 0
    fileprivate var nodes: UInt32 = 0
    fileprivate var bindings: UInt32 = 0
    fileprivate var history: UInt64 = 0
  }

  /// How much there is now.
  var extent: Extent {
    Extent(
      scopes: scopes.last, nodes: nodes.last, bindings: bindings.last, history: history.newest)
  }

  /// Whether all of that has been told, whatever came since.
  func hasTold(_ extent: Extent) -> Bool {
    guard let outgoing else { return false }
    return (scopes.first(following: outgoing.toldScopes) ?? .max) > extent.scopes
      && (nodes.first(following: outgoing.toldNodes) ?? .max) > extent.nodes
      && (bindings.first(following: outgoing.toldBindings) ?? .max) > extent.bindings
      && !outgoing.changedEdges.contains { $0 <= extent.bindings }
      && (outgoing.level < .history
        || (history.following(outgoing.toldHistory, atMost: 1).first?.number ?? .max)
          > extent.history)
  }

  /// Takes a part of what waits, of one kind; nil where nothing of that kind does, or something that
  /// it may need waits too.
  mutating func take(_ kind: Parcel.Kind, atMost limit: Int) -> Parcel? {
    guard var outgoing else { return nil }
    // While it is in our hands nobody else refers to it: its sets are changed in place.
    self.outgoing = nil
    defer { self.outgoing = outgoing }
    switch kind {
    case .scopes:
      let records = Self.take(
        from: scopes, after: &outgoing.toldScopes, &outgoing.changedScopes, atMost: limit)
      return records.isEmpty ? nil : .records(records.map { .scope($0) })
    case .nodes:
      // Made while scopes were told: theirs may be among those that were not yet.
      if scopes.hasOne(following: outgoing.toldScopes) { return nil }
      let records = Self.take(
        from: nodes, after: &outgoing.toldNodes, &outgoing.changedNodes, atMost: limit)
      return records.isEmpty ? nil : .records(records.map { .node($0) })
    case .births:
      if scopes.hasOne(following: outgoing.toldScopes)
        || nodes.hasOne(following: outgoing.toldNodes)
      {
        return nil
      }
      let born = bindings.following(outgoing.toldBindings, atMost: limit)
      guard let last = born.last else { return nil }
      outgoing.toldBindings = last.number
      for birth in born where !(birth.element.details?.precedents.isEmpty ?? true) {
        outgoing.changedEdges.insert(birth.number)
      }
      return .births(born.map { declaration($0.element) })
    case .redeclared:
      let probes = Self.take(&outgoing.redeclared, atMost: limit).compactMap { bindings[$0] }
      return probes.isEmpty ? nil : .redeclared(probes.map { declaration($0) })
    case .edges:
      let probes = Self.take(&outgoing.changedEdges, atMost: limit).compactMap { bindings[$0] }
      return probes.isEmpty ? nil : .records(probes.map { .edges($0.edges) })
    case .loss:
      guard outgoing.level >= .history, outgoing.loss.count > 0 else { return nil }
      defer { outgoing.loss = HistoryRing.Loss() }
      return .loss(outgoing.loss)
    case .history:
      guard outgoing.level >= .history else { return nil }
      let entries = history.following(outgoing.toldHistory, atMost: limit)
      guard let last = entries.last else { return nil }
      outgoing.toldHistory = last.number
      return .history(entries)
    case .endings: return nil  // `takeEndings`: they need two parcels.
    }
  }

  /// Takes some of the ends: the last statuses of bindings, and the records of the ends.
  mutating func takeEndings(atMost limit: Int) -> [Parcel] {
    guard let count = outgoing?.endings.count, count > 0 else { return [] }
    let taken = outgoing?.endings.prefix(limit) ?? []
    outgoing?.endings.removeFirst(min(limit, count))
    let drafts = taken.compactMap { ending in
      ending.probe.map { draft($0, as: ending.last) }
    }
    let ends = taken.map { Record.ended(EndedRecord(subject: $0.subject, at: $0.at)) }
    return (drafts.isEmpty ? [] : [.statuses(drafts)]) + [.records(ends)]
  }

  /// The newest statuses of bindings that were told and live.
  func drafts(of probes: some Sequence<Probe>) -> [Parcel.Draft] {
    guard let outgoing else { return [] }
    return probes.compactMap { probe in
      let word = StatusWord(bits: probe.status.load(ordering: .relaxed))
      // What has ended tells its last status with its end; what was not told yet, with its birth.
      guard word.colour != .grey, probe.id.rawValue <= outgoing.toldBindings else { return nil }
      return draft(probe, as: word)
    }
  }

  /// Changes how much is demanded, and says which bindings have to be told again for it.
  mutating func demand(_ level: Level) -> Retelling {
    guard let old = outgoing?.level else { return .none }
    outgoing?.level = level
    // Counters are not followed at the level of counts.
    if old < .status, level >= .status { return .all }
    return old < .values && level >= .values ? .valued : .none
  }

  /// Which bindings have to be told again.
  enum Retelling { case none, valued, all }

  /// The whole status of a binding, with the colour and moment given.
  func draft(_ probe: Probe, as word: StatusWord) -> Parcel.Draft {
    let details = probe.details
    let showsValues = outgoing.map { $0.level >= .values } ?? true
    let counters = Counters(
      updates: UInt64(probe.updates.load(ordering: .relaxed)),
      suppressed: UInt64(probe.suppressed.load(ordering: .relaxed)),
      failures: UInt64(probe.failures.load(ordering: .relaxed)),
      inspections: UInt64(probe.inspections.load(ordering: .relaxed)))
    return Parcel.Draft(
      record: StatusRecord(
        binding: probe.id, colour: word.colour, step: details?.step,
        reasons: details?.reasons ?? [], since: word.since,
        changes: probe.changes.load(ordering: .relaxed),
        marks: Marks(rawValue: probe.marks.load(ordering: .relaxed)),
        lastGood: showsValues ? details?.lastGood : nil, counters: isCounting ? counters : nil,
        origin: details?.origin),
      writer: probe.writer.load(ordering: .relaxed), caller: probe.caller.load(ordering: .relaxed))
  }

  /// What is to be declared of a binding.
  func declaration(_ probe: Probe) -> Parcel.Declaration {
    Parcel.Declaration(
      probe: probe, source: probe.details?.source, target: probe.details?.target)
  }

  private static func take<Element>(
    from ledger: Ledger<Element>, after told: inout UInt32, _ changed: inout Set<UInt32>,
    atMost limit: Int
  ) -> [Element] {
    var elements = take(&changed, atMost: limit).compactMap { ledger[$0] }
    let born = ledger.following(told, atMost: limit - elements.count)
    if let last = born.last { told = last.number }
    elements += born.map(\.element)
    return elements
  }

  private static func take(_ set: inout Set<UInt32>, atMost limit: Int) -> [UInt32] {
    if set.count <= limit {
      defer { set = [] }
      return set.sorted()
    }
    var taken: [UInt32] = []
    while taken.count < limit, let number = set.popFirst() { taken.append(number) }
    return taken
  }
}

extension Probe {
  /// On what it depends; under the registry's lock.
  var edges: EdgesRecord {
    EdgesRecord(
      binding: id, precedents: details?.precedents ?? [], implicit: details?.implicit ?? [])
  }
}
