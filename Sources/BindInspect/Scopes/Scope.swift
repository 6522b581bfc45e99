public import InspectReporter

/// A part of the chain along which key paths and transformers are looked up.
///
/// A look-up starts at a node's parents, goes on to the owner of the node's scope, and from there
/// outwards. A boundary's owner is asked too, and nothing beyond it.
///
/// Not Sendable: it lives where its owner lives. It holds its owner weakly and its parent strongly;
/// nodes hold their scope.
public final class Scope {
  /// Name for people.
  public let name: String

  /// Whether it only groups nodes: no object ever answers for it.
  public let isGroup: Bool

  /// Whether look-ups stop here.
  public let isBoundary: Bool

  /// The actor that owns the objects of this scope; nil on a bare thread.
  public let isolation: (any Actor)?

  let reporter: Reporter
  let id: ScopeID
  private weak var currentOwner: (any BindableObject)?
  /// Class of the last owner; nil while there was none. Many look-ups need no more of it.
  private(set) var ownerShape: ClassShape?
  private var enclosing: Scope?
  private var children: [ScopeID: ChildLink] = [:]
  private let childLink = ChildLink()
  private var bindings: [PathBinding] = []

  /// Makes a scope.
  ///
  /// - Parameters:
  ///   - name: For people; by default the owner's class.
  ///   - owner: The object that answers look-ups; can come later, and until it does no look-up is
  ///     taken for failed that passes here.
  ///   - parent: The scope that is asked next; can come later.
  ///   - isBoundary: Whether look-ups stop here.
  ///   - reporter: Who tells observers of it.
  ///   - isolation: The actor that owns the objects; by default the caller's.
  public convenience init(
    _ name: String? = nil, owner: (any BindableObject)? = nil, parent: Scope? = nil,
    isBoundary: Bool = false, reporter: Reporter = .shared,
    isolation: (any Actor)? = #isolation
  ) {
    self.init(
      name: name ?? owner.map { ClassShape.of(type(of: $0)).name } ?? "scope", owner: owner,
      parent: parent, isBoundary: isBoundary, isGroup: false, reporter: reporter,
      isolation: isolation)
  }

  /// Makes a scope that only groups nodes: no object answers for it, and look-ups go on outwards.
  public convenience init(
    group name: String, in parent: Scope, isolation: (any Actor)? = #isolation
  ) {
    self.init(
      name: name, owner: nil, parent: parent, isBoundary: false, isGroup: true,
      reporter: parent.reporter, isolation: isolation)
  }

  private init(
    name: String, owner: (any BindableObject)?, parent: Scope?, isBoundary: Bool, isGroup: Bool,
    reporter: Reporter, isolation: (any Actor)?
  ) {
    self.name = name
    self.isBoundary = isBoundary
    self.isGroup = isGroup
    self.isolation = isolation
    self.reporter = reporter
    currentOwner = owner
    ownerShape = owner.map { ClassShape.of(type(of: $0)) }
    enclosing = parent
    id = reporter.makeScope(
      name: name, owner: ownerShape?.name ?? "", parent: parent?.id, isBoundary: isBoundary)
    childLink.scope = self
    parent?.children[id] = childLink
  }

  deinit {
    childLink.scope = nil
    enclosing?.children[id] = nil
    reporter.end(id)
  }

  /// The object that answers look-ups; nil before it is given and when it is gone.
  ///
  /// Another one makes all bindings below look again.
  public var owner: (any BindableObject)? {
    get { currentOwner }
    set {
      precondition(!isGroup || newValue == nil, "a scope that only groups has no owner")
      currentOwner = newValue
      if let newValue { ownerShape = ClassShape.of(type(of: newValue)) }
      tellReporter()
      chainChanged()
    }
  }

  /// The scope that is asked next; another one makes all bindings below look again.
  public var parent: Scope? {
    get { enclosing }
    set {
      guard newValue !== enclosing else { return }
      precondition(newValue.map { !$0.isWithin(self) } ?? true, "a scope cannot enclose itself")
      enclosing?.children[id] = nil
      enclosing = newValue
      newValue?.children[id] = childLink
      tellReporter()
      chainChanged()
    }
  }

  /// Ends all bindings of the nodes in this scope and in the scopes below.
  public func endBindings() {
    for binding in bindings { binding.end() }
    for child in children.values { child.scope?.endBindings() }
  }

  /// Why no object answers for this scope; for trails.
  var absence: String { ownerShape != nil ? "its owner is gone" : "has no owner yet" }

  private func isWithin(_ other: Scope) -> Bool {
    var scope: Scope? = self
    while let current = scope {
      if current === other { return true }
      scope = current.enclosing
    }
    return false
  }

  private func tellReporter() {
    reporter.update(
      id, parent: enclosing?.id, owner: owner.map { ClassShape.of(type(of: $0)).name } ?? "")
  }

  private func chainChanged() {
    for binding in bindings { binding.chainChanged() }
    // A scope further in whose chain stops before this one is asked in vain; it finds the same.
    for child in children.values { child.scope?.chainChanged() }
  }
}

// MARK: - The bindings that look up from here

extension Scope {
  func add(_ binding: PathBinding) {
    binding.indexInScope = bindings.count
    bindings.append(binding)
  }

  func remove(_ binding: PathBinding) {
    let index = binding.indexInScope
    let last = bindings.removeLast()
    if last !== binding {
      bindings[index] = last
      last.indexInScope = index
    }
  }

  /// Bindings of this scope and, up to boundaries, of those below.
  func forEachBinding(_ body: (PathBinding) -> Void) {
    for binding in bindings { body(binding) }
    for child in children.values {
      if let scope = child.scope, !scope.isBoundary { scope.forEachBinding(body) }
    }
  }
}
