package import InspectSystem
package import InspectWire

/// What a server needs to be told.
package struct ServerConfiguration: Sendable {
  /// Where the Unix socket stands; its folder is the owner's alone, and locked by the caller.
  package var socketPath: String
  /// Where the socket is bound: the same place, by a way that nobody can change meanwhile.
  package var bindPath: String
  /// How other machines are served; nil for not at all.
  package var remote: RemoteConfiguration?
  /// Whether a version of libwebsockets is taken with which nobody has tried this.
  package var takesAnyLibrary = false
  /// Loopback port: 0 for a free one, nil for none.
  package var port: UInt16?
  /// What is answered to `GET`, by exact path.
  package var pages: [String: Page]
  /// Where lines for a log go; called from any thread.
  package var log: @Sendable (LogLine) -> Void
  /// The clock that the handler's deadlines are read on.
  package var clock: @Sendable () -> Moment
  /// Seconds a peer has for its request.
  package var handshakeSeconds = ServerLimits.handshakeSeconds
  /// Seconds without proof of life after which a peer is pinged.
  package var pingSeconds = ServerLimits.pingSeconds
  /// Seconds without proof of life after which a peer is gone.
  package var hangUpSeconds = ServerLimits.hangUpSeconds
  /// Seconds that peers have to take the close when the server stops.
  package var closingSeconds = ServerLimits.closingSeconds
  /// Connections at once.
  package var connections = ServerLimits.connections
  /// What a message may be; the conformance suite has larger ones than the protocol.
  package var messages = MessageBounds()

  /// Takes the parts as they are.
  package init(
    socketPath: String, port: UInt16?, pages: [String: Page],
    log: @escaping @Sendable (LogLine) -> Void, clock: @escaping @Sendable () -> Moment
  ) {
    self.socketPath = socketPath
    bindPath = socketPath
    self.port = port
    self.pages = pages
    self.log = log
    self.clock = clock
  }
}

/// Where a server can be reached.
package struct ServerAddress: Hashable, Sendable {
  /// The Unix socket.
  package var socketPath: String
  /// The loopback port; nil if it has none.
  package var port: UInt16?
  /// Whether the port is open on ::1 too.
  package var hasV6: Bool
  /// Where other machines are served; nil if they are not.
  package var remote: BoundAddress?

  /// Takes the parts as they are.
  package init(socketPath: String, port: UInt16?, hasV6: Bool) {
    self.socketPath = socketPath
    self.port = port
    self.hasV6 = hasV6
  }
}

/// What a message on a server's connections may be.
package struct MessageBounds: Sendable {
  /// Bytes of one message over all its fragments.
  package var bytes = Limits.messageBytes
  /// Fragments of one message.
  package var fragments = ServerLimits.fragments
  /// Whether binary messages are taken: the protocol has none, the conformance suite has many.
  package var takesBinary = false

  /// Those of the protocol.
  package init() {}
}
