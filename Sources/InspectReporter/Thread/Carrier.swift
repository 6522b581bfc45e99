internal import InspectLink
internal import InspectWire

/// What a station needs of the world: links that can be dialled, written to and ended.
///
/// A `LinkLoop` is one; so is whatever a test makes of time, delay and loss.
protocol Carrier<Key> {
  /// Names a link; never used again.
  associatedtype Key: Hashable & Sendable

  /// Begins to dial; what comes of it is told by events of that key.
  ///
  /// - Throws: Why there is nothing to wait for.
  func dial(_ address: LinkAddress, now: Moment) throws(LinkClosure) -> Key
  /// Sends a text message, or says why not.
  func send(_ frame: [UInt8], on key: Key) -> SendOutcome
  /// Begins to close; `closed` is told of it.
  func close(_ key: Key, code: UInt16, reason: String, now: Moment)
  /// Lets go of a link without a word; nothing more is told of it.
  func remove(_ key: Key)
}

extension LinkLoop: Carrier {
  func dial(_ address: LinkAddress, now: Moment) throws(LinkClosure) -> Key {
    add(try Link(dialing: address, now: now))
  }

  func send(_ frame: [UInt8], on key: Key) -> SendOutcome { self[key]?.send(frame) ?? .notOpen }

  func close(_ key: Key, code: UInt16, reason: String, now: Moment) {
    self[key]?.close(code: code, reason: reason, now: now)
  }
}
