import InspectServer
import InspectSystem
import InspectWire

/// Says back what it hears; a few words make it do something else.
final class EchoHandler: ServerHandler {
  /// What has happened, for the test's thread.
  struct Seen {
    var opened: [(id: ConnectionID, peer: ServerPeer)] = []
    var closed: [ConnectionID] = []
    var messages = 0
    var ticks: [Moment] = []
  }

  let seen: Lock<Seen>
  private var queues: [ConnectionID: [[UInt8]]] = [:]

  init(_ seen: Lock<Seen>) { self.seen = seen }

  func opened(_ id: ConnectionID, peer: ServerPeer, on server: isolated WebSocketServer) {
    seen.withLock { $0.opened.append((id, peer)) }
    queues[id] = []
  }

  func received(
    _ message: [UInt8], from id: ConnectionID, on server: isolated WebSocketServer
  ) {
    seen.withLock { $0.messages += 1 }
    switch String(decoding: message.prefix(32), as: UTF8.self) {
    case "close": server.close(id, code: 4_001, reason: "as you wish")
    case "long reason":
      server.close(id, code: 4_002, reason: String(repeating: "é", count: 100))
    case "flood":
      // Far more than any kernel buffer holds.
      queues[id] = Array(
        repeating: [UInt8](repeating: UInt8(ascii: "f"), count: 40_000), count: 500)
      server.requestWrite(to: id)
    case "tick":
      server.wakeHandler(at: server.now)
    case "pause":
      server.setReading(false, of: id)
    default:
      queues[id]?.append(message)
      server.requestWrite(to: id)
    }
  }

  func nextFrame(for id: ConnectionID, on server: isolated WebSocketServer) -> [UInt8]? {
    guard queues[id]?.isEmpty == false else { return nil }
    return queues[id]?.removeFirst()
  }

  func closed(_ id: ConnectionID, on server: isolated WebSocketServer) {
    seen.withLock { $0.closed.append(id) }
    queues[id] = nil
  }

  func tick(now: Moment, on server: isolated WebSocketServer) -> Moment? {
    seen.withLock { $0.ticks.append(now) }
    return nil
  }
}
