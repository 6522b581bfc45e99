private import Glibc
package import InspectLink
internal import InspectSystem

/// Bare libwebsockets in a process of its own, and links to it: what the transport alone costs.
///
/// Confined to one thread.
package final class RawTransport {
  private let companion: Companion
  private let socket: String
  private let client: LinkClient

  fileprivate init(_ program: String, _ socket: String) throws {
    companion = Companion(program, [socket])
    self.socket = socket
    companion.waitUntilServed(at: socket)
    client = try LinkClient(dialing: .unix(socket))
  }

  /// Seconds of its processor time so far.
  package var processorSeconds: Double { OtherProcess(pid: companion.pid).processorSeconds }

  /// Sends so many messages of so many bytes, as many under way as a reporter's batches, and waits
  /// until they are read.
  package func sink(_ count: Int, bytes: Int) throws {
    let message = Self.message("s", bytes)
    for sent in 0..<count {
      if sent >= 8 { _ = try client.next() }
      try client.send(message)
    }
    for _ in 0..<min(count, 8) { _ = try client.next() }
  }

  /// Has so many bytes sent to a fresh link, in messages of a section's size.
  package func source(_ bytes: Int) throws {
    let size = min(bytes, 48 << 10)
    let count = bytes / size
    let fresh = try LinkClient(dialing: .unix(socket))
    try fresh.send(Array("m \(count) \(size)".utf8))
    for _ in 0..<count { _ = try fresh.next() }
    fresh.close()
  }

  /// One who is passed on what others say.
  package func listener() throws -> LinkClient { try LinkClient(dialing: .unix(socket)) }

  /// Has so many bytes passed on to all listeners, and waits until each has them.
  package func fanOut(_ bytes: Int, to listeners: [LinkClient]) throws {
    try client.send(Self.message("f", bytes))
    for listener in listeners { _ = try listener.next() }
  }

  /// Ends it; it has to run still.
  package func end() {
    client.close()
    companion.end()
    unlink(socket)
  }

  private static func message(_ order: Character, _ bytes: Int) -> [UInt8] {
    Array(String(order).utf8) + Array(repeating: UInt8(ascii: "x"), count: max(bytes, 1) - 1)
  }
}

extension Stage {
  /// Starts bare libwebsockets on a socket of the stage's folder.
  package func rawTransport() throws -> RawTransport {
    try RawTransport(path("RawTransport"), folder.path(of: "raw.sock"))
  }
}
