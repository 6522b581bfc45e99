import InspectServer
import InspectSystem
import InspectWire
import TestSupport

/// A server of this process with a folder of its own; stopped with its last user.
final class TestServer: Sendable {
  let folder: OwnFolder
  let server: WebSocketServer
  let address: ServerAddress
  let seen = Lock(EchoHandler.Seen())
  let log = Lock<[LogLine]>([])

  init(
    port: UInt16? = 0, pages: [String: Page] = ["/": .text("hello")],
    _ change: (inout ServerConfiguration) -> Void = { _ in }
  ) throws {
    folder = try OwnFolder()
    var configuration = ServerConfiguration(
      socketPath: folder.path(of: "d.sock"), port: port, pages: pages,
      log: { [log] line in log.withLock { $0.append(line) } },
      clock: { Moment(microseconds: SystemClock.monotonicMicroseconds) })
    // Most tests leave peers behind that answer nothing.
    configuration.closingSeconds = 0
    change(&configuration)
    server = try WebSocketServer(configuration: configuration, handler: EchoHandler(seen))
    address = try Self.start(server, in: folder)
  }

  static func start(_ server: WebSocketServer, in folder: OwnFolder) throws
    -> ServerAddress
  {
    guard let lock = try HeldLock.take(folder.path(of: "daemon.lock")) else {
      throw SystemError(call: "flock", number: 11)
    }
    return try server.start(under: lock)
  }

  deinit {
    server.stop()
    server.waitUntilEnded()
  }

  var port: UInt16 { address.port ?? 0 }

  func dial() throws -> RawPeer { try RawPeer(port: port) }
  func dialUnix() throws -> RawPeer { try RawPeer(path: address.socketPath) }
}
