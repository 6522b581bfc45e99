internal import InspectWire
private import Synchronization

// MARK: - Scopes and nodes

extension Registry {
  /// Changes what was said of a scope; one that has ended takes no change.
  mutating func update(_ id: ScopeID, _ change: (inout ScopeRecord) -> Void) -> Effect {
    guard let number = UInt32(exactly: id.rawValue), var record = scopes[number] else { return [] }
    let old = record
    change(&record)
    guard record != old else { return [] }
    scopes[number] = record
    return note(number, toldTo: \.toldScopes, in: \.changedScopes)
  }

  /// Changes what was said of a node; one that has ended takes no change.
  mutating func update(_ id: NodeID, _ change: (inout NodeRecord) -> Void) -> Effect {
    guard let number = UInt32(exactly: id.rawValue), var record = nodes[number] else { return [] }
    let old = record
    change(&record)
    guard record != old else { return [] }
    nodes[number] = record
    return note(number, toldTo: \.toldNodes, in: \.changedNodes)
  }

  /// Ends a scope; again does nothing.
  mutating func end(_ id: ScopeID, now: Moment) -> Effect {
    guard let number = UInt32(exactly: id.rawValue), scopes.remove(number) != nil else { return [] }
    outgoing?.changedScopes.remove(number)
    return list(Outgoing.Ending(subject: .scope(id), at: now), number, toldTo: \.toldScopes)
  }

  /// Ends a node; again does nothing.
  mutating func end(_ id: NodeID, now: Moment) -> Effect {
    guard let number = UInt32(exactly: id.rawValue), nodes.remove(number) != nil else { return [] }
    outgoing?.changedNodes.remove(number)
    return list(Outgoing.Ending(subject: .node(id), at: now), number, toldTo: \.toldNodes)
  }

  private mutating func note(
    _ number: UInt32, toldTo: KeyPath<Outgoing, UInt32>,
    in changed: WritableKeyPath<Outgoing, Set<UInt32>>
  ) -> Effect {
    // Only the number is read: a copy of the whole would have its sets copied at the next line.
    guard let told = outgoing?[keyPath: toldTo], number <= told else { return [] }
    outgoing?[keyPath: changed].insert(number)
    return .news
  }

  private mutating func list(
    _ ending: Outgoing.Ending, _ number: UInt32, toldTo: KeyPath<Outgoing, UInt32>
  ) -> Effect {
    guard let told = outgoing?[keyPath: toldTo], number <= told else { return [] }
    outgoing?.endings.append(ending)
    return .news
  }
}

// MARK: - Bindings

extension Registry {
  /// Takes a verdict; what has ended takes none, and one that equals the last changes nothing.
  mutating func change(_ probe: Probe, to verdict: Verdict, now: Moment) -> Effect {
    let old = StatusWord(bits: probe.status.load(ordering: .relaxed))
    guard old.colour != .grey else { return [] }
    let isSecret = probe.isSecret || verdict.marks.contains(.secret)
    let verdict = Bounded.verdict(Redaction.kept(verdict, isSecret: isSecret))
    let isSame =
      verdict.colour == old.colour
      && verdict.marks.rawValue == probe.marks.load(ordering: .relaxed)
      && (probe.details?.agrees(with: verdict) ?? verdict.isPlain)
    guard !isSame else { return [] }
    write(verdict, to: probe)
    if verdict.colour == .grey { return end(probe, as: .grey, now: now) }
    if verdict.colour != old.colour {
      let changes = probe.changes.load(ordering: .relaxed)
      probe.changes.store(changes == .max ? .max : changes + 1, ordering: .relaxed)
      probe.status.store(StatusWord(colour: verdict.colour, since: now).bits, ordering: .relaxed)
      enter(
        .colour(from: old.colour, to: verdict.colour, reason: verdict.reasons.first?.code),
        of: probe, now: now)
    }
    guard outgoing != nil else { return [] }
    return verdict.colour == .red && old.colour != .red ? [.status, .red] : .status
  }

  /// Ends a binding; again does nothing.
  mutating func end(_ probe: Probe, now: Moment) -> Effect {
    end(probe, as: StatusWord(bits: probe.status.load(ordering: .relaxed)).colour, now: now)
  }

