internal import InspectServer
internal import InspectSystem
internal import InspectWire

/// Brings the hub and the world together, on the service thread: inputs in, actions out.
final class HubHandler: ServerHandler {
  private var hub: Hub
  private let dialler: Dialler
  private let log: @Sendable (LogLine) -> Void
  private let wall: @Sendable () -> Int64

  init(
    _ settings: Hub.Settings, dialler: Dialler, log: @escaping @Sendable (LogLine) -> Void,
    now: Instant, wall: @escaping @Sendable () -> Int64
  ) {
    hub = Hub(settings, now: now)
    self.dialler = dialler
    self.log = log
    self.wall = wall
  }

  /// Serving begins: from now on time counts.
  func begin(on server: isolated WebSocketServer) { act(on: server) }

  // MARK: The server's events

  func opened(_ id: ConnectionID, peer: ServerPeer, on server: isolated WebSocketServer) {
    let origin: PeerOrigin =
      switch peer.transport {
      case .unix(let who): .unix(pid: who.pid)
      case .loopback, .remote: peer.isPage ? .page : .loopback
      }
    opened(.served(id), origin, on: server)
  }

  func received(
    _ message: [UInt8], from id: ConnectionID, on server: isolated WebSocketServer
  ) {
    received(message, from: .served(id), on: server)
  }

  func nextFrame(for id: ConnectionID, on server: isolated WebSocketServer) -> [UInt8]? {
    let pull = hub.nextFrame(for: .served(id), now: now(server))
    defer { act(on: server) }
    switch pull {
    case .frame(let frame): return frame
    case .idle: return nil
    case .close(let code, let reason):
      server.close(id, code: code, reason: reason)
      return nil
    }
  }

  func closed(_ id: ConnectionID, on server: isolated WebSocketServer) {
    closed(.served(id), why: "the link is gone", on: server)
  }

  func tick(now: Moment, on server: isolated WebSocketServer) -> Moment? {
    hub.tick(now: self.now(server))
    act(on: server)
    return hub.deadline
  }

  // MARK: Any link's events

  func opened(_ id: PeerID, _ origin: PeerOrigin, on server: isolated WebSocketServer) {
    hub.opened(id, as: origin, now: now(server))
    act(on: server)
  }

  func received(_ frame: [UInt8], from id: PeerID, on server: isolated WebSocketServer) {
    hub.received(frame, from: id, now: now(server))
    act(on: server)
  }

  func closed(_ id: PeerID, why: String, on server: isolated WebSocketServer) {
    hub.closed(id, why: why, now: now(server))
    act(on: server)
  }

  // MARK: The dialler's events

  func found(
    _ number: UInt64, _ found: [Attaching.Found], on server: isolated WebSocketServer
  ) {
    let next = hub.found(number, found, now: now(server))
    if let next { dialler.order(.connect(next)) }
    act(on: server)
  }

  func notFound(
    _ request: DialRequest, _ code: FailureCode, _ text: String, _ remedy: String,
    on server: isolated WebSocketServer
  ) {
    hub.notFound(request.number, request.process, code, text, remedy, now: now(server))
    act(on: server)
  }

  func unreachable(
    _ instance: InstanceID, _ code: FailureCode, _ text: String, _ remedy: String,
    on server: isolated WebSocketServer
  ) {
    hub.unreachable(instance, code, text, remedy, now: now(server))
    act(on: server)
  }

  func gone(_ instance: InstanceID, how: String?, on server: isolated WebSocketServer) {
    hub.gone(instance, how: how, now: now(server))
    act(on: server)
  }

  // MARK: Actions

  private func now(_ server: isolated WebSocketServer) -> Instant {
    Instant(moment: server.now, wall: wall())
  }

  private func act(on server: isolated WebSocketServer) {
    var actions = hub.takeActions()
    while !actions.isEmpty {
      for action in actions { perform(action, on: server) }
      actions = hub.takeActions()
    }
    if let deadline = hub.deadline { server.wakeHandler(at: deadline) }
  }

  private func perform(_ action: HubAction, on server: isolated WebSocketServer) {
    switch action {
    case .write(let peer):
      if let id = peer.connection { server.requestWrite(to: id) } else { push(peer, server) }
    case .close(let peer, let code, let reason):
      if let id = peer.connection {
        server.close(id, code: code, reason: reason)
      } else {
        dialler.order(.close(peer, code: code, reason: reason))
      }
    case .read(let peer, let isReading):
      if let id = peer.connection { server.setReading(isReading, of: id) }
    case .dial(let request): dialler.order(.find(request))
    case .letGo(let instance): dialler.order(.letGo(instance))
    case .meet(let facts): dialler.order(.meet(facts))
    case .watch(let facts): dialler.order(.watch(facts))
    case .unwatch(let instance): dialler.order(.unwatch(instance))
    case .log(let line): log(LogLine(line))
    case .exit:
      log(LogLine(.info, "daemon", "ends: nobody has needed it for long enough"))
      server.stop()
    }
  }

  /// Hands all that waits for a dialled process to the dialler, which has the link.
  private func push(_ peer: PeerID, _ server: isolated WebSocketServer) {
    while true {
      switch hub.nextFrame(for: peer, now: now(server)) {
      case .frame(let frame): dialler.order(.send(peer, frame))
      case .idle: return
      case .close(let code, let reason):
        dialler.order(.close(peer, code: code, reason: reason))
        return
      }
    }
  }
}

extension PeerID {
  /// A link that the server accepted.
  static func served(_ id: ConnectionID) -> PeerID { PeerID(id.rawValue &* 2) }

  /// A link that the dialler made.
  static func dialled(_ number: UInt64) -> PeerID { PeerID(number &* 2 &+ 1) }

  /// The server's name of the link; nil for one that was dialled.
  fileprivate var connection: ConnectionID? {
    rawValue.isMultiple(of: 2) ? ConnectionID(rawValue / 2) : nil
  }
}

extension LogLine {
  fileprivate init(_ line: HubLogLine) {
    let level: Level =
      switch line.level {
      case .warning: .warning
      case .info: .info
      case .debug: .debug
      }
    self.init(level, line.kind, line.text)
  }
}
