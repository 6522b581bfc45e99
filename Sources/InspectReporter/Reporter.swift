private import InspectSystem
public import InspectWire
public import Synchronization

/// Tells observers what an engine's scopes, nodes and bindings are and how they fare.
///
/// One for each process, `shared`; tests make others. Any thread may call it; nothing here throws,
/// and nothing waits but for a lock that is held for moments (the first scope waits for the daemon
/// where `BINDINSPECT_WAIT` asks for it). Until the first scope there is no thread, no file and no
/// socket, in mode `none` never.
public final class Reporter: Sendable {
  /// The reporter of this process, as its environment says.
  public static let shared = Reporter(configuration: ReporterConfiguration())

  @usableFromInline let noting: Atomic<Noting>
  private let dirtyList = DirtyList()
  private let registry = Lock(Registry())
  private let configuration: ReporterConfiguration

  /// Makes a reporter of its own: for tests, and for programs that decide without the environment.
  public init(configuration: ReporterConfiguration) {
    self.configuration = configuration
    noting = Atomic(configuration.mode == .armed || configuration.mode == .flight ? .armed : .off)
  }

  /// What is noted while nobody is attached.
  public var mode: IdleMode { configuration.mode }

  private var now: Moment { Moment(microseconds: SystemClock.monotonicMicroseconds) }
}

// MARK: - Scopes and nodes

extension Reporter {
  /// Tells of a new scope; the first one makes the process inspectable.
  ///
  /// - Parameters:
  ///   - name: For people; by default the class of its owner.
  ///   - owner: Class of the object that answers for the scope; empty if none.
  ///   - parent: The scope that is asked next; nil at the top.
  ///   - isBoundary: Whether look-ups stop here.
  public func makeScope(
    name: String, owner: String = "", parent: ScopeID? = nil, isBoundary: Bool = false
  ) -> ScopeID {
    registry.withLock {
      $0.makeScope(
        name: name.isEmpty ? owner : name, owner: owner, parent: parent, isBoundary: isBoundary)
    }
  }

  /// Tells that a scope hangs elsewhere, or answers for another object; nil for `owner` leaves it.
  public func update(_ scope: ScopeID, parent: ScopeID?, owner: String? = nil) {
    registry.withLock {
      guard var record = $0.scopes[number(scope)] else { return }
      record.parent = parent
      if let owner { record.owner = Bounded.name(owner) }
      $0.scopes[number(scope)] = record
    }
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
    registry.withLock {
      $0.makeNode(scope: scope, parent: parent, className: className, name: name, frame: frame)
    }
  }

  /// Tells that a node is drawn elsewhere.
  public func update(_ node: NodeID, frame: Frame?) {
    registry.withLock {
      guard var record = $0.nodes[number(node)] else { return }
      record.frame = Bounded.frame(frame)
      $0.nodes[number(node)] = record
    }
  }

  /// Tells that a scope has ended; its nodes and bindings end by calls of their own.
  public func end(_ scope: ScopeID) {
    registry.withLock { _ = $0.scopes.remove(number(scope)) }
  }

  /// Tells that a node has ended; its bindings end by calls of their own.
  public func end(_ node: NodeID) {
    registry.withLock { _ = $0.nodes.remove(number(node)) }
  }

  private func number(_ scope: ScopeID) -> UInt32 { UInt32(exactly: scope.rawValue) ?? 0 }
  private func number(_ node: NodeID) -> UInt32 { UInt32(exactly: node.rawValue) ?? 0 }
}

// MARK: - Bindings

extension Reporter {
  /// Tells of a new binding and of its first verdict.
  ///
  /// The probe is how the engine tells all that follows; the reporter holds it until it is ended.
  public func makeBinding(
    _ declaration: BindingDeclaration, verdict: Verdict = Verdict(.yellow)
  ) -> Probe {
    registry.withLock {
      $0.makeBinding(declaration, verdict: verdict, reporter: self, now: now)
    }
  }

  func change(_ probe: Probe, to verdict: Verdict) {
    registry.withLock {
      _ = $0.change(probe, to: verdict, now: now)
      if verdict.colour == .grey { _ = $0.end(probe, now: now) }
    }
  }

  func note(_ reason: Reason, of probe: Probe) {
    registry.withLock {
      let reason = probe.isSecret ? Redaction.redacted(reason) : reason
      $0.history.append(.event(Bounded.reason(reason)), of: probe.id, at: now)
    }
  }

  func redeclare(_ probe: Probe, source: Endpoint?, target: Endpoint?) {
    registry.withLock { _ in
      let details = probe.details ?? Details()
      if let source { details.source = Bounded.endpoint(source) }
      if let target { details.target = Bounded.endpoint(target) }
      probe.details = details
    }
  }

  func setEdges(of probe: Probe, precedents: [BindingID], implicit: Set<BindingID>) {
    registry.withLock { _ in
      let details = probe.details ?? Details()
      details.precedents = precedents.sorted()
      details.implicit = implicit
      probe.details = details.isEmpty ? nil : details
    }
  }

  func end(_ probe: Probe) {
    registry.withLock { _ = $0.end(probe, now: now) }
  }

  @usableFromInline
  func enlist(_ probe: Probe) { dirtyList.push(probe) }
}
