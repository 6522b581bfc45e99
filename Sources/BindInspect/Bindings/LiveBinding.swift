public import InspectReporter

/// A binding at work: it carries the value of one property to another until it is ended, or one of
/// the owners is.
///
/// It holds the two properties strongly and their owners never. The properties hold it in turn, so
/// it lives without being kept; ending it cuts both ties.
public class LiveBinding: Follower {
  final let target: AnyProperty

  /// What observers are told of it; nil before its first value has been carried.
  final var probe: Probe?

  /// Whether a pass that did not come to rest went through it since its last delivery began.
  final var isStruck = false

  /// Whether the target has been assigned, or is about to be, since this binding wrote to it last.
  final var isOverwritten = false {
    didSet { if isOverwritten { isSound = false } }
  }

  // What the target held when the binding stopped being green; nil while it is.
  private final var lastGood: Value?
  private final var hasPrecedents = false

  @usableFromInline
  init(to target: AnyProperty, deliver: @escaping (Follower, Wave) -> Void) {
    self.target = target
    super.init(deliver: deliver)
  }

  /// Its number in this process, by which observers name it.
  public final var id: BindingID? { probe?.id }

  /// Its health now.
  public final var colour: Colour { isEnded ? .grey : probe?.colour ?? .yellow }

  /// Ends the binding; at once, even from inside one of its own deliveries. Again does nothing.
  public override func end() {
    guard !isEnded else { return }
    super.end()
    target.removeWriter(self)
    probe?.end()
  }

  /// Carries the value again, also from a source that does not tell of its changes.
  public func refresh() {}

  // MARK: What kinds of bindings do differently

  /// Whether a change of the target is carried back.
  var writesBothWays: Bool { false }

  /// Properties whose changes it follows.
  var sources: [AnyProperty] { followed.map { [$0] } ?? [] }

  /// Whether something that it follows is told to nobody.
  var readsSecret: Bool { followed?.isSecret ?? false }

  /// The property that holds the value; nil where it is computed, or not found.
  var valueSource: AnyProperty? { followed }

  /// The target was written by somebody else.
  ///
  /// - Returns: What kept the value from being carried back.
  func targetAssigned(on wave: Wave) -> [Reason] { [] }

  /// What is wrong with the value that the target holds now; empty where it takes no input.
  func checkFaults() -> [Reason] { [] }

  /// A pass through it did not come to rest.
  func strike(_ reason: Reason) { isStruck = true }

  override func sourceWritersChanged() { reportPrecedents() }

  override func sourceBecameSecret() { if !isEnded { target.keepSecret() } }
}

// MARK: - Reporting

extension LiveBinding {
  /// Tells the newest verdict, with what the target held while all was well.
  ///
  /// Only a preview of that is kept: a second reference to the value would turn each change in
  /// place of an array into a copy.
  ///
  final func tell(_ verdict: Verdict, held: Held = .still) {
    var verdict = verdict
    if verdict.colour == .green {
      lastGood = nil
    } else {
      if colour == .green { lastGood = held.value(of: target) }
      verdict.lastGood = lastGood
    }
    probe?.change(to: verdict)
  }

  /// Where the value is that the target held while all was well.
  enum Held {
    /// Still there.
    case still
    /// It was this one.
    case value(Value)
    /// Gone before anybody looked.
    case gone

    func value(of target: AnyProperty) -> Value? {
      switch self {
      case .still: Value(previewing: target.read())
      case .value(let value): value
      case .gone: nil
      }
    }
  }

  /// Notes that the target was assigned past a binding that only shows.
  final func noteOverwritten(from place: WritePlace) { probe?.overwritten(from: place) }

  /// Tells observers on which bindings it depends: those whose target it reads.
  final func reportPrecedents() {
    guard let probe, !isEnded else { return }
    let sources = sources
    guard hasPrecedents || sources.contains(where: \.hasWriters) else { return }
    let precedents = Set(sources.flatMap(\.writers).compactMap(\.id)).sorted()
    guard hasPrecedents || !precedents.isEmpty else { return }
    hasPrecedents = !precedents.isEmpty
    probe.setEdges(precedents: precedents)
  }

  /// Notes what did not go through; the binding is sound, so its colour stays.
  final func note(_ faults: [Reason]) -> [Reason] {
    for fault in faults { probe?.event(fault) }
    return faults
  }
}
