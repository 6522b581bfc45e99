/// Every bound of the listening side in one place, with its unit and its reason.
enum ServerLimits {
  /// Seconds for the request, for each piece of an answer, and between requests.
  static let handshakeSeconds: Int32 = 5
  /// Seconds without proof of life after which a connection is pinged.
  static let pingSeconds: UInt16 = 10
  /// Seconds without proof of life after which a connection is ended: half-open ones never say so.
  ///
  /// It is to be gone after 25; the library takes up to five more to let go of one that speaks TLS.
  static let hangUpSeconds: UInt16 = 20
  /// Requests being read at once; each keeps a header block.
  static let headerPool: UInt16 = 256
  /// Bytes of all headers of a request: those of browsers fit.
  static let headerBytes: UInt16 = 4_096
  /// Bytes of one header that is looked at; longer ones match nothing.
  static let fieldBytes = 512
  /// Descriptors of the C library's tables, as long as the process may have that many.
  static let descriptors = 4_096
  /// Bytes in which a message arrives, kept by each connection: memory of an idle observer.
  static let receiveBytes = 8 << 10
  /// Bytes that one write hands to the kernel.
  static let sendBytes = 64 << 10
  /// Bytes that the kernel keeps for a reader that does not read; it takes the double.
  static let socketBufferBytes: Int32 = 128 << 10
  /// Bytes of a page that are written at once.
  static let pageBytes = 48 << 10
  /// Fragments of one message: nobody needs more, and endless ones cost time.
  static let fragments = 1_024
  /// Bytes of a close reason (RFC 6455, 5.5: a control frame has 125, the code takes 2).
  static let closeReasonBytes = 123
  /// Seconds that a peer has to take the close that we sent, and all of them at our end.
  static let closingSeconds: Int32 = 2
  /// Connections at once: every reporter, every observer and some that ask for pages.
  static let connections = 2_048 + 128
  /// Descriptors that the process needs for itself.
  static let reservedDescriptors = 48
  /// Milliseconds without accepting after the process ran out of descriptors.
  static let shortagePause: Int64 = 100
  /// Connections taken in one turn of the accepting thread.
  static let acceptBurst = 64
}
