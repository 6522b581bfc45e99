import InspectSystem
import TestSupport

/// A bad line to a socket: late, uneven, in crumbs, now and then held as if something was lost.
///
/// The kernel of the machines that run this may have no `netem`; what a stream shows of loss and of
/// order turned round is a piece that comes late, with all behind it.
final class Relay: Sendable {
  /// How bad it is; times in microseconds.
  struct Manner: Sendable {
    var delay: Int64 = 200_000
    var jitter: Int64 = 50_000
    /// One piece of so many waits for a repetition.
    var lossOneIn = 20
    var repetition: Int64 = 200_000
    /// One piece of so many comes byte by byte.
    var crumbsOneIn = 8
  }

  private let isStopped = Lock(false)
  private let waker: Waker

  /// Listens at one path and passes on to another, until it is stopped.
  init(_ path: String, to target: String, _ manner: Manner = Manner(), seed: UInt64) throws {
    waker = try Waker()
    let listener = try Socket.listen(at: path).release()
    try PlainThread.start(name: "relay", stackBytes: 1 << 20) { [self] in
      do {
        let line = RelayedLine(Descriptor(owning: listener), to: target, manner, seed: seed)
        while !isStopped.withLock({ $0 }) { try line.turn(waker) }
      } catch {
        preconditionFailure("the relay failed: \(error)")
      }
    }
  }

  func stop() {
    isStopped.withLock { $0 = true }
    waker.wake()
  }
}

/// What the relay's thread has: its listener, and links of two ends each.
private final class RelayedLine {
  private let listener: Descriptor
  private let target: String
  private let manner: Relay.Manner
  private var chance: SeededGenerator
  private var links: [RelayedLink] = []

  init(_ listener: consuming Descriptor, to target: String, _ manner: Relay.Manner, seed: UInt64) {
    self.listener = listener
    self.target = target
    self.manner = manner
    chance = SeededGenerator(seed: seed)
  }

  /// Waits for something to pass on, and passes it on.
  func turn(_ waker: Waker) throws {
    var poll = Poll()
    poll.add(waker.number, read: true, write: false)
    poll.add(listener.number, read: true, write: false)
    for link in links {
      poll.add(link.near.number, read: true, write: false)
      poll.add(link.far.number, read: true, write: false)
    }
    let now = SystemClock.monotonicMicroseconds
    try poll.wait(microseconds: links.compactMap(\.due).min().map { max($0 - now, 0) })
    for (place, link) in links.enumerated() {
      if poll.isReadable(2 * place + 2) { take(from: link.near.number, into: &link.outward, link) }
      if poll.isReadable(2 * place + 3) { take(from: link.far.number, into: &link.inward, link) }
      link.passOn(now: SystemClock.monotonicMicroseconds)
    }
    links.removeAll(where: \.isOver)
    guard poll.isReadable(1), let near = try Socket.accept(on: listener) else { return }
    // A daemon that is not there: the caller's link ends, and it dials again.
    guard let far = try? Socket.connect(to: target) else { return }
    links.append(RelayedLink(near, far))
  }

  private func take(from end: Int32, into way: inout RelayedLink.Way, _ link: RelayedLink) {
    var bytes: [UInt8] = []
    guard case .moved? = try? Socket.receive(from: end, into: &bytes, atMost: 4_096) else {
      link.isOver = true
      return
    }
    var due = SystemClock.monotonicMicroseconds + manner.delay
    due += Int64.random(in: 0...manner.jitter, using: &chance)
    if Int.random(in: 0..<manner.lossOneIn, using: &chance) == 0 { due += manner.repetition }
    let isCrumbs = Int.random(in: 0..<manner.crumbsOneIn, using: &chance) == 0
    way.add(bytes, due: due, isCrumbs: isCrumbs)
  }
}

/// A link that was let through, and what is under way on it.
private final class RelayedLink {
  /// Pieces on their way to one end, each with its time; no piece overtakes another.
  struct Way {
    private var pieces: [(due: Int64, bytes: ArraySlice<UInt8>, isCrumbs: Bool)] = []

    var due: Int64? { pieces.first?.due }

    mutating func add(_ bytes: [UInt8], due: Int64, isCrumbs: Bool) {
      pieces.append((max(due, pieces.last?.due ?? 0), bytes[...], isCrumbs))
    }

    /// Sends what is due; false where the other end is gone.
    mutating func passOn(to end: Int32, now: Int64) -> Bool {
      while let piece = pieces.first, piece.due <= now {
        let part = piece.isCrumbs ? piece.bytes.prefix(1) : piece.bytes
        switch try? Socket.send(part, to: end) {
        case .moved(let count):
          pieces[0].bytes = piece.bytes.dropFirst(count)
          if pieces[0].bytes.isEmpty { pieces.removeFirst() }
        case .wouldBlock:
          // Whoever does not read is asked again in a moment.
          pieces[0].due = now + 5_000
          return true
        case .ended, nil: return false
        }
      }
      return true
    }
  }

  let near: Descriptor
  let far: Descriptor
  var outward = Way()
  var inward = Way()
  var isOver = false

  init(_ near: consuming Descriptor, _ far: consuming Descriptor) {
    self.near = near
    self.far = far
  }

  var due: Int64? { [outward.due, inward.due].compactMap(\.self).min() }

  func passOn(now: Int64) {
    let goesOn = outward.passOn(to: far.number, now: now)
    if !inward.passOn(to: near.number, now: now) || !goesOn { isOver = true }
  }
}
