import InspectLink
import InspectWire
import TestSupport

@testable import inspectord

/// A link between a program or an observer and the daemon, as both ends see it, which may differ.
struct SimulatedLink {
  /// Who is at the end that is not the daemon's.
  enum Owner: Hashable {
    case program(Int)
    case observer(Int)
  }

  /// How far one end has come.
  enum End {
    case opening, open, closed
  }

  let owner: Owner
  let origin: PeerOrigin
  var toHub: Line
  var toOwner: Line
  var hubEnd = End.opening
  var ownerEnd = End.opening
  /// Whether the hub wants to write.
  var isAsked = false
  /// Whether the hub reads.
  var isRead = true
  /// Whether the owner was told that there is no room, and is to be told when there is.
  var hasRefused = false
  /// What travels to the hub, read by the simulation itself.
  var shadow = MessageDecoder()

  init(_ owner: Owner, _ origin: PeerOrigin, isBytewise: Bool, _ chance: SeededGenerator) {
    self.owner = owner
    self.origin = origin
    toHub = Line(isBytewise: isBytewise, chance)
    toOwner = Line(isBytewise: isBytewise, chance)
  }

  var isOver: Bool { hubEnd == .closed && ownerEnd == .closed }
}
