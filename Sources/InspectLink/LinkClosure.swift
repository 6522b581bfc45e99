package import InspectSystem

/// Why a link ended, or never opened; told once, last of all.
///
/// Reasons and names in it come from the other side: show them through `display`.
package enum LinkClosure: Error, Hashable, Sendable {
  /// The other side closed in order; without a code it gave none.
  case closedByPeer(code: UInt16?, reason: String)
  /// This side closed, and the other took note or had its time to.
  case closed(code: UInt16)
  /// The other side broke the rules of WebSocket or a limit, and was told so.
  case fault(WebSocketFault)
  /// The other side answered the opening request with a status of HTTP.
  case refused(status: Int)
  /// The opening handshake was not as it must be; on the accepting side it was refused.
  case handshake(HandshakeFault)
  /// The other side was gone without a word.
  case lost
  /// The system refused; nobody listens, say.
  case failed(SystemError)
  /// The other side did not open the link, or said nothing, in the time it had.
  case late(Phase)

  /// What was waited for.
  package enum Phase: Hashable, Sendable {
    /// The connection and the opening handshake.
    case opening
    /// Any sign of life.
    case life
  }

  /// Whether both sides said that they close.
  var isInOrder: Bool {
    switch self {
    case .closedByPeer, .closed: true
    default: false
    }
  }

  /// What happened, as words for people.
  package var text: String {
    switch self {
    case .closedByPeer(let code?, let reason):
      "the other side closed the link (\(code)\(reason.isEmpty ? "" : ": \(reason)"))"
    case .closedByPeer(nil, _): "the other side closed the link"
    case .closed(let code): "the link was closed (\(code))"
    case .fault(let fault): "the other side broke the protocol: \(fault.text)"
    case .refused(let status): "the other side refused the link (HTTP status \(status))"
    case .handshake(let fault): "the link could not be opened: \(fault.text)"
    case .lost: "the other side went away"
    case .failed(let error): error.text
    case .late(.opening): "the other side did not answer the opening request in time"
    case .late(.life): "the other side gave no sign of life"
    }
  }
}
