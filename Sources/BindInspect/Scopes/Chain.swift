/// The objects that a look-up asks, in order: a node's parents, its scope's owner, and outwards.
struct Chain {
  let start: NodeSeat

  /// Where the walk came to its end.
  enum End {
    /// Somebody answered.
    case answered
    /// At a boundary; nobody else is to be asked.
    case boundary
    /// Before a boundary was met, or past a scope without owner: somebody may come yet.
    case open
  }

  /// Asks one after the other until one answers.
  func walk(_ answers: (Link) -> Bool) -> End {
    var seat = start
    while let parent = seat.parent, parent.seat.scope === start.scope {
      if answers(.node(parent.seat, parent)) { return .answered }
      seat = parent.seat
    }
    var next: Scope? = start.scope
    var hasGap = false
    while let scope = next {
      if !scope.isGroup {
        let owner = scope.owner
        if answers(.scope(scope, owner)) { return .answered }
        hasGap = hasGap || owner == nil
      }
      if scope.isBoundary { return hasGap ? .open : .boundary }
      next = scope.parent
    }
    return .open
  }

  /// Asks those of whose class that is worth asking, one after the other until one answers.
  ///
  /// Most objects on the way have nothing of a name; their class says so, without a look at them.
  func walk(
    where isWorthAsking: (ClassShape) -> Bool, _ answers: (any BindableObject, ClassShape) -> Bool
  ) -> End {
    var seat = start
    while let parent = seat.parent, parent.seat.scope === start.scope {
      let shape = ClassShape.of(type(of: parent))
      if isWorthAsking(shape), answers(parent, shape) { return .answered }
      seat = parent.seat
    }
    var next: Scope? = start.scope
    while let scope = next {
      if let shape = scope.ownerShape, isWorthAsking(shape), let owner = scope.owner,
        answers(owner, shape)
      {
        return .answered
      }
      if scope.isBoundary { break }
      next = scope.parent
    }
    return walk { _ in false }
  }

  /// The scope at which the walk ends if nobody answers.
  var lastScope: Scope {
    var scope = start.scope
    while !scope.isBoundary, let next = scope.parent { scope = next }
    return scope
  }

  /// One place in the chain and the object that answers for it now.
  enum Link {
    case node(NodeSeat, any BindableNode)
    case scope(Scope, (any BindableObject)?)

    var object: (any BindableObject)? {
      switch self {
      case .node(_, let node): node
      case .scope(_, let owner): owner
      }
    }

    /// The object as people know it: its class, and its part in the chain.
    var name: String {
      switch self {
      case .node(let seat, let node):
        Self.name(of: node, suffix: seat.name.isEmpty ? "" : " “\(seat.name)”")
      case .scope(let scope, let owner?):
        Self.name(of: owner, suffix: scope.name == Self.name(of: owner) ? "" : " “\(scope.name)”")
      case .scope(let scope, nil): "scope “\(scope.name)”"
      }
    }

    private static func name(of object: any BindableObject, suffix: String = "") -> String {
      ClassShape.of(type(of: object)).name + suffix
    }
  }
}
