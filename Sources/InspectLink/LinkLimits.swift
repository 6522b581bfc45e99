private import InspectWire

/// Bounds of one link, with their reasons; the parts may be set apart for one link.
package struct LinkLimits: Hashable, Sendable {
  /// Bytes of one message over all its fragments.
  package var messageBytes = Limits.messageBytes
  /// Fragments of one message: nobody of ours sends more than one, and endless small ones are an
  /// old way to keep a peer busy.
  package var fragments = 1_024
  /// Whether binary messages are taken: the protocol has none, the conformance suite has many.
  package var takesBinary = false
  /// Bytes of the opening request or answer: ours have under 300.
  package var headBytes = 4_096
  /// Fields of the opening request or answer: ours have 6, a browser's have 15.
  package var headFields = 64
  /// Bytes that wait for the kernel: one largest message, and as much again.
  package var outboxBytes = 2 * Limits.messageBytes
  /// Bytes that one turn takes from a socket, so that one link does not starve the others.
  package var readBytes = 64 << 10
  /// From the start of dialling or accepting until the link is open.
  package var opening = Duration.seconds(5)
  /// Silence of the other side after which it is asked whether it lives.
  package var pingAfter = Duration.seconds(10)
  /// Silence after which it is taken for gone.
  package var goneAfter = Duration.seconds(25)
  /// How long the other side has to take the last bytes and to close.
  package var closing = Duration.seconds(2)

  /// The limits of the protocol.
  package static let standard = LinkLimits()

  package init() {}
}