  /// Takes an event; the colour stays.
  mutating func note(_ reason: Reason, of probe: Probe, now: Moment) -> Effect {
    let reason = Bounded.reason(Redaction.kept(reason, isSecret: probe.isSecret))
    enter(.event(reason), of: probe, now: now)
    return (outgoing?.level ?? .counts) >= .history ? .news : []
  }

  /// Takes owners and types that were not known before.
  mutating func redeclare(_ probe: Probe, source: Endpoint?, target: Endpoint?) -> Effect {
    let source = source.map { Bounded.endpoint($0) }
    let target = target.map { Bounded.endpoint($0) }
    let details = probe.details ?? Details()
    let shape = probe.declared.shape
    guard
      source.map({ $0 != details.source ?? shape.told.source }) ?? false
        || target.map({ $0 != details.target ?? shape.told.target }) ?? false
    else { return [] }
    if let source { details.source = source }
    if let target { details.target = target }
    probe.details = details
    if !probe.isSecret, [source, target].contains(where: { $0?.tellsSecret ?? false }) {
      keepBack(probe)
    }
    return note(probe.number, toldTo: \.toldBindings, in: \.redeclared)
  }

  /// Takes on which bindings one depends.
  mutating func setEdges(
    of probe: Probe, precedents: [BindingID], implicit: Set<BindingID>
  ) -> Effect {
    let sorted = Set(precedents.prefix(ReporterLimits.edges)).sorted()
    let implicit = implicit.intersection(sorted)
    let details = probe.details ?? Details()
    guard sorted != details.precedents || implicit != details.implicit else { return [] }
    details.precedents = sorted
    details.implicit = implicit
    probe.details = details.isEmpty ? nil : details
    return note(probe.number, toldTo: \.toldBindings, in: \.changedEdges)
  }

  /// Makes a secret of a binding that was none; again does nothing.
  func keepSecret(_ probe: Probe) -> Effect {
    guard !probe.isSecret else { return [] }
    keepBack(probe)
    return outgoing == nil ? [] : .status
  }

  private func keepBack(_ probe: Probe) {
    probe.marks.store(
      probe.marks.load(ordering: .relaxed) | Marks.secret.rawValue, ordering: .relaxed)
    guard let details = probe.details else { return }
    if details.lastGood != nil { details.lastGood = .redacted }
    details.reasons = details.reasons.map { Redaction.kept($0, isSecret: true) }
  }

  private mutating func end(_ probe: Probe, as last: Colour, now: Moment) -> Effect {
    let old = StatusWord(bits: probe.status.load(ordering: .relaxed))
    guard old.colour != .grey else { return [] }
    probe.status.store(StatusWord(colour: .grey, since: now).bits, ordering: .relaxed)
    enter(
      .colour(from: old.colour, to: .grey, reason: probe.details?.reasons.first?.code), of: probe,
      now: now)
    guard probe.number > 0, bindings.remove(probe.number) != nil else { return [] }
    forgetNames(of: probe)
    outgoing?.redeclared.remove(probe.number)
    outgoing?.changedEdges.remove(probe.number)
    let ending = Outgoing.Ending(
      subject: .binding(probe.id), at: now, probe: probe,
      last: StatusWord(colour: last, since: last == .grey ? now : old.since))
    return list(ending, probe.number, toldTo: \.toldBindings)
  }

  private func write(_ verdict: Verdict, to probe: Probe) {
    if let details = probe.details {
      details.take(verdict)
      if details.isEmpty { probe.details = nil }
    } else if !verdict.isPlain {
      let details = Details()
      details.take(verdict)
      probe.details = details
    }
    probe.isPlain.store(verdict.isPlain, ordering: .relaxed)
    probe.marks.store(verdict.marks.rawValue, ordering: .relaxed)
  }

  private mutating func enter(_ kind: HistoryEntry.Kind, of probe: Probe, now: Moment) {
    guard isCounting || outgoing != nil, probe.number > 0 else { return }
    guard let fallen = history.append(kind, of: probe.id, at: now),
      let told = outgoing?.toldHistory, fallen > told
    else { return }
    outgoing?.loss.add(fallen)
  }
}
