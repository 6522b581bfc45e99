internal import InspectWire
private import Synchronization

/// What a reporter knows: its own truth, from which everything that is sent is made.
///
/// A value under the reporter's lock; times and probes are passed in.
struct Registry {
  var scopes = Ledger<ScopeRecord>()
  var nodes = Ledger<NodeRecord>()
  var bindings = Ledger<Probe>()
  var history = HistoryRing()
  /// Scopes, nodes and bindings that are not told, because there were more than may be.
  private(set) var refused: UInt64 = 0

  private var lastScope: UInt32 = 0
  private var lastNode: UInt32 = 0
  private var lastBinding: UInt32 = 0
  private var names = Ordinals()
  private var stableKeys = Ordinals()
  private var shapes: [Shape.Key: Shape] = [:]
  private var shapesAtLastSweep = 64
}

// MARK: - Births

extension Registry {
  /// Adds a scope; above the bound it gets a number and is not told.
  mutating func makeScope(
    name: String, owner: String, parent: ScopeID?, isBoundary: Bool
  ) -> ScopeID {
    guard let number = Self.next(&lastScope, &refused) else { return ScopeID(0) }
    let id = ScopeID(UInt64(number))
    scopes.append(
      ScopeRecord(
        id: id, parent: parent, name: Bounded.name(name), owner: Bounded.name(owner),
        isBoundary: isBoundary), number: number)
    return id
  }

  /// Adds a node; above the bound it gets number 0 and is not told.
  mutating func makeNode(
    scope: ScopeID, parent: NodeID?, className: String, name: String, frame: Frame?
  ) -> NodeID {
    guard let number = Self.next(&lastNode, &refused) else { return NodeID(0) }
    let id = NodeID(UInt64(number))
    nodes.append(
      NodeRecord(
        id: id, scope: scope, parent: parent, className: Bounded.name(className),
        name: Bounded.name(name), frame: Bounded.frame(frame)), number: number)
    return id
  }

  /// Adds a binding; above the bound its probe has number 0 and is not told.
  mutating func makeBinding(
    _ declaration: BindingDeclaration, verdict: Verdict, reporter: Reporter, now: Moment
  ) -> Probe {
    let shape = shape(of: Shape.Key(declaration))
    let base = Bounded.name(Self.name(of: declaration))
    let isSecret =
      shape.isSecret || Redaction.isSecret(names: [base]) || verdict.marks.contains(.secret)
    let verdict = Bounded.verdict(isSecret ? Redaction.redacted(verdict) : verdict)
    var details: Details?
    if !verdict.isPlain {
      let made = Details()
      made.take(verdict)
      details = made
    }
    let number = Self.next(&lastBinding, &refused)
    let probe = Probe(
      id: BindingID(UInt64(number ?? 0)),
      name: number == nil ? base : Ordinals.unique(base, names.take(base)), reporter: reporter,
      declared: Declared(
        scope: UInt32(truncatingIfNeeded: declaration.scope?.rawValue ?? 0),
        node: UInt32(truncatingIfNeeded: declaration.node?.rawValue ?? 0),
        ordinal: number == nil ? 1 : stableKeys.take(shape.stableKey), shape: shape),
      isSecret: isSecret, colour: verdict.colour, since: now, marks: verdict.marks,
      details: details)
    if let number {
      shape.uses.add(1, ordering: .relaxed)
      bindings.append(probe, number: number)
    }
    return probe
  }

  private static func next(_ last: inout UInt32, _ refused: inout UInt64) -> UInt32? {
    guard last < Limits.bindingsPerInstance else {
      refused += 1
      return nil
    }
    last += 1
    return last
  }

  private static func name(of declaration: BindingDeclaration) -> String {
    if !declaration.name.isEmpty { return declaration.name }
    if let path = declaration.keyPath, !path.isEmpty { return path }
    if !declaration.source.property.isEmpty { return declaration.source.property }
    guard case .source(let file, let line) = declaration.place else { return "binding" }
    return "\(file.split(separator: "/").last ?? ""):\(line)"
  }

  private mutating func shape(of key: Shape.Key) -> Shape {
    if let known = shapes[key] { return known }
    if shapes.count > shapesAtLastSweep * 2 {
      shapes = shapes.filter { $0.value.uses.load(ordering: .relaxed) > 0 }
      shapesAtLastSweep = max(shapes.count, 64)
    }
    let shape = Shape(key)
    shapes[key] = shape
    return shape
  }
}

// MARK: - Changes and ends

extension Registry {
  /// Takes a verdict and says whether it differed from the last one.
  mutating func change(_ probe: Probe, to verdict: Verdict, now: Moment) -> Bool {
    let old = StatusWord(bits: probe.status.load(ordering: .relaxed))
    guard old.colour != .grey else { return false }
    let isSecret = probe.isSecret || verdict.marks.contains(.secret)
    let verdict = Bounded.verdict(isSecret ? Redaction.redacted(verdict) : verdict)
    let isSame =
      verdict.colour == old.colour && verdict.marks.rawValue == probe.marks.load(ordering: .relaxed)
      && (probe.details?.agrees(with: verdict) ?? verdict.isPlain)
    guard !isSame else { return false }
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
    if verdict.colour != old.colour, verdict.colour != .grey {
      paint(probe, from: old.colour, to: verdict.colour, reason: verdict.reasons.first, now: now)
    }
    return true
  }

  /// Ends a binding and says whether it had not ended before.
  mutating func end(_ probe: Probe, now: Moment) -> Bool {
    let old = StatusWord(bits: probe.status.load(ordering: .relaxed))
    guard old.colour != .grey else { return false }
    paint(probe, from: old.colour, to: .grey, reason: nil, now: now)
    let number = UInt32(truncatingIfNeeded: probe.id.rawValue)
    if number > 0, bindings.remove(number) != nil {
      names.give(Ordinals.base(of: probe.name))
      stableKeys.give(probe.declared.shape.stableKey)
      probe.declared.shape.uses.subtract(1, ordering: .relaxed)
    }
    return true
  }

  private mutating func paint(
    _ probe: Probe, from old: Colour, to new: Colour, reason: Reason?, now: Moment
  ) {
    probe.status.store(StatusWord(colour: new, since: now).bits, ordering: .relaxed)
    let changes = probe.changes.load(ordering: .relaxed)
    probe.changes.store(changes == .max ? .max : changes + 1, ordering: .relaxed)
    history.append(.colour(from: old, to: new, reason: reason?.code), of: probe.id, at: now)
  }
}
