package import InspectSystem
package import InspectWire

/// The daemon's listening side: WebSockets and pages for this user's programs, and for nobody else.
///
/// Its executor is the libwebsockets service thread, so the compiler proves which thread a line runs
/// on. It serves from `start(under:)` to `stop()`, and holds itself for so long. What is said is the
/// handler's business; frames are pulled from it when a peer takes them.
package actor WebSocketServer {
  nonisolated let thread: ServiceThread
  nonisolated let acceptor: Acceptor
  nonisolated let configuration: ServerConfiguration
  /// Readable for ever once the server has stopped serving; never drained.
  package nonisolated let ended: Waker
  private nonisolated let isStarted = Lock(false)

  /// What decides; made for this server and used by it alone.
  package let handler: any ServerHandler
  var context: ServiceContext?
  var rules = AcceptRules(port: nil)
  var connections: [ConnectionID: Connection] = [:]
  var lastID: UInt64 = 0
  /// When the handler wants to be woken.
  var deadline: Moment?
  /// Set while stopping: when the remaining connections are cut.
  var lastMoment: Moment?
  private var socketFile: SocketFile?
  package internal(set) var counters = ServerCounters()

  package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.unowned }

  /// Starts the service thread, which serves nothing yet.
  package init(configuration: ServerConfiguration, handler: sending any ServerHandler)
    throws(ServerError)
  {
    do {
      thread = try ServiceThread()
      acceptor = try Acceptor(
        limit: max(
          1,
          min(
            configuration.connections,
            DescriptorLimit.current - ServerLimits.reservedDescriptors)))
      ended = try Waker()
    } catch {
      throw .system(error)
    }
    self.configuration = configuration
    self.handler = handler
  }

  deinit { thread.retire() }

  // MARK: From any thread

  /// Opens the listeners and serves; returns when connections are taken. Not for the service thread.
  ///
  /// - Parameter lock: Proof that the folder of the socket is ours.
  package nonisolated func start(under lock: borrowing HeldLock) throws(ServerError)
    -> ServerAddress
  {
    let isFirst = isStarted.withLock { isStarted in
      defer { isStarted = true }
      return !isStarted
    }
    guard isFirst else { throw .notFresh }
    let library = LibraryVersion.current
    guard configuration.takesAnyLibrary || library.isTested else {
      throw .untestedLibrary(version: library.text)
    }
    let listeners = try Listeners(configuration, under: lock)
    do throws(ServerError) {
      try openContext(listeners)
      try startAccepting(listeners)
    } catch {
      listeners.file.remove()
      post { $0.stopServing() }
      throw error
    }
    return listeners.address
  }

  /// Stops taking connections, tells those that are open, and ends serving; `ended` tells when.
  package nonisolated func stop() {
    acceptor.stop()
    post { $0.beginStopping() }
  }

  /// Waits until the server has stopped serving. Not for the service thread.
  package nonisolated func waitUntilEnded() {
    var poll = Poll()
    poll.add(ended.number, read: true, write: false)
    while !poll.isReadable(0) {
      // A failing poll only asks again.
      try? poll.wait(microseconds: nil)
    }
  }

  /// Runs a body on the service thread; bodies from one thread run in the order of their posting.
  package nonisolated func post(
    _ body: @escaping @Sendable (isolated WebSocketServer) -> Void
  ) {
    thread.post { self.assumeIsolated { body($0) } }
  }

  private nonisolated func openContext(_ listeners: Listeners) throws(ServerError) {
    let ready: Waker
    do {
      ready = try Waker()
    } catch {
      throw .system(error)
    }
    let isOpen = Lock(false)
    post { server in
      let done = server.open(listeners)
      isOpen.withLock { $0 = done }
      ready.wake()
    }
    var poll = Poll()
    poll.add(ready.number, read: true, write: false)
    while !poll.isReadable(0) {
      // A failing poll only asks again.
      try? poll.wait(microseconds: nil)
    }
    guard isOpen.withLock({ $0 }) else { throw .noContext }
    thread.serve { self.assumeIsolated { $0.turn() } }
  }

  private nonisolated func startAccepting(_ listeners: Listeners) throws(ServerError) {
    let events = Acceptor.Events(
      accepted: { socket, transport in self.post { $0.adopt(socket, transport) } },
      foreign: { user in self.post { $0.noteForeign(user) } },
      tooMany: { self.post { $0.noteTooMany() } },
      shortage: { [log = configuration.log] error in
        log(LogLine(.warning, "shortage", "no connections are taken for a moment: \(error.text)"))
      })
    do {
      try acceptor.start(listeners.all, events)
    } catch {
      throw .system(error)
    }
  }

  // MARK: On the service thread

  /// What the handler's deadlines are compared with.
  package var now: Moment { configuration.clock() }

  /// Wakes the handler at that moment, or before it if it asked for an earlier one.
  package func wakeHandler(at moment: Moment) {
    if let deadline, deadline <= moment { return }
    deadline = moment
    setTimer()
  }

  func setTimer() {
    guard let next = [deadline, lastMoment].compactMap(\.self).min() else {
      context?.setTimer(microseconds: nil)
      return
    }
    let (wait, isFar) = next.microseconds.subtractingReportingOverflow(now.microseconds)
    context?.setTimer(microseconds: isFar ? Int64.max / 2 : wait)
  }

  func deadlineCame() {
    let now = now
    if let deadline, deadline <= now {
      self.deadline = nil
      let next = handler.tick(now: now, on: self)
      if let next { wakeHandler(at: next) }
    }
    setTimer()
  }

  private func open(_ listeners: Listeners) -> Bool {
    LibraryLog.add(thread, configuration.log)
    context = ServiceContext(serving: self, configuration)
    guard let context else {
      LibraryLog.remove(thread)
      return false
    }
    rules = AcceptRules(port: listeners.address.port)
    if let remote = listeners.address.remote {
      let host = remote.host.contains(":") ? "[\(remote.host)]" : remote.host
      rules.remoteNames = ([host] + [configuration.remote?.name].compactMap(\.self))
        .map { "\($0):\(remote.port)" }
    }
    socketFile = listeners.file
    thread.setBell(context.bell)
    return true
  }

  private func turn() -> Bool {
    guard let context else { return false }
    let isServing = context.service()
    if !isServing {
      configuration.log(LogLine(.error, "library", "the service loop gave up"))
      acceptor.stop()
    }
    if isServing, !isFinished { return true }
    stopServing()
    return false
  }

  private var isFinished: Bool {
    guard let lastMoment else { return false }
    return connections.isEmpty || lastMoment <= now
  }

  private func beginStopping() {
    guard context != nil, lastMoment == nil else { return }
    socketFile?.remove()
    let (end, _) = now.microseconds.addingReportingOverflow(
      Int64(configuration.closingSeconds) * 1_000_000)
    lastMoment = Moment(microseconds: end)
    for (id, connection) in connections {
      switch connection.stage {
      case .open: close(id, code: 1001, reason: "the daemon ends")
      case .closing: break
      case .request, .approved: connection.handle?.endNow(on: self)
      }
    }
    setTimer()
  }

  private func stopServing() {
    guard let context else { return }
    thread.setBell(nil)
    socketFile?.remove()
    context.close()
    self.context = nil
    // Those that the library had not announced as destroyed cannot come any more.
    for id in connections.keys.sorted() { noteDestroyed(id) }
    LibraryLog.remove(thread)
    ended.wake()
  }
}
