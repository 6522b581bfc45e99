internal import InspectWire

/// What the other side of a link has been told, and what it has not: bounded by what there is.
///
/// Births need no list: numbers ascend, so what was not told yet is what stands behind a number. An
/// end is listed only where the birth was told; what lived and died in between leaves nothing.
struct Outgoing {
  /// How much is demanded.
  var level: Level
  /// Scopes up to this number were told, nodes and bindings likewise.
  var toldScopes: UInt32 = 0
  var toldNodes: UInt32 = 0
  var toldBindings: UInt32 = 0
  /// What was told and has changed since.
  var changedScopes: Set<UInt32> = []
  var changedNodes: Set<UInt32> = []
  var redeclared: Set<UInt32> = []
  var changedEdges: Set<UInt32> = []
  /// What was told and has ended since, in that order.
  var endings: [Ending] = []
  /// History up to this number was told.
  var toldHistory: UInt64 = 0
  /// What fell out of the history without having been told.
  var loss: HistoryRing.Loss

  init(level: Level, loss: HistoryRing.Loss) {
    self.level = level
    self.loss = loss
  }

  /// The end of something that was told.
  struct Ending {
    var subject: Subject
    var at: Moment
    /// Of a binding: its slot, and the status that it ended with.
    var probe: Probe?
    var last = StatusWord(bits: 0)
  }
}

/// Something to be sent: copied under the lock, made into records outside of it.
enum Parcel {
  case records([Record])
  /// Declarations, with owners and types that became known later; a status of each follows.
  case births([Declaration])
  /// The same for bindings that were told before.
  case redeclared([Declaration])
  case statuses([Draft])
  case history([HistoryEntry])
  case loss(HistoryRing.Loss)

  /// A binding whose record is to be made.
  struct Declaration {
    var probe: Probe
    var source: Endpoint?
    var target: Endpoint?
  }

  /// A status whose last write is still an address.
  struct Draft {
    var record: StatusRecord
    var writer: UInt
    var caller: UInt
  }

  /// The kinds in the order in which they are asked for: what others need comes first.
  enum Kind: CaseIterable {
    case scopes, nodes, births, redeclared, edges, loss, history, endings
  }
}
