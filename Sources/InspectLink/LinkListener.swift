package import InspectSystem
package import InspectWire

/// A place where others dial in; who dials a Unix socket is looked at before anything is read.
///
/// Confined to one thread. `LinkLoop` accepts from it.
package final class LinkListener {
  /// Somebody who came.
  package enum Arrival {
    /// On a new link, which opens by and by.
    case link(Link)
    /// Who may not: the connection is closed already.
    case refused(Peer)
  }

  /// Number for `poll`.
  package let descriptor: Int32
  private let socket: Descriptor
  private let admits: ((Peer) -> Bool)?
  private let path: String
  private let subprotocol: String?
  private let limits: LinkLimits
  /// Until when nobody is accepted, because the system had no room for more.
  private var rest: Moment?

  // Connections that one turn accepts, so that those who are there are served too.
  private static let arrivalsPerTurn = 16

  /// Takes a socket that listens.
  ///
  /// - Parameter admits: Whom to let in on a Unix socket; nil on loopback, where nobody is known.
  package init(
    _ socket: consuming Descriptor, path: String = "/",
    subprotocol: String? = WebSocketMachine.subprotocol, limits: LinkLimits = .standard,
    admits: ((Peer) -> Bool)? = { $0.isOwnUser }
  ) {
    descriptor = socket.number
    self.socket = consume socket
    self.path = path
    self.subprotocol = subprotocol
    self.limits = limits
    self.admits = admits
  }

  /// Whether to wait for somebody; false for a moment after the system had no room.
  package func isListening(now: Moment) -> Bool { rest.map { now >= $0 } ?? true }

  /// When it listens again; nil while it does.
  package var deadline: Moment? { rest }

  /// Takes those who wait, a few at most.
  package func accept(now: Moment) -> [Arrival] {
    rest = nil
    var arrivals: [Arrival] = []
    do throws(SystemError) {
      while arrivals.count < Self.arrivalsPerTurn,
        let connection = try Socket.accept(on: socket)
      {
        arrivals.append(try admit(connection, now))
      }
    } catch {
      // No descriptors, or no memory: whoever waits keeps waiting, and the thread does not spin.
      rest = now.after(.milliseconds(100))
    }
    return arrivals
  }

  private func admit(
    _ connection: consuming Descriptor, _ now: Moment
  ) throws(SystemError) -> Arrival {
    var peer: Peer?
    if let admits {
      let found = try Peer(ofSocket: connection.number)
      guard admits(found) else { return .refused(found) }
      peer = found
    }
    return .link(
      Link(
        accepting: connection, peer: peer, path: path, subprotocol: subprotocol, limits: limits,
        now: now))
  }
}
