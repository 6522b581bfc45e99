private import InspectSystem

/// A socket that says what it is told, right or wrong, and waits for what comes.
package final class RawPeer {
  private let socket: Descriptor
  private var pending: [UInt8] = []
  /// Where in `pending` the unread begins.
  private var place = 0
  /// Whether the other side has ended.
  package private(set) var isEnded = false
  /// The host to be named to it.
  package let host: String

  /// Nothing came in time, or less than was due.
  package struct TooLate: Error {}

  /// Dials a port of 127.0.0.1.
  package init(port: UInt16) throws {
    host = "127.0.0.1:\(port)"
    socket = try Socket.connect(toLoopbackPort: port)
    try wait(read: false)
    if let failure = Socket.failure(of: socket.number) { throw failure }
  }

  /// Dials a Unix socket.
  package init(path: String) throws {
    host = "localhost"
    socket = try Socket.connect(to: path)
  }

  /// Sends text as it is.
  package func send(_ text: String) throws { try send(Array(text.utf8)) }

  /// Sends bytes as they are.
  package func send(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      switch try Socket.send(rest, to: socket.number) {
      case .moved(let count): rest = rest.dropFirst(count)
      case .wouldBlock: try wait(read: false)
      case .ended: return
      }
    }
  }

  /// Sends as far as the kernel takes bytes, for a peer that has closed or does not read.
  package func sendWhatGoes(_ bytes: [UInt8]) -> Int {
    guard case .moved(let count)? = try? Socket.send(bytes[...], to: socket.number) else {
      return 0
    }
    return count
  }

  /// Tells the other side that nothing more comes.
  package func finishSending() { Socket.finishSending(to: socket.number) }

  /// All that comes until the other side ends.
  package func readToEnd() throws -> [UInt8] {
    while !isEnded { try read() }
    defer { (pending, place) = ([], 0) }
    return Array(pending[place...])
  }

  /// That many bytes.
  package func read(exactly count: Int) throws -> [UInt8] {
    while pending.count - place < count, !isEnded { try read() }
    guard pending.count - place >= count else { throw TooLate() }
    defer { place += count }
    return Array(pending[place..<(place + count)])
  }

  /// The head of an answer, with its empty line.
  package func readHead() throws -> String {
    let end = Array("\r\n\r\n".utf8)
    while true {
      let unread = pending[place...]
      if let found = unread.indices.first(where: { unread[$0...].starts(with: end) }) {
        return String(decoding: try read(exactly: found - place + 4), as: UTF8.self)
      }
      if isEnded { return String(decoding: try readToEnd(), as: UTF8.self) }
      try read()
    }
  }

  private func read() throws {
    try wait(read: true)
    if place > 1 << 16 {
      pending.removeFirst(place)
      place = 0
    }
    do {
      switch try Socket.receive(from: socket.number, into: &pending, atMost: 65_536) {
      case .moved, .wouldBlock: break
      case .ended: isEnded = true
      }
    } catch let error where error.number == 104 {  // ECONNRESET: closed with our bytes unread.
      isEnded = true
    }
  }

  private func wait(read: Bool) throws {
    var poll = Poll()
    poll.add(socket.number, read: read, write: !read)
    try poll.wait(microseconds: 20_000_000)
    guard read ? poll.isReadable(0) : poll.isWritable(0) else { throw TooLate() }
  }
}

/// WebSocket by hand, for a client that may break its rules.
extension RawPeer {
  /// A frame as it travels.
  package struct Frame: Equatable {
    package var opcode: UInt8
    package var isFinal: Bool
    package var bytes: [UInt8]

    /// Takes the parts as they are.
    package init(opcode: UInt8, isFinal: Bool = true, bytes: [UInt8]) {
      self.opcode = opcode
      self.isFinal = isFinal
      self.bytes = bytes
    }

    /// The payload as text.
    package var text: String { String(decoding: bytes, as: UTF8.self) }
    /// The code and reason of a close.
    package var closing: (code: UInt16, reason: String)? {
      guard opcode == 8, bytes.count >= 2 else { return nil }
      return (
        UInt16(bytes[0]) << 8 | UInt16(bytes[1]),
        String(decoding: bytes.dropFirst(2), as: UTF8.self)
      )
    }
  }

  /// A request that is let in.
  package static func request(host: String, _ more: String = "") -> String {
    "GET / HTTP/1.1\r\nHost: \(host)\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
      + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
      + "Sec-WebSocket-Protocol: bindinspect.v1\r\n\(more)\r\n"
  }

  /// Becomes a WebSocket, or fails with the answer.
  @discardableResult
  package func upgrade() throws -> Self {
    try send(Self.request(host: host))
    let head = try readHead()
    guard head.hasPrefix("HTTP/1.1 101 ") else { throw UpgradeRefused(head: head) }
    return self
  }

  /// The answer of a server that does not let us in.
  package struct UpgradeRefused: Error {
    package let head: String
  }

  /// Sends a frame.
  package func send(frame: Frame) throws { try send(Self.bytes(of: frame)) }
  /// Sends a text.
  package func send(message: String) throws {
    try send(frame: Frame(opcode: 1, bytes: Array(message.utf8)))
  }

  /// A frame's bytes, masked as a client's.
  package static func bytes(of frame: Frame) -> [UInt8] {
    let count = frame.bytes.count
    var bytes = [(frame.isFinal ? 0x80 : 0) | frame.opcode]
    if count < 126 {
      bytes.append(0x80 | UInt8(count))
    } else if count < 65_536 {
      bytes += [0x80 | 126, UInt8(count >> 8), UInt8(count & 0xff)]
    } else {
      bytes.append(0x80 | 127)
      bytes += (0..<8).reversed().map { UInt8(UInt64(count) >> ($0 * 8) & 0xff) }
    }
    // Large ones under the mask of zeros, for the sake of time.
    guard count < 65_536 else { return bytes + [0, 0, 0, 0] + frame.bytes }
    let mask: [UInt8] = [0x12, 0x34, 0x56, 0x78]
    return bytes + mask + frame.bytes.enumerated().map { $1 ^ mask[$0 % 4] }
  }

  /// The next frame.
  package func readFrame() throws -> Frame {
    let head = try read(exactly: 2)
    var count = Int(head[1] & 0x7f)
    if count == 126 {
      count = try read(exactly: 2).reduce(0) { $0 << 8 | Int($1) }
    } else if count == 127 {
      count = try read(exactly: 8).reduce(0) { $0 << 8 | Int($1) }
    }
    return Frame(
      opcode: head[0] & 0x0f, isFinal: head[0] & 0x80 != 0, bytes: try read(exactly: count))
  }

  /// The next frame that is no ping.
  package func readMessage() throws -> Frame {
    while true {
      let frame = try readFrame()
      if frame.opcode != 9 { return frame }
    }
  }
}
