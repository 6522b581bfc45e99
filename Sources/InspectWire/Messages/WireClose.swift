/// Why a side closes a connection, as the number that WebSocket carries.
///
/// Only these are sent: 1012 to 1015 are taken for errors by libwebsockets 4.1.
package enum WireClose {
  /// The side ends, or has said `bye`.
  package static let goingAway: UInt16 = 1001
  /// A rule was broken: not greeted in time, a message that cannot be read, the wrong role.
  package static let ruleBroken: UInt16 = 1008
  /// A message was longer than a message may be.
  package static let tooLarge: UInt16 = 1009
  /// The side that closes has a fault of its own.
  package static let ownFault: UInt16 = 1011
  /// An observer took nothing for too long; it may come back with its cursor.
  package static let stalled: UInt16 = 4000
  /// The same instance has greeted on a newer connection.
  package static let replaced: UInt16 = 4001
  /// An observer has let go of the process.
  package static let detached: UInt16 = 4002
  /// A batch is missing: everything is to be told anew, on a new connection.
  package static let gap: UInt16 = 4003

  /// A reason as a close frame can carry it: at most 123 bytes, fit to be shown.
  package static func reason(_ text: String) -> String { prefix(of: display(text), bytes: 123) }
}
