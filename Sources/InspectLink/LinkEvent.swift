/// What came of one turn of a link, in order.
package enum LinkEvent: Hashable, Sendable {
  /// Messages may be sent.
  case opened
  /// A whole message: valid UTF-8, within the limit.
  case message([UInt8])
  /// A whole binary message; only where the limits say that such are taken.
  case binary([UInt8])
  /// There is room again, after `send` refused for want of it.
  case drained
  /// It is over and its socket is closed; nothing comes after this.
  case closed(LinkClosure)
}

/// What became of a message that was to be sent.
package enum SendOutcome: Hashable, Sendable {
  /// It goes out as soon as the kernel takes it.
  case queued
  /// Too much waits already: merge, and try again after `drained`.
  case full
  /// It alone is over the limit of a message, now and later.
  case tooLarge
  /// The link is not open yet, or no more.
  case notOpen
}
