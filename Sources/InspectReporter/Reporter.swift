internal import InspectLink
internal import InspectSystem
public import InspectWire
public import Synchronization

/// Tells observers what an engine's scopes, nodes and bindings are and how they fare.
///
/// One for each process, `shared`; tests make others. Any thread may call it. Nothing here throws,
/// and nothing waits but for a lock that is held for moments; the first scope also waits for the
/// daemon, for a bounded time, where `BINDINSPECT_WAIT` asks for it, and in mode `complete` changes of
/// colour wait for room in the history. Until the first scope or
/// binding there is no thread, no file and no socket; in mode `none` there never is.
public final class Reporter: Sendable {
  /// The reporter of this process, as its environment says.
  public static let shared = Reporter(.fromEnvironment)

  @usableFromInline let noting: Atomic<Noting>
  /// Slots that changed while somebody is attached.
  let dirtyList = DirtyList()
  /// Whether the thread sleeps until somebody calls.
  let isQuiet = Atomic<Bool>(false)
  /// Whether a binding became red since the thread looked last.
  let hasRed = Atomic<Bool>(false)
  let life: Life
  /// Makes writers wait for room in the history; nil where they never do.
  let throttle: Throttle?

  /// The registry's lock, as forks take it.
  let kept: Lock<Registry>
  // Takes the place of the other in a child that was forked in the middle of a change.
  private let spare: Lock<Registry>

  /// Makes a reporter of its own: for tests, and for programs that decide without the environment.
  public convenience init(configuration: ReporterConfiguration) {
    self.init(Setting(configuration))
  }

  init(_ setting: Setting) {
    let isCounting = setting.mode == .armed || setting.mode == .flight
    kept = Lock(Registry(isCounting: isCounting, isKeeping: setting.mode != .none))
    spare = Lock(Registry(isCounting: false, isKeeping: false))
    noting = Atomic(isCounting ? .armed : .off)
    life = Life(setting)
    throttle = setting.isComplete && setting.mode != .none ? Throttle() : nil
    if throttle != nil { kept.withLock { $0.history = .complete } }
  }

  /// What is noted while nobody is attached.
  public var mode: IdleMode { life.setting.mode }

  /// Name of this run of the program; another one in a forked child.
  public var instance: InstanceID {
    if life.wasForked { life.settle(self) }
    return life.instance
  }

  /// Whether somebody looks at the process just now; what only observers see need not be made else.
  public var isAttached: Bool { noting.load(ordering: .relaxed) == .attached }

  /// Ends reporting for good: says goodbye to the daemon and removes what was advertised.
  ///
  /// Waits a quarter of a second at most. A program need not call it: its end is noticed anyway.
  public func stop() { life.stop() }

  /// The registry, behind its lock; nothing that can wait may be called under it.
  var registry: Lock<Registry> {
    if life.wasForked { life.settle(self) }
    return life.isOrphan ? spare : kept
  }

  /// The time on the reporter's own clock.
  var now: Moment { life.setting.now() }

  func obey(_ effect: Registry.Effect, of probe: Probe? = nil) {
    guard !effect.isEmpty else { return }
    if effect.contains(.status), let probe { probe.markDirty() }
    let isFirstRed =
      effect.contains(.red) && !hasRed.exchange(true, ordering: .acquiringAndReleasing)
    if isFirstRed {
      life.wake()
    } else if effect.contains(.news) {
      wakeIfQuiet()
    }
  }

  @usableFromInline
  func enlist(_ probe: Probe) {
    dirtyList.push(probe)
    wakeIfQuiet()
  }

  // An exchange, as the thread does before it looks a last time and sleeps: so either it sees what
  // was done before this line, or this line sees that it sleeps.
  private func wakeIfQuiet() {
    if isQuiet.exchange(false, ordering: .acquiringAndReleasing) { life.wake() }
  }
}

// MARK: - For the thread

extension Reporter {
  /// How much a delivery leaves behind while nobody is attached.
  var idleNoting: Noting { mode == .armed ? .armed : .off }

  /// Forgets last writers and counters that stem from an earlier observer.
  ///
  /// In mode `off` nobody noted what came after it left; what is left of it would be a lie.
  func forgetWriters() {
    guard idleNoting == .off else { return }
    eachProbe { probe in
      probe.writer.store(0, ordering: .relaxed)
      probe.caller.store(0, ordering: .relaxed)
    }
  }

  /// Makes all slots clean, in a forked child that no other thread has changed yet.
  func cleanSlots() {
    dirtyList.takeAll { _ in }
    eachProbe { $0.isDirty.store(false, ordering: .relaxed) }
  }

