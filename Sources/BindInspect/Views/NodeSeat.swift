public import InspectReporter

/// Where a node sits: its scope, its parent, its name, its frame.
///
/// Every node has one, which it alone keeps; when the node ends, observers are told. It holds the
/// scope strongly and the parent weakly.
public final class NodeSeat {
  /// Where the node's look-ups go on after its parents.
  public let scope: Scope

  /// Name for people; may be empty.
  public let name: String

  /// The node that it is part of.
  public private(set) weak var parent: (any BindableNode)?

  /// Where it is drawn, if that is known.
  public var frame: Frame? {
    didSet { if frame != oldValue { scope.reporter.update(id, frame: frame) } }
  }

  let id: NodeID

  /// Seats a node.
  public init(
    of type: any BindableNode.Type, in scope: Scope, parent: (any BindableNode)? = nil,
    name: String = "", frame: Frame? = nil
  ) {
    self.scope = scope
    self.parent = parent
    self.name = name
    self.frame = frame
    id = scope.reporter.makeNode(
      scope: scope.id, parent: parent?.seat.id, className: typeName(type), name: name,
      frame: frame)
  }

  deinit { scope.reporter.end(id) }
}
