import InspectLink
import InspectWire
import TestSupport

/// One direction of a link: whole messages or bytes in pieces, late, in order, with a bounded room.
///
/// Where it carries bytes, both ends are real WebSocket machines, and the last piece of a message may
/// still be on its way when the next one begins: a cut then takes half a message with it.
struct Line {
  /// Bytes that may be under way before the sender is told to wait.
  static let room = 96 << 10

  private var queue: [(at: Moment, frame: [UInt8])] = []
  private(set) var bytes = 0
  private var lastArrival = Moment(microseconds: .min)
  private var sender: WebSocketMachine?
  private var receiver: WebSocketMachine?
  /// Bytes that were cut off the last message and are still to come.
  private var tail: [UInt8] = []
  /// Until when nothing arrives.
  var stalledUntil = Moment(microseconds: .min)

  /// - Parameter isBytewise: Whether messages travel as the bytes of WebSocket, in pieces.
  init(isBytewise: Bool, _ chance: SeededGenerator) {
    guard isBytewise else { return }
    var dialling = WebSocketMachine(dialing: "sim", chance: chance)
    var accepting = WebSocketMachine(acceptingAt: "/", chance: chance)
    // The handshake itself is tested elsewhere; here it only has to be over.
    let request = Self.bytes(dialling.start())
    let answer = Self.bytes(accepting.receive(request[...]))
    _ = dialling.receive(answer[...])
    (sender, receiver) = (dialling, accepting)
  }

  /// Whether a message of that size finds room; one always does.
  func hasRoom(for size: Int) -> Bool { bytes == 0 || bytes + size <= Self.room }

  mutating func send(_ frame: [UInt8], arriving at: Moment) {
    lastArrival = max(lastArrival, at)
    queue.append((lastArrival, frame))
    bytes += frame.count
  }

  var nextArrival: Moment? { queue.first.map { max($0.at, stalledUntil) } }

  /// The messages that have arrived by now.
  mutating func receive(now: Moment, _ chance: inout SeededGenerator) throws(Violation) -> [[UInt8]]
  {
    var found: [[UInt8]] = []
    while stalledUntil <= now, let first = queue.first, first.at <= now {
      queue.removeFirst()
      bytes -= first.frame.count
      found += try pass(first.frame, isLast: queue.isEmpty, &chance)
    }
    return found
  }

  private mutating func pass(
    _ frame: [UInt8], isLast: Bool, _ chance: inout SeededGenerator
  ) throws(Violation) -> [[UInt8]] {
    guard let sent = sender?.frame(text: frame) else { return [frame] }
    var bytes = tail + sent
    // Now and then the end of what was sent stays behind, if something follows to bring it.
    let kept = isLast ? 0 : Int.random(in: 0...min(bytes.count, 12), using: &chance)
    tail = Array(bytes.suffix(kept))
    bytes.removeLast(kept)
    var found: [[UInt8]] = []
    while !bytes.isEmpty {
      let size = min(bytes.count, Int.random(in: 1...900, using: &chance))
      for action in receiver?.receive(bytes.prefix(size)[...]) ?? [] {
        guard case .message(let text) = action else {
          throw Violation("a byte stream in pieces came to \(action)")
        }
        found.append(text)
      }
      bytes.removeFirst(size)
    }
    return found
  }

  private static func bytes(_ actions: [WebSocketMachine.Action]) -> [UInt8] {
    actions.flatMap { action -> [UInt8] in
      if case .send(let bytes) = action { bytes } else { [] }
    }
  }
}

extension SeededGenerator {
  /// Whether something of that likelihood happens.
  mutating func happens(_ times: Int, in of: Int) -> Bool {
    Int.random(in: 0..<of, using: &self) < times
  }

  mutating func microseconds(_ range: ClosedRange<Int64>) -> Int64 {
    Int64.random(in: range, using: &self)
  }
}
