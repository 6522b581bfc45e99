internal import InspectSystem

/// Takes connections on a thread of its own, turns strangers away and hands the others over.
///
/// The C library would accept too, but at the process's limit of descriptors it spins.
final class Acceptor: Sendable {
  private struct State {
    var isStopping = false
    var open = 0
  }

  /// What it tells; each is called on its thread.
  struct Events: Sendable {
    /// A connection that the receiver now owns.
    var accepted: @Sendable (_ socket: Int32, _ transport: ServerPeer.Transport) -> Void
    /// A connection of another user was closed.
    var foreign: @Sendable (_ user: UInt32) -> Void
    /// A connection above the limit was closed.
    var tooMany: @Sendable () -> Void
    /// The system is short of something, so it pauses.
    var shortage: @Sendable (SystemError) -> Void
  }

  private let waker: Waker
  private let state = Lock(State())
  private let limit: Int

  init(limit: Int) throws(SystemError) {
    waker = try Waker()
    self.limit = limit
  }

  /// Starts the thread, which owns the listeners and closes them when it ends.
  func start(_ listeners: [Listener], _ events: Events) throws(SystemError) {
    try PlainThread.start(name: "accept") { [self] in run(listeners, events) }
  }

  /// Ends the thread; the listeners close a moment later.
  func stop() {
    state.withLock { $0.isStopping = true }
    waker.wake()
  }

  /// Notes that a connection that was handed over has ended.
  func noteClosed() { state.withLock { $0.open -= 1 } }

  private func run(_ listeners: [Listener], _ events: Events) {
    var poll = Poll()
    var isPausing = false
    while !state.withLock({ $0.isStopping }) {
      poll.removeAll()
      poll.add(waker.number, read: true, write: false)
      let watched = isPausing ? [] : listeners
      for listener in watched { poll.add(listener.socket.number, read: true, write: false) }
      do {
        try poll.wait(microseconds: isPausing ? ServerLimits.shortagePause * 1_000 : nil)
        isPausing = false
        if poll.isReadable(0) { waker.drain() }
        for (place, listener) in watched.enumerated() where poll.isReadable(place + 1) {
          try take(from: listener, events)
        }
      } catch {
        // Out of descriptors or memory, or something unforeseen: never spin on it.
        events.shortage(error)
        isPausing = true
      }
    }
  }

  private func take(from listener: Listener, _ events: Events) throws(SystemError) {
    for _ in 1...ServerLimits.acceptBurst {
      guard let socket = try Socket.accept(on: listener.socket) else { return }
      let transport: ServerPeer.Transport
      switch listener.kind {
      case .loopback: transport = .loopback
      case .remote: transport = .remote
      case .unix:
        let peer = try Peer(ofSocket: socket.number)
        guard peer.isOwnUser else {
          events.foreign(peer.user)
          continue
        }
        transport = .unix(peer)
      }
      let isAdmitted = state.withLock { state in
        guard state.open < limit else { return false }
        state.open += 1
        return true
      }
      guard isAdmitted else {
        // Told in vain if the socket takes nothing now; it is closed either way.
        _ = try? Socket.send(Self.refusal[...], to: socket.number)
        events.tooMany()
        continue
      }
      Socket.setSendBuffer(of: socket.number, bytes: ServerLimits.socketBufferBytes)
      events.accepted(socket.release(), transport)
    }
  }

  private static let refusal = Array(
    "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8)
}
