internal import InspectSystem

/// A socket that waits for connections, and how those that come are called.
final class Listener: Sendable {
  let socket: Descriptor
  let kind: Kind

  enum Kind: Hashable, Sendable {
    case unix
    case loopback
    case remote
  }

  init(_ socket: consuming Descriptor, _ kind: Kind) {
    self.socket = socket
    self.kind = kind
  }
}

/// Every listener of a server; libwebsockets opens none.
struct Listeners: Sendable {
  let all: [Listener]
  let file: SocketFile
  let address: ServerAddress

  /// Attempts at a free port that is free on both loopback addresses.
  private static let attempts = 8

  /// Opens them: first the file, which shows that nobody else serves this folder.
  ///
  /// - Parameter lock: Proof that the folder is ours: a socket that stands there is a dead one's.
  init(_ configuration: ServerConfiguration, under lock: borrowing HeldLock) throws(ServerError) {
    let path = configuration.socketPath
    let unix = try Self.listenUnix(path, bindingTo: configuration.bindPath)
    do {
      file = try SocketFile(at: configuration.bindPath)
    } catch {
      throw .system(error)
    }
    var all = [Listener(unix, .unix)]
    var address = ServerAddress(socketPath: path, port: nil, hasV6: false)
    do throws(ServerError) {
      if let wanted = configuration.port {
        let pair = try Self.listenLoopback(wanted)
        all += pair.listeners
        address.port = pair.port
        address.hasV6 = pair.listeners.count > 1
      }
      if let remote = configuration.remote {
        let (listener, bound) = try Self.listenRemote(remote)
        all.append(listener)
        address.remote = bound
      }
      try Self.verify(but: address.remote)
    } catch {
      file.remove()
      throw error
    }
    self.all = all
    self.address = address
  }

  private static func listenUnix(
    _ path: String, bindingTo bindPath: String
  ) throws(ServerError) -> Descriptor {
    guard path.utf8.count <= Socket.longestPath else {
      throw .pathTooLong(path: path, bytes: path.utf8.count, limit: Socket.longestPath)
    }
    do {
      try SocketFile.removeStale(at: bindPath)
      return try Socket.listen(at: bindPath)
    } catch {
      throw error.call == "bind" || error.isForbidden ? .pathTaken(path) : .system(error)
    }
  }

  private static func listenLoopback(_ wanted: UInt16) throws(ServerError)
    -> (listeners: [Listener], port: UInt16)
  {
    for _ in 1...attempts {
      let v4: Descriptor
      do {
        v4 = try Loopback.v4.listen(port: wanted)
      } catch {
        throw error.isTaken ? Self.taken(wanted) : .system(error)
      }
      guard let port = BoundAddress(ofSocket: v4.number)?.port else { continue }
      do {
        let v6 = try Loopback.v6.listen(port: port)
        return ([Listener(v4, .loopback), Listener(v6, .loopback)], port)
      } catch {
        // A machine without IPv6 is served on IPv4 alone; another's ::1 would answer our clients.
        if error.isAbsent { return ([Listener(v4, .loopback)], port) }
        guard error.isTaken else { throw .system(error) }
        if wanted != 0 { throw Self.taken(wanted) }
      }
    }
    throw Self.taken(wanted)
  }

  private static func listenRemote(_ remote: RemoteConfiguration) throws(ServerError)
    -> (listener: Listener, bound: BoundAddress)
  {
    // One address: what others may call it is known then.
    guard NumericAddress.kind(of: remote.address).map({ $0 != .wildcard }) == true else {
      throw .notLoopback(host: remote.address, port: remote.port)
    }
    do throws(SystemError) {
      let socket = try NumericAddress.listen(host: remote.address, port: remote.port)
      guard let bound = BoundAddress(ofSocket: socket.number) else {
        throw SystemError.last("bind")
      }
      return (Listener(socket, .remote), bound)
    } catch {
      if error.isElsewhere { throw .notOurs(host: remote.address) }
      throw error.isTaken ? taken(remote.port) : .system(error)
    }
  }

  private static func taken(_ port: UInt16) -> ServerError {
    .portTaken(port, by: PortHolder.find(port))
  }

  /// Asks the kernel what this process listens on: a wrong setting would be silent otherwise.
  private static func verify(but remote: BoundAddress?) throws(ServerError) {
    let found: [BoundAddress]
    do {
      found = try BoundAddress.listenersOfThisProcess()
    } catch {
      throw .system(error)
    }
    if let open = found.first(where: { !$0.isLoopback && $0 != remote }) {
      throw .notLoopback(host: open.host, port: open.port)
    }
  }
}
