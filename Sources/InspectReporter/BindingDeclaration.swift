public import InspectWire

/// What an engine declares of a binding, once.
public struct BindingDeclaration: Hashable, Sendable {
  /// Scope it lives in; nil for one made outside of any.
  public var scope: ScopeID?
  /// Node that its target belongs to, if there is one.
  public var node: NodeID?
  /// Name for people; empty means key path, else source property, else place. Need not be unique.
  public var name: String
  /// Where it was declared.
  public var place: Place
  /// Key path as declared; nil for a typed binding.
  public var keyPath: String?
  /// Transformer by its declared name; nil if there is none, empty if it is a closure.
  public var transformer: String?
  /// What it reads.
  public var source: Endpoint
  /// What it writes.
  public var target: Endpoint
  /// Which way it carries.
  public var direction: Direction

  /// Takes the parts as they are.
  public init(
    scope: ScopeID? = nil, node: NodeID? = nil, name: String = "", place: Place,
    keyPath: String? = nil, transformer: String? = nil, source: Endpoint, target: Endpoint,
    direction: Direction = .oneWay
  ) {
    self.scope = scope
    self.node = node
    self.name = name
    self.place = place
    self.keyPath = keyPath
    self.transformer = transformer
    self.source = source
    self.target = target
    self.direction = direction
  }
}
