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
  /// What a link has not been told; nil while nobody is attached.
  var outgoing: Outgoing?
  /// Whether there are counters, and what happens enters the history with nobody attached too.
  let isCounting: Bool
  /// Scopes, nodes and bindings that are not told, because there were more than may be.
  private(set) var refused: UInt64 = 0

  private var lastScope: UInt32 = 0
  private var lastNode: UInt32 = 0
  private var lastBinding: UInt32 = 0
  private var names = Ordinals()
  private var stableKeys = Ordinals()
  private var shapes: [Shape.Key: Shape] = [:]
  // A loop declares many of a few shapes in turn: each has a place here by its line and path.
  private var recentShapes = [Shape?](repeating: nil, count: 64)
  private var shapesAtLastSweep = 64

  /// Whether anything is kept at all: not in mode `none`.
  private let isKeeping: Bool

  init(isCounting: Bool, isKeeping: Bool = true) {
    self.isCounting = isCounting
    self.isKeeping = isKeeping
  }

  /// What a change asks of the reporter once it has let go of the lock.
  struct Effect: OptionSet {
    let rawValue: UInt8
    /// The slot has to enter the dirty list.
    static let status = Effect(rawValue: 1)
    /// The reporter's thread has something to send.
    static let news = Effect(rawValue: 2)
    /// A binding became red: that is sent at once.
    static let red = Effect(rawValue: 4)
  }
}

// MARK: - Births

extension Registry {
  /// Adds a scope; above the bound it gets a number and is not told.
  mutating func makeScope(
    name: String, owner: String, parent: ScopeID?, isBoundary: Bool
  ) -> (ScopeID, Effect) {
    guard let number = next(\.lastScope, living: scopes.count) else { return (ScopeID(0), []) }
    let id = ScopeID(UInt64(number))
    guard isKeeping else { return (id, []) }
    scopes.append(
      ScopeRecord(
        id: id, parent: parent, name: Bounded.name(name), owner: Bounded.name(owner),
        isBoundary: isBoundary), number: number)
    return (id, birth)
  }

  /// Adds a node; above the bound it gets number 0 and is not told.
  mutating func makeNode(
    scope: ScopeID, parent: NodeID?, className: String, name: String, frame: Frame?
  ) -> (NodeID, Effect) {
    guard let number = next(\.lastNode, living: nodes.count) else { return (NodeID(0), []) }
    let id = NodeID(UInt64(number))
    guard isKeeping else { return (id, []) }
    nodes.append(
      NodeRecord(
        id: id, scope: scope, parent: parent, className: Bounded.name(className),
        name: Bounded.name(name), frame: Bounded.frame(frame)), number: number)
    return (id, birth)
  }

  /// Adds a binding; above the bound its probe has number 0 and is not told.
  mutating func makeBinding(
    _ declaration: BindingDeclaration, verdict: Verdict, reporter: Reporter, now: Moment
  ) -> (Probe, Effect) {
    let shape = isKeeping ? shape(of: declaration) : .empty
    let base = Bounded.name(Self.name(of: declaration))
    let isSecret =
      shape.isSecret || verdict.marks.contains(.secret)
      || (!shape.hasAsked(base) && Redaction.isSecret(names: [base]))
      || Redaction.isSecret(names: [nodeName(of: declaration)])
    let verdict = Bounded.verdict(Redaction.kept(verdict, isSecret: isSecret))
    var details: Details?
    if !verdict.isPlain {
      let made = Details()
      made.take(verdict)
      details = made
    }
    let number = isKeeping ? next(\.lastBinding, living: bindings.count) : nil
    let probe = Probe(
      id: BindingID(UInt64(number ?? 0)),
      name: number == nil ? base : Ordinals.unique(base, names.take(base)), reporter: reporter,
      declared: Declared(
        scope: UInt32(truncatingIfNeeded: declaration.scope?.rawValue ?? 0),
        node: UInt32(truncatingIfNeeded: declaration.node?.rawValue ?? 0),
        ordinal: number == nil ? 1 : stableKeys.take(hash: shape.stableKeyHash), shape: shape),
      colour: verdict.colour, since: now, marks: verdict.marks, details: details)
    if let number {
      shape.uses.add(1, ordering: .relaxed)
      bindings.append(probe, number: number)
    }
    return (probe, number == nil ? [] : birth)
  }

  private var birth: Effect { outgoing == nil ? [] : .news }

  /// Gives back what the names of a binding that has ended took.
  mutating func forgetNames(of probe: Probe) {
    names.give(Ordinals.base(of: probe.name))
    stableKeys.give(hash: probe.declared.shape.stableKeyHash)
    probe.declared.shape.uses.subtract(1, ordering: .relaxed)
  }

  // Those that ended take no room; their numbers are never used again, and last for months.
  private mutating func next(
    _ last: WritableKeyPath<Registry, UInt32>, living: Int
  ) -> UInt32? {
    guard living < Limits.bindingsPerInstance, self[keyPath: last] < .max else {
      refused += 1
      return nil
    }
    self[keyPath: last] += 1
    return self[keyPath: last]
  }

  private func nodeName(of declaration: BindingDeclaration) -> String {
    declaration.node.flatMap { UInt32(exactly: $0.rawValue) }.flatMap { nodes[$0]?.name } ?? ""
  }

  private static func name(of declaration: BindingDeclaration) -> String {
    if !declaration.name.isEmpty { return declaration.name }
    if let path = declaration.keyPath, !path.isEmpty { return path }
    if !declaration.source.property.isEmpty { return declaration.source.property }
    guard case .source(let file, let line) = declaration.place else { return "binding" }
    return "\(file.split(separator: "/").last ?? ""):\(line)"
  }

  private mutating func shape(of declaration: BindingDeclaration) -> Shape {
    let recent = Shape.bucket(of: declaration) % recentShapes.count
    if let shape = recentShapes[recent], shape.is(of: declaration) { return shape }
    let key = Shape.Key(declaration)
    if let known = shapes[key] {
      recentShapes[recent] = known
      return known
    }
    if shapes.count > shapesAtLastSweep * 2 {
      shapes = shapes.filter { $0.value.uses.load(ordering: .relaxed) > 0 }
      shapesAtLastSweep = max(shapes.count, 64)
    }
    let shape = Shape(key)
    shapes[key] = shape
    recentShapes[recent] = shape
    return shape
  }
}
