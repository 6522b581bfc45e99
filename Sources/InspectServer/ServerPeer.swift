package import InspectSystem

/// What is known of the other end before it has said anything.
package struct ServerPeer: Hashable, Sendable {
  /// How it came.
  package var transport: Transport
  /// Whether a page in a browser opened it: the request named its origin, one of ours.
  package var isPage: Bool

  /// Takes both as they are.
  package init(transport: Transport, isPage: Bool = false) {
    self.transport = transport
    self.isPage = isPage
  }

  /// The two ways in.
  package enum Transport: Hashable, Sendable {
    /// The owner-only socket file; the kernel says who, and it is our user.
    case unix(Peer)
    /// A loopback port, which every user of the machine reaches: it must show the token.
    case loopback
    /// A port that other machines reach, by TLS: it must show the token.
    case remote
  }

  /// Whether the kernel has already proved whose it is.
  package var isProven: Bool {
    if case .unix = transport { true } else { false }
  }
}