  /// Hands out the living bindings that were told, and whether they have a last good value.
  func eachTold(_ body: (Probe, _ hasValue: Bool) -> Void) {
    let told = registry.withLock { $0.outgoing?.toldBindings ?? 0 }
    var last: UInt32 = 0
    while last < told {
      let (next, part) = registry.withLock { registry in
        let part = registry.bindings.following(last, atMost: ReporterLimits.parcelRecords)
        return (
          part.last?.number ?? told,
          part.map { ($0.element, $0.element.details?.lastGood != nil) }
        )
      }
      for (probe, hasValue) in part where probe.number <= told { body(probe, hasValue) }
      last = next
    }
  }

  private func eachProbe(_ body: (Probe) -> Void) {
    var last: UInt32 = 0
    while true {
      let part = registry.withLock {
        $0.bindings.following(last, atMost: ReporterLimits.parcelRecords)
      }
      guard let end = part.last else { return }
      for (_, probe) in part { body(probe) }
      last = end.number
    }
  }
}

// MARK: - Scopes and nodes

extension Reporter {
  /// Tells of a new scope; the first one makes the process inspectable.
  ///
  /// - Parameters:
  ///   - name: For people; empty means the class of its owner.
  ///   - owner: Class of the object that answers for the scope; empty if none.
  ///   - parent: The scope that is asked next; nil at the top.
  ///   - isBoundary: Whether look-ups stop here.
  public func makeScope(
    name: String, owner: String = "", parent: ScopeID? = nil, isBoundary: Bool = false
  ) -> ScopeID {
    life.begin(self)
    let (id, effect) = registry.withLock {
      $0.makeScope(
        name: name.isEmpty ? owner : name, owner: owner, parent: parent, isBoundary: isBoundary)
    }
    obey(effect)
    return id
  }

  /// Tells that a scope hangs elsewhere, or answers for another object; nil for `owner` leaves it.
  public func update(_ scope: ScopeID, parent: ScopeID?, owner: String? = nil) {
    obey(
      registry.withLock {
        $0.update(scope) {
          $0.parent = parent
          if let owner { $0.owner = Bounded.name(owner) }
        }
      })
  }

  /// Tells of a new node.
  ///
  /// - Parameters:
  ///   - scope: Scope it lives in.
  ///   - parent: Node it is part of; nil directly below the scope.
  ///   - className: Its class.
  ///   - name: For people; may be empty.
  ///   - frame: Where it is drawn, in points of its window.
  public func makeNode(
    scope: ScopeID, parent: NodeID? = nil, className: String, name: String = "",
    frame: Frame? = nil
  ) -> NodeID {
    let (id, effect) = registry.withLock {
      $0.makeNode(scope: scope, parent: parent, className: className, name: name, frame: frame)
    }
    obey(effect)
    return id
  }

  /// Tells that a node is drawn elsewhere.
  public func update(_ node: NodeID, frame: Frame?) {
    obey(registry.withLock { $0.update(node) { $0.frame = Bounded.frame(frame) } })
  }

  /// Tells that a scope has ended; its nodes and bindings end by calls of their own.
  public func end(_ scope: ScopeID) { obey(registry.withLock { $0.end(scope, now: now) }) }

  /// Tells that a node has ended; its bindings end by calls of their own.
  public func end(_ node: NodeID) { obey(registry.withLock { $0.end(node, now: now) }) }
}

// MARK: - Bindings

extension Reporter {
  /// Tells of a new binding and of its first verdict.
  ///
  /// The probe is how the engine tells all that follows; the reporter holds it until it is ended.
  public func makeBinding(
    _ declaration: BindingDeclaration, verdict: Verdict = Verdict(.yellow)
  ) -> Probe {
    life.begin(self)
    let (probe, effect) = registry.withLock {
      $0.makeBinding(declaration, verdict: verdict, reporter: self, now: now)
    }
    obey(effect)
    return probe
  }

  func change(_ probe: Probe, to verdict: Verdict) {
    throttle?.waitForRoom(self)
    obey(registry.withLock { $0.change(probe, to: verdict, now: now) }, of: probe)
  }

  func keepSecret(_ probe: Probe) {
    obey(registry.withLock { $0.keepSecret(probe) }, of: probe)
  }

  func note(_ reason: Reason, of probe: Probe) {
    throttle?.waitForRoom(self)
    obey(registry.withLock { $0.note(reason, of: probe, now: now) })
  }

  func redeclare(_ probe: Probe, source: Endpoint?, target: Endpoint?) {
    obey(registry.withLock { $0.redeclare(probe, source: source, target: target) })
  }

  func setEdges(of probe: Probe, precedents: [BindingID], implicit: Set<BindingID>) {
    obey(
      registry.withLock { $0.setEdges(of: probe, precedents: precedents, implicit: implicit) })
  }

  func end(_ probe: Probe) {
    throttle?.waitForRoom(self)
    obey(registry.withLock { $0.end(probe, now: now) })
  }
}
