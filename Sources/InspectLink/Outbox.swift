internal import InspectSystem

/// Bytes that wait for the kernel to take them.
struct Outbox: Sendable {
  private var pieces: [[UInt8]] = []
  // Of the first piece; what the kernel has taken.
  private var taken = 0

  /// Bytes that wait.
  private(set) var count = 0

  /// Adds a piece behind the others.
  mutating func append(_ bytes: [UInt8]) {
    pieces.append(bytes)
    count += bytes.count
  }

  /// Drops all that waits.
  mutating func removeAll() { self = Outbox() }

  /// Gives the kernel what it takes now.
  mutating func flush(to number: Int32) throws(SystemError) {
    var done = 0
    defer { pieces.removeFirst(done) }
    while done < pieces.count {
      guard case .moved(let moved) = try Socket.send(pieces[done][taken...], to: number) else {
        return
      }
      taken += moved
      count -= moved
      guard taken == pieces[done].count else { return }
      taken = 0
      done += 1
    }
  }
}
