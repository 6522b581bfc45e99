internal import InspectServer
internal import InspectSystem
internal import InspectWire

/// The daemon's listening side, with a handler that says back what it hears.
enum ServerEcho {
  /// Serves until the program is ended.
  static func run(in folder: RuntimeFolder) throws {
    var configuration = ServerConfiguration(
      socketPath: folder.path(of: "d.sock"), port: 0, pages: [:], log: { _ in },
      clock: { Moment(microseconds: SystemClock.monotonicMicroseconds) })
    configuration.messages = EchoLimits.messages
    let server = try WebSocketServer(configuration: configuration, handler: Handler())
    guard let lock = try HeldLock.take(folder.path(of: "daemon.lock")) else { return }
    let address = try server.start(under: lock)
    Echo.say("port \(address.port ?? 0)")
    server.waitUntilEnded()
  }

  private enum Frame {
    case text([UInt8])
    case binary([UInt8])
  }

  private final class Handler: ServerHandler {
    private var frames: [ConnectionID: [Frame]] = [:]

    func opened(_ id: ConnectionID, peer: ServerPeer, on server: isolated WebSocketServer) {
      frames[id] = []
    }

    func received(_ message: [UInt8], from id: ConnectionID, on server: isolated WebSocketServer) {
      frames[id]?.append(.text(message))
      server.requestWrite(to: id)
    }

    func received(
      binary message: [UInt8], from id: ConnectionID, on server: isolated WebSocketServer
    ) {
      frames[id]?.append(.binary(message))
      server.requestWrite(to: id)
    }

    func nextFrame(for id: ConnectionID, on server: isolated WebSocketServer) -> [UInt8]? {
      guard case .text(let message)? = frames[id]?.first else { return nil }
      frames[id]?.removeFirst()
      return message
    }

    func nextBinaryFrame(for id: ConnectionID, on server: isolated WebSocketServer) -> [UInt8]? {
      guard case .binary(let message)? = frames[id]?.first else { return nil }
      frames[id]?.removeFirst()
      return message
    }

    func closed(_ id: ConnectionID, on server: isolated WebSocketServer) { frames[id] = nil }

    func tick(now: Moment, on server: isolated WebSocketServer) -> Moment? { nil }
  }
}
