/// Codes with which the hub ends links; `docs/protocol.md` explains them to the other side.
enum HubClosing {
  /// This side, or what the link was for, has ended.
  static let end: UInt16 = 1_001
  /// A rule was broken.
  static let rule: UInt16 = 1_008
  /// A message is longer than a message may be.
  static let tooLarge: UInt16 = 1_009
  /// The observer took nothing for too long.
  static let stalled: UInt16 = 4_000
  /// The same instance reports on a newer link.
  static let replaced: UInt16 = 4_001
  /// An observer has let go of the process.
  static let detached: UInt16 = 4_002
  /// A batch is missing: everything is to be told anew, on a new link.
  static let gap: UInt16 = 4_003
}
