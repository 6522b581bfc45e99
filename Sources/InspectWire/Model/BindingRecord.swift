/// What was declared of a binding; said once.
public struct BindingRecord: Hashable, Sendable {
  /// Number of the binding.
  public var id: BindingID
  /// Scope it lives in; nil for a typed binding made outside of any.
  public var scope: ScopeID?
  /// Node whose slot is its target, if there is one.
  public var node: NodeID?
  /// Name for people, unique in the instance: the key path or property, `#k` where there are more.
  public var name: String
  /// Matches the same binding between runs: place, key path, ordinal among equals.
  public var stableKey: String
  /// The rest, which bindings made by one line of a program have in common.
  package var shape: BindingShape

  /// Takes the parts as they are.
  public init(
    id: BindingID, scope: ScopeID?, node: NodeID?, name: String, stableKey: String, place: Place,
    keyPath: String?, transformer: String?, source: Endpoint, target: Endpoint,
    direction: Direction
  ) {
    self.init(
      id: id, scope: scope, node: node, name: name, stableKey: stableKey,
      shape: BindingShape(
        place: place, keyPath: keyPath, transformer: transformer, source: source, target: target,
        direction: direction))
  }

  /// Takes what others have in common with it as one thing.
  package init(
    id: BindingID, scope: ScopeID?, node: NodeID?, name: String, stableKey: String,
    shape: BindingShape
  ) {
    self.id = id
    self.scope = scope
    self.node = node
    self.name = name
    self.stableKey = stableKey
    self.shape = shape
  }
}

extension BindingRecord {
  /// Where it was declared.
  public var place: Place {
    get { shape.place }
    set { shape = shape.with(place: newValue) }
  }

  /// Key path as declared; nil for a typed binding.
  public var keyPath: String? { shape.keyPath }

  /// Transformer by its declared name; nil if there is none, empty if it is a closure.
  public var transformer: String? { shape.transformer }

  /// What it reads.
  public var source: Endpoint {
    get { shape.source }
    set { shape = shape.with(source: newValue) }
  }

  /// What it writes.
  public var target: Endpoint {
    get { shape.target }
    set { shape = shape.with(target: newValue) }
  }

  /// Which way it carries.
  public var direction: Direction { shape.direction }
}
