/// What a server knows of one connection.
struct Connection {
  let transport: ServerPeer.Transport
  /// Nil until the library has it, and again when it is destroyed.
  var handle: SocketHandle?
  var stage = Stage.request
  /// Whether a request has come that could be read.
  var hasAsked = false
  var answer: PendingAnswer?
  var assembly = MessageAssembly()

  /// How far it has come.
  enum Stage {
    /// Requests are read.
    case request
    /// The upgrade passed the rules; the library makes a WebSocket of it.
    case approved(isPage: Bool)
    /// A WebSocket that the handler knows.
    case open
    /// A WebSocket that was told to close, or is about to be; nothing of it is heeded.
    case closing(code: UInt16, reason: String, isSaid: Bool)
  }

  /// An answer that leaves in pieces.
  struct PendingAnswer {
    var bytes: [UInt8]
    var written = 0
    var isLast: Bool
  }

  var isClosing: Bool { if case .closing = stage { true } else { false } }
}

/// What a callback returns to the library.
enum CallbackReply {
  /// Go on.
  case proceed
  /// End this connection.
  case end

  var value: Int32 {
    switch self {
    case .proceed: 0
    case .end: -1
    }
  }
}
