private import CInspectSystem
private import InspectReporter

/// A binding whose source is found by a key path along the scope chain.
///
/// It holds no owner: the objects on the way are reached through their properties, the object that
/// answers through the chain.
final class PathBinding: LiveBinding {
  let keyPath: String
  let segments: [String]
  let transformerName: String?
  let parsedTransformerName: TransformerName?
  let options: BindingOptions
  let slot: Slot

  /// Where its look-ups start; nil once it has ended.
  private(set) var seat: NodeSeat?
  /// Its place in the list of its scope.
  var indexInScope = 0

  // What was found by the last look-up.
  private var steps: [PathStep] = []
  private var transformerStep: PathStep?
  /// The step of the value itself, where that is a property.
  @safe @exclusivity(unchecked) private var valueStep: PathStep?
  var source = Source.none
  var transformer: AnyTransformer?
  var facts: Facts

  /// Whether there is a value that may be shown: no step before the value's own is in the way.
  var canCarry = false
  /// What was told last, as far as a delivery can change it; nil if it must be told again.
  var judged: Judged?
  /// Type of the value at the last delivery, if all was well and the next may take the short way.
  var steadyType: ObjectIdentifier?
  /// The way of values while all is steady.
  @safe @exclusivity(unchecked) var way = Way.unasked
  /// Whether a source that is 0 is shown as nothing.
  var hidesZero = false

  // The two guards against echoes, and how deep deliveries are nested.
  @safe @exclusivity(unchecked) var isWritingSource = false
  @safe @exclusivity(unchecked) var deliveries = 0

  /// How values travel while nothing but the value changes.
  enum Way {
    /// Not looked for yet: most bindings never get a second value, and to look asks for types.
    case unasked
    /// As `Any`.
    case long
    /// As they are, where source and target are of the transformer's types.
    case short(Carrier)
  }

  /// Where the value is read.
  enum Source {
    case none
    case property(AnyProperty, read: () -> Any?)
    case computed(PathWalk.Computed)
  }

  init(
    _ keyPath: String, through transformerName: String?, options: BindingOptions,
    seat: NodeSeat, slot: Slot
  ) {
    self.keyPath = keyPath
    self.transformerName = transformerName
    parsedTransformerName = transformerName.map { TransformerName($0) }
    self.options = options
    self.seat = seat
    self.slot = slot
    segments =
      keyPath.utf8.contains(UInt8(ascii: "."))
      ? keyPath.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      : [keyPath]
    facts = Facts(
      path: keyPath, transformerName: transformerName, target: slot.property.label,
      accepted: slot.types)
    super.init(to: slot.property) { _, _ in }
  }

  /// Joins it to its target, looks everything up and carries the first value; then tells of it.
  func begin(_ declaration: Declaration) {
    guard let seat else { return }
    let scope = seat.scope
    scope.add(self)
    if target.hasOwner { target.addWriter(self) } else { end() }
    resolve()
    if !options.contains(.waitsForChange) { carry(on: Wave(from: WritePlace())) }
    let probe = scope.reporter.makeBinding(
      BindingDeclaration(
        scope: scope.id, node: seat.id, name: declaration.name ?? "",
        place: .source(file: declaration.file, line: declaration.line), keyPath: keyPath,
        transformer: transformerName, source: sourceEndpoint, target: target.endpoint,
        direction: slot.takesInput ? .twoWay : .oneWay),
      verdict: firstVerdict)
    self.probe = probe
    guard !isEnded else { return probe.end() }
    spreadSecret()
    reportPrecedents()
    target.tellFollowersOfWriters()
  }

  // The first is told before there is a probe that could be asked to keep anything back.
  private var firstVerdict: Verdict {
    var verdict = toldVerdict
    if target.isSecret { verdict.marks.insert(.secret) }
    return verdict
  }

  override func end() {
    guard !isEnded else { return }
    super.end()
    for step in steps { step.end() }
    steps = []
    valueStep = nil
    transformerStep?.end()
    transformerStep = nil
    source = .none
    transformer = nil
    seat?.scope.remove(self)
    seat = nil
  }

  override var sources: [AnyProperty] { steps.compactMap(\.followed) }

  /// The last property that is on the way: the value, or where the way ends.
  var lastFollowed: AnyProperty? { steps.last?.followed }

  override var readsSecret: Bool { steps.contains { $0.followed?.isSecret ?? false } }

  override var valueSource: AnyProperty? {
    if case .property(let property, _) = source { property } else { nil }
  }

  override var writesBothWays: Bool { slot.takesInput }

  override func strike(_ reason: Reason) {
    super.strike(reason)
    facts.unrest = reason
    judge()
  }

  // MARK: Input

  override func targetAssigned(on wave: Wave) -> [Reason] {
    guard slot.takesInput else {
      noteOverwritten(on: wave)
      return []
    }
    // The second guard: what this binding shows is no input.
    guard deliveries == 0, !isWritingSource else { return [] }
    return note(carryBack(checking: options.contains(.checksInput), writing: true, on: wave))
  }

  override func checkFaults() -> [Reason] {
    guard slot.takesInput, !isEnded else { return [] }
    return note(carryBack(checking: true, writing: false, on: Wave(from: WritePlace())))
  }

  // MARK: What makes it look again

  /// Something on the way has changed, or the value itself.
  func stepChanged(_ step: Follower, _ wave: Wave) {
    if step !== valueStep { resolve() }
    carry(on: wave)
  }

  /// An object on the way is gone.
  func stepOwnerEnded() { chainChanged() }

  /// Scopes or owners along the chain are others now.
  func chainChanged() {
    guard !isEnded else { return }
    resolve()
    carry(on: Wave(from: WritePlace()))
  }

  override func refresh() { chainChanged() }

  // MARK: Following

  /// Follows these properties and no others; what it follows already it goes on to follow.
  func follow(_ properties: [AnyProperty]) {
    var kept = 0
    while kept < min(steps.count, properties.count), steps[kept].followed === properties[kept] {
      kept += 1
    }
    let rest = steps[kept...]
    steps.removeSubrange(kept...)
    for step in rest { step.end() }
    for property in properties[kept...] where !isEnded {
      steps.append(PathStep(property, for: self))
    }
  }

  /// Notes whether the last step is that of the value itself.
  func noteValueStep() { valueStep = source.isProperty ? steps.last : nil }

  /// Follows the property that holds the transformer.
  func followTransformer(_ property: AnyProperty?) {
    if transformerStep?.followed === property { return }
    transformerStep?.end()
    transformerStep = property.map { PathStep($0, for: self) }
  }
}
