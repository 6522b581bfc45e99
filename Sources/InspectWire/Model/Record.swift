/// What a runtime says of its binding graph, one whole small thing at a time.
///
/// A graph is a fold over records: `GraphModel.apply(_:)`. Each is whole, so any hop may keep only
/// the newest of one kind and id.
///
/// What is told once is held by reference: so a list of statuses, of which there are many, is short.
public enum Record: Hashable, Sendable {
  /// A scope came to be, or is told again.
  case scope(ScopeRecord)
  /// A node came to be, or is told again.
  indirect case node(NodeRecord)
  /// A binding was declared, or is told again.
  indirect case binding(BindingRecord)
  /// What a binding's newest status is.
  case status(StatusRecord)
  /// On what a binding depends now.
  case edges(EdgesRecord)
  /// A scope, node or binding has ended.
  case ended(EndedRecord)
}

/// Names one thing of a graph, whatever its kind.
public enum Subject: Hashable, Sendable {
  /// A scope.
  case scope(ScopeID)
  /// A node.
  case node(NodeID)
  /// A binding.
  case binding(BindingID)
}

/// A part of the chain along which names are looked up.
public struct ScopeRecord: Hashable, Sendable {
  /// Number of the scope.
  public var id: ScopeID
  /// The scope that is asked next; nil at the top.
  public var parent: ScopeID?
  /// Name for people; by default the class of its owner.
  public var name: String
  /// Class of the object that answers for the scope; empty if none.
  public var owner: String
  /// Whether look-ups stop here.
  public var isBoundary: Bool

  /// Takes the parts as they are.
  public init(id: ScopeID, parent: ScopeID?, name: String, owner: String, isBoundary: Bool) {
    self.id = id
    self.parent = parent
    self.name = name
    self.owner = owner
    self.isBoundary = isBoundary
  }
}

/// Something that shows or takes a value: a label, a field.
public struct NodeRecord: Hashable, Sendable {
  /// Number of the node.
  public var id: NodeID
  /// Scope it lives in.
  public var scope: ScopeID
  /// Node it is part of; nil directly below the scope.
  public var parent: NodeID?
  /// Its class.
  public var className: String
  /// Name for people; may be empty.
  public var name: String
  /// Where it is drawn, if that is known.
  public var frame: Frame?

  /// Takes the parts as they are.
  public init(
    id: NodeID, scope: ScopeID, parent: NodeID?, className: String, name: String, frame: Frame?
  ) {
    self.id = id
    self.scope = scope
    self.parent = parent
    self.className = className
    self.name = name
    self.frame = frame
  }
}

/// Who wrote a value.
public struct WriteFact: Hashable, Sendable {
  /// Where in the program's text.
  public var place: Place
  /// Name and number of the thread; empty where it is not noted.
  public var thread: String

  /// Takes both as they are.
  public init(place: Place, thread: String) {
    self.place = place
    self.thread = thread
  }
}

/// What a binding has done so far; each only ever grows.
public struct Counters: Hashable, Sendable {
  /// Values that the target took.
  public var updates: UInt64
  /// Values that the target had already.
  public var suppressed: UInt64
  /// Transformations and updates that failed.
  public var failures: UInt64
  /// Evaluations caused by somebody looking; must stay 0.
  public var inspections: UInt64

  /// Takes the four as they are.
  public init(
    updates: UInt64 = 0, suppressed: UInt64 = 0, failures: UInt64 = 0, inspections: UInt64 = 0
  ) {
    self.updates = updates
    self.suppressed = suppressed
    self.failures = failures
    self.inspections = inspections
  }
}

/// On what a binding depends: told whole, each time that changes.
public struct EdgesRecord: Hashable, Sendable {
  /// The binding.
  public var binding: BindingID
  /// Bindings whose target it reads, in ascending order.
  public var precedents: [BindingID]
  /// Those of them that the engine inferred instead of being told.
  public var implicit: Set<BindingID>

  /// Takes the parts as they are.
  public init(binding: BindingID, precedents: [BindingID], implicit: Set<BindingID> = []) {
    self.binding = binding
    self.precedents = precedents
    self.implicit = implicit
  }
}

/// The end of a scope, node or binding; what was last known of it stays readable for a while.
public struct EndedRecord: Hashable, Sendable {
  /// What has ended.
  public var subject: Subject
  /// When.
  public var at: Moment

  /// Takes both as they are.
  public init(subject: Subject, at: Moment) {
    self.subject = subject
    self.at = at
  }
}
