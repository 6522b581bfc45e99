/// What makes bindings fail: everything that does not work, folded to where it begins.
package struct Causes: Hashable, Sendable {
  /// How many bindings are red or yellow and have said why.
  package var failing: UInt64
  /// How many causes there are; those told may be fewer.
  package var total: UInt64
  /// How many bindings fail only because of a cause, each counted once.
  package var followers: UInt64
  /// Whether some follower has more causes than it is counted under.
  package var isCut: Bool
  /// The causes, those with the most followers first.
  package var causes: [Cause]
  /// Followers that hang on several causes, the largest groups first.
  package var shared: [SharedFollowers]

  /// Takes the parts as they are.
  package init(
    failing: UInt64 = 0, total: UInt64 = 0, followers: UInt64 = 0, isCut: Bool = false,
    causes: [Cause] = [], shared: [SharedFollowers] = []
  ) {
    self.failing = failing
    self.total = total
    self.followers = followers
    self.isCut = isCut
    self.causes = causes
    self.shared = shared
  }
}

/// Where a failure begins.
package struct Cause: Hashable, Sendable {
  /// What sort of beginning it is.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    /// Several bindings fail at the very same place: an object that is nil, a scope, a supplier.
    case place
    /// One binding fails, by itself.
    case binding
    /// Bindings feed each other and do not come to rest.
    case loop
    /// Bindings wait for each other, each for what another one should bring.
    case circle
  }

  /// What sort of beginning it is.
  package var kind: Kind
  /// It as a sentence for people, the same everywhere; without foreign texts.
  package var text: String
  /// The binding that stands for it: the worst, of these the oldest.
  package var binding: BindingID
  /// Bindings that fail here by themselves, or members of the loop in order; bounded.
  package var members: [BindingID]
  /// How many members there are.
  package var memberCount: UInt64
  /// How many bindings fail only because of it, those that fail at its place among them.
  package var followers: UInt64
  /// Some of those that only depend on it, the nearest first.
  package var examples: [BindingID]
  /// More of a loop; nil for anything else.
  package var loop: LoopAnatomy?

  /// Takes the parts as they are.
  package init(
    kind: Kind, text: String, binding: BindingID, members: [BindingID], memberCount: UInt64,
    followers: UInt64 = 0, examples: [BindingID] = [], loop: LoopAnatomy? = nil
  ) {
    self.kind = kind
    self.text = text
    self.binding = binding
    self.members = members
    self.memberCount = memberCount
    self.followers = followers
    self.examples = examples
    self.loop = loop
  }
}

/// How a loop goes round, and where it could be cut.
package struct LoopAnatomy: Hashable, Sendable {
  /// Why it does not come to rest.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    /// Each round makes other values.
    case doesNotSettle = "does-not-settle"
    /// Each round changes less than the one before.
    case settlesSlowly = "settles-slowly"
    /// Two members write to one target.
    case twoWritersFight = "two-writers-fight"
  }

  /// A way that a value takes: what one member writes, the other reads.
  package struct Edge: Hashable, Sendable {
    /// The member that writes.
    package var from: BindingID
    /// The member that reads.
    package var to: BindingID
    /// Whether it was inferred instead of told.
    package var isImplicit: Bool

    /// Takes the parts as they are.
    package init(from: BindingID, to: BindingID, isImplicit: Bool) {
      self.from = from
      self.to = to
      self.isImplicit = isImplicit
    }
  }

  /// What a member's target held, round by round.
  package struct Rounds: Hashable, Sendable {
    /// The member.
    package var binding: BindingID
    /// The values as they were told, the last ones.
    package var values: [String]

    /// Takes both as they are.
    package init(binding: BindingID, values: [String]) {
      self.binding = binding
      self.values = values
    }
  }

  /// Why it does not come to rest.
  package var kind: Kind
  /// After how many rounds it was given up; nil where that is not told.
  package var rounds: UInt64?
  /// Its edges in the order of the round, from the same member in each run; bounded.
  package var edges: [Edge]
  /// How many edges there are.
  package var edgeCount: UInt64
  /// Edges without which nothing goes round.
  package var cut: [Edge]
  /// Whether no smaller cut exists; otherwise it was found by a rule of thumb.
  package var isSmallestCut: Bool
  /// Values round by round, of members that have told them.
  package var values: [Rounds]

  /// Takes the parts as they are.
  package init(
    kind: Kind, rounds: UInt64?, edges: [Edge], edgeCount: UInt64, cut: [Edge],
    isSmallestCut: Bool, values: [Rounds] = []
  ) {
    self.kind = kind
    self.rounds = rounds
    self.edges = edges
    self.edgeCount = edgeCount
    self.cut = cut
    self.isSmallestCut = isSmallestCut
    self.values = values
  }
}

/// Bindings that fail because of several causes at once.
package struct SharedFollowers: Hashable, Sendable {
  /// Places of the causes in the list of them.
  package var causes: [UInt64]
  /// How many bindings there are.
  package var followers: UInt64
  /// The binding through which all of it reaches them; nil where there is none.
  package var through: BindingID?

  /// Takes the parts as they are.
  package init(causes: [UInt64], followers: UInt64, through: BindingID?) {
    self.causes = causes
    self.followers = followers
    self.through = through
  }
}

/// Asks what makes the bindings of a process fail.
package struct CausesRequest: Hashable, Sendable {
  package var id: UInt64
  /// The process.
  package var instance: InstanceID

  package init(id: UInt64, instance: InstanceID) {
    self.id = id
    self.instance = instance
  }
}

/// The causes of a process, with what is known of the bindings that they name.
package struct CausesAnswer: Hashable, Sendable {
  package var process: ProcessEntry
  package var causes: Causes
  /// Nodes, bindings and statuses of those that are named, in this order; as many as fit.
  package var records: [Record]

  package init(process: ProcessEntry, causes: Causes, records: [Record]) {
    self.process = process
    self.causes = causes
    self.records = records
  }
}
