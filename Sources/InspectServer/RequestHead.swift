/// What the accept-time rules look at in a request, copied out of the C library.
struct RequestHead: Hashable, Sendable {
  /// Whether the method is `GET` and no other.
  var isGet = true
  /// Path without the query, decoded.
  var path = "/"
  var version: Field = .absent
  var host: Field = .absent
  var origin: Field = .absent
  var connection: Field = .absent
  var upgrade: Field = .absent
  var webSocketVersion: Field = .absent
  var webSocketKey: Field = .absent
  var subprotocol: Field = .absent
  /// Whether a body is announced, of whatever length.
  var announcesBody = false

  /// A header as it came.
  enum Field: Hashable, Sendable {
    case absent
    case once(String)
    /// Sent more than once, too long to be looked at, or no UTF-8: it can match nothing.
    case unusable

    /// The value, if there is exactly one.
    var text: String? {
      if case .once(let text) = self { text } else { nil }
    }
  }
}
