package import InspectWire

/// Decides what is said on a server's connections; called on its service thread.
///
/// Nothing here may wait: while it runs, no other connection moves.
package protocol ServerHandler: AnyObject {
  /// A peer has passed the accept-time checks; nothing of it has been read yet.
  func opened(_ id: ConnectionID, peer: ServerPeer, on server: isolated WebSocketServer)

  /// A whole text message has come; valid UTF-8, at most `Limits.messageBytes`.
  func received(
    _ message: [UInt8], from id: ConnectionID, on server: isolated WebSocketServer)

  /// A whole binary message has come; only where the configuration takes such.
  func received(
    binary message: [UInt8], from id: ConnectionID, on server: isolated WebSocketServer)

  /// The next frame for a peer that takes one now; nil if there is none.
  ///
  /// Called after `requestWrite(to:)`, and again after each frame that it gave.
  func nextFrame(for id: ConnectionID, on server: isolated WebSocketServer) -> [UInt8]?

  /// The next binary frame, asked for where there is no text.
  func nextBinaryFrame(for id: ConnectionID, on server: isolated WebSocketServer) -> [UInt8]?

  /// A connection that was opened is gone, whoever ended it; called once, and nothing after it.
  func closed(_ id: ConnectionID, on server: isolated WebSocketServer)

  /// The deadline given last has come.
  ///
  /// - Returns: The next one; nil for none. `WebSocketServer.wakeHandler(at:)` brings it forward.
  func tick(now: Moment, on server: isolated WebSocketServer) -> Moment?
}

/// The protocol has no binary messages; who takes none says nothing of them.
extension ServerHandler {
  package func received(
    binary message: [UInt8], from id: ConnectionID, on server: isolated WebSocketServer
  ) {}

  package func nextBinaryFrame(
    for id: ConnectionID, on server: isolated WebSocketServer
  ) -> [UInt8]? { nil }
}
