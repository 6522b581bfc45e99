package import InspectSystem
package import InspectWire

/// One connection, either end: WebSocket over a Unix or loopback socket.
///
/// Confined to one thread. Never waits, never raises SIGPIPE, never throws once it exists; what
/// goes wrong comes as its last event, `closed`. Sleep until `descriptor` is ready for what
/// `wantsRead` and `wantsWrite` ask, or `deadline` is over; then call `ready` and `tick`. `LinkLoop`
/// does that for many links.
package final class Link {
  private enum State {
    case connecting
    case running
    /// The machine has ended: the last bytes go out, and the other side closes.
    case lingering(LinkClosure)
    case closed
  }

  /// Who dialled, as the kernel saw it; nil on the dialling side and on loopback.
  package let peer: Peer?
  /// Number for `poll`; −1 once closed.
  package private(set) var descriptor: Int32
  /// Whether nothing is read for the time being, so that the other side has to wait.
  package var isReadingPaused = false {
    // Whoever is not read from cannot be heard: its silence counts from the end of the pause.
    didSet { pinged = nil }
  }

  private var socket: Descriptor?
  private let limits: LinkLimits
  private let isDialling: Bool
  private var machine: WebSocketMachine
  private var state: State
  private var outbox = Outbox()
  /// The newest answer to a ping, while the outbox is full.
  private var waitingPong: [UInt8]?
  private var hasRefused = false
  private var canWrite = true
  private var isSendingFinished = false
  /// End of the opening or of the closing.
  private var limit: Moment
  private var lastHeard: Moment
  private var pinged: Moment?
  private var unreported: [LinkEvent] = []

  /// Begins to dial.
  ///
  /// - Throws: `failed` where the system refuses at once: nobody listens on a Unix socket, say.
  package init(
    dialing address: LinkAddress, path: String = "/",
    subprotocol: String? = WebSocketMachine.subprotocol, limits: LinkLimits = .standard,
    chance: any RandomNumberGenerator & Sendable = SystemRandom(), now: Moment
  ) throws(LinkClosure) {
    do throws(SystemError) {
      let socket =
        switch address {
        case .unix(let path): try Self.connect(to: path)
        case .loopback(let port): try Socket.connect(toLoopbackPort: port)
        }
      descriptor = socket.number
      self.socket = consume socket
    } catch {
      throw .failed(error)
    }
    peer = nil
    self.limits = limits
    isDialling = true
    machine = WebSocketMachine(
      dialing: address.host, path: path, subprotocol: subprotocol, limits: limits, chance: chance)
    state = .connecting
    limit = now.after(limits.opening)
    lastHeard = now
  }

  /// Connects to a socket of this user's, and of nobody else: a file may stand anywhere.
  private static func connect(to path: String) throws(SystemError) -> Descriptor {
    let socket = try Socket.connect(to: path)
    guard try Peer(ofSocket: socket.number).isOwnUser else {
      throw .foreignUser("connect", path)
    }
    return socket
  }

  /// Takes a connection that somebody dialled; `peer` is whoever that was.
  package init(
    accepting socket: consuming Descriptor, peer: Peer? = nil, path: String = "/",
    subprotocol: String? = WebSocketMachine.subprotocol, limits: LinkLimits = .standard,
    chance: any RandomNumberGenerator & Sendable = SystemRandom(), now: Moment
  ) {
    descriptor = socket.number
    self.socket = consume socket
    self.peer = peer
    self.limits = limits
    isDialling = false
    machine = WebSocketMachine(
      acceptingAt: path, subprotocol: subprotocol, limits: limits, chance: chance)
    state = .running
    limit = now.after(limits.opening)
    lastHeard = now
  }

  // MARK: Facts

  /// Whether messages may be sent.
  package var isOpen: Bool { if case .running = state { machine.isOpen } else { false } }

  /// Whether its socket is closed.
  package var isClosed: Bool { if case .closed = state { true } else { false } }

  /// When the other side was heard last, while it is asked whether it lives and has not answered;
  /// nil while nothing speaks against it.
  package var silentSince: Moment? { pinged == nil || isClosed ? nil : lastHeard }

  /// Bytes that wait for the kernel to take them.
  package var unsentBytes: Int { outbox.count }

  /// Whether to wait for something to read.
  package var wantsRead: Bool {
    switch state {
    case .connecting, .closed: false
    case .running: !isReadingPaused && !machine.isSettling
    case .lingering: true
    }
  }

  /// Whether to wait for room to write.
  package var wantsWrite: Bool {
    if case .connecting = state { return true }
    return !isClosed && canWrite && outbox.count > 0
  }

  /// When `ready` and `tick` have something to do; the past where that is at once.
  package var deadline: Moment? {
    let past = Moment(microseconds: .min)
    if !unreported.isEmpty { return past }
    switch state {
    case .closed: return nil
    case .connecting, .lingering: return limit
    case .running where machine.isSettling: return past
    case .running: return machine.isOpen ? lifeLimit : limit
    }
  }

  private var lifeLimit: Moment? {
    if isReadingPaused { return nil }
    guard let pinged else { return lastHeard.after(limits.pingAfter) }
    return pinged.after(limits.goneAfter - limits.pingAfter)
  }

  // MARK: Doing

  /// Sends a text message, or says why not.
  ///
  /// - Parameter text: Valid UTF-8.
  package func send(_ text: [UInt8]) -> SendOutcome {
    let outcome = outcome(for: text)
    if outcome == .queued, let frame = machine.frame(text: text) { put(frame) }
    return outcome
  }

  /// Sends a binary message to whoever takes such, or says why not.
  package func send(binary: [UInt8]) -> SendOutcome {
    let outcome = outcome(for: binary)
    if outcome == .queued, let frame = machine.frame(binary: binary) { put(frame) }
    return outcome
  }

  private func outcome(for message: [UInt8]) -> SendOutcome {
    guard isOpen else { return .notOpen }
    guard message.count <= limits.messageBytes else { return .tooLarge }
    guard outbox.count == 0 || outbox.count + message.count <= limits.outboxBytes else {
      hasRefused = true
      return .full
    }
    return .queued
  }

  /// Begins to close; `closed` comes once the other side took note, or its time is over.
  package func close(code: UInt16 = CloseCode.normal, reason: String = "", now: Moment) {
    var events = takeUnreported()
    switch state {
    case .connecting: finish(.closed(code: code), &events)
    case .running where machine.isOpen:
      limit = now.after(limits.closing)
      obey(machine.close(code: code, reason: reason), now, &events)
    case .running: if machine.closingCode == nil { finish(.closed(code: code), &events) }
    case .lingering, .closed: break
    }
    unreported = events
  }

  /// Closes the socket without a word: `closed` is not told.
  ///
  /// For a forked child, whose parent still speaks on the same connection.
  package func abandon() {
    state = .closed
    socket = nil
    descriptor = -1
    outbox.removeAll()
    unreported = []
  }

  /// Does what the socket is ready for, and what waited for the answers to the last messages.
  package func ready(read: Bool, write: Bool, now: Moment) -> [LinkEvent] {
    var events = takeUnreported()
    if !isClosed { obey(machine.settle(), now, &events) }
    if case .connecting = state, read || write {
      if let error = Socket.failure(of: descriptor) {
        finish(.failed(error), &events)
        return events
      }
      state = .running
      obey(machine.start(), now, &events)
    }
    if read, !isClosed, !machine.isSettling { receive(now, &events) }
    if !isClosed { flush(now, &events) }
    return events
  }

  /// Does what time asks for: asks a silent peer, and gives one up.
  package func tick(now: Moment) -> [LinkEvent] {
    var events = takeUnreported()
    guard let deadline, now >= deadline, !machine.isSettling else { return events }
    switch state {
    case .connecting: finish(.late(.opening), &events)
    case .lingering(let closure): finish(closure, &events)
    case .closed: break
    case .running where machine.isOpen: askForLife(deadline, now, &events)
    case .running: end(.late(.opening), &events)
    }
    return events
  }

  private func askForLife(_ deadline: Moment, _ now: Moment, _ events: inout [LinkEvent]) {
    // Whoever comes much too late slept itself (stopped, suspended): the peer gets a new chance.
    let overslept = now > deadline.after(limits.pingAfter)
    if pinged != nil, !overslept {
      finish(.late(.life), &events)
      return
    }
    pinged = now
    if let ping = machine.ping() { put(ping) }
    flush(now, &events)
  }

  private func takeUnreported() -> [LinkEvent] {
    defer { unreported = [] }
    return unreported
  }

  private func receive(_ now: Moment, _ events: inout [LinkEvent]) {
    var bytes: [UInt8] = []
    do throws(SystemError) {
      switch try Socket.receive(from: descriptor, into: &bytes, atMost: limits.readBytes) {
      case .moved:
        lastHeard = now
        pinged = nil
        // The machine ignores all once it has ended.
        obey(machine.receive(bytes[...]), now, &events)
      case .wouldBlock: break
      case .ended: end(.lost, &events)
      }
    } catch {
      end(.failed(error), &events)
    }
  }

  /// Nothing more comes in: `closure` unless a better reason is known.
  private func end(_ closure: LinkClosure, _ events: inout [LinkEvent]) {
    if case .lingering(let known) = state {
      finish(known, &events)
    } else {
      finish(machine.closingCode.map { .closed(code: $0) } ?? closure, &events)
    }
  }

  private func flush(_ now: Moment, _ events: inout [LinkEvent]) {
    if canWrite, outbox.count > 0 {
      do throws(SystemError) {
        try outbox.flush(to: descriptor)
      } catch {
        // The other side is gone, but its last words may still be there to be read.
        canWrite = false
        outbox.removeAll()
      }
    }
    if let pong = waitingPong, outbox.count < limits.outboxBytes {
      waitingPong = nil
      put(pong)
    }
    if hasRefused, isOpen, outbox.count <= limits.outboxBytes / 2 {
      hasRefused = false
      events.append(.drained)
    }
    finishSendingIfDone()
  }

  /// Half-closes once the last bytes are out.
  ///
  /// Closing at once could reset the connection and destroy them on their way. After a close in
  /// order the side that dialled leaves that to the other (RFC 6455, section 7.1.1).
  private func finishSendingIfDone() {
    guard case .lingering(let closure) = state, outbox.count == 0, !isSendingFinished else {
      return
    }
    if isDialling, closure.isInOrder { return }
    isSendingFinished = true
    Socket.finishSending(to: descriptor)
  }

  private func obey(
    _ actions: [WebSocketMachine.Action], _ now: Moment, _ events: inout [LinkEvent]
  ) {
    for action in actions {
      switch action {
      case .send(let bytes): put(bytes)
      case .pong(let bytes):
        if outbox.count >= limits.outboxBytes {
          waitingPong = bytes
        } else {
          put(bytes)
        }
      case .opened: events.append(.opened)
      case .message(let text): events.append(.message(text))
      case .binary(let bytes): events.append(.binary(bytes))
      case .ended(let closure):
        state = .lingering(closure)
        limit = now.after(limits.closing)
      }
    }
  }

  private func put(_ bytes: [UInt8]) {
    if canWrite { outbox.append(bytes) }
  }

  private func finish(_ closure: LinkClosure, _ events: inout [LinkEvent]) {
    abandon()
    events.append(.closed(closure))
  }
}
