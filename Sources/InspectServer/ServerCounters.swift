/// What a server has done so far; each only ever grows, but for the connections open now.
package struct ServerCounters: Hashable, Sendable {
  /// Connections open now, with those that only ask for pages.
  package var open: UInt64 = 0
  /// Connections accepted.
  package var accepted: UInt64 = 0
  /// Connections of other users, closed before anything was read.
  package var foreignUsers: UInt64 = 0
  /// Connections above the limit, closed before anything was read.
  package var tooMany: UInt64 = 0
  /// Connections on which no request came that could be read.
  package var strangers: UInt64 = 0
  /// Requests refused by the accept-time checks.
  package var refusedRequests: UInt64 = 0
  /// Connections that became WebSockets.
  package var upgraded: UInt64 = 0
  /// Pages answered, those that do not exist included.
  package var pages: UInt64 = 0
  /// Whole messages received.
  package var messages: UInt64 = 0
  /// Frames written.
  package var frames: UInt64 = 0
  /// Messages refused for their size or their number of fragments.
  package var oversized: UInt64 = 0

  /// Nothing yet.
  package init() {}
}
