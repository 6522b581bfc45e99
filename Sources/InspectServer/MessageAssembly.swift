/// Puts a message together from the pieces in which it arrives, within its bounds.
struct MessageAssembly {
  /// What the messages may be.
  let bounds: MessageBounds
  private var bytes: [UInt8] = []
  private var fragments = 0

  init(_ bounds: MessageBounds = MessageBounds()) { self.bounds = bounds }

  /// What a piece led to.
  enum Outcome: Equatable {
    /// The message goes on.
    case unfinished
    /// This is all of it.
    case whole([UInt8])
    /// It may not go on: a bound is passed.
    case refused(String)
  }

  /// Takes the next piece.
  ///
  /// - Parameters:
  ///   - endsFragment: Whether a frame of the peer ends with it.
  ///   - endsMessage: Whether the message ends with it.
  mutating func append(
    _ piece: some Collection<UInt8>, endsFragment: Bool, endsMessage: Bool
  ) -> Outcome {
    guard bytes.count + piece.count <= bounds.bytes else {
      return refuse("a message has at most \(bounds.bytes) bytes")
    }
    bytes.append(contentsOf: piece)
    if endsMessage {
      defer { (bytes, fragments) = ([], 0) }
      return .whole(bytes)
    }
    if endsFragment { fragments += 1 }
    guard fragments < bounds.fragments else {
      return refuse("a message has at most \(bounds.fragments) fragments")
    }
    return .unfinished
  }

  private mutating func refuse(_ why: String) -> Outcome {
    bytes = []
    return .refused(why)
  }
}
