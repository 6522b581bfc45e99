private import InspectLink
private import InspectServer
private import InspectSystem
private import InspectWire

/// The daemon from its first line to its last, on the main thread.
struct Daemon {
  static let version = "0.1.0"
  static let implementation = "inspectord \(version)"

  private let options: Options

  init(_ options: Options) { self.options = options }

  /// Serves until somebody asks it to end, or nobody needs it.
  func run() throws(Complaint) {
    let remote = try options.remote.configuration(tokenFile: options.tokenFile)
    if let remote {
      try SecretFiles.checkKey(remote.key)
      try SecretFiles.checkCertificate(remote.certificate)
    }
    DescriptorLimit.set(RimLimits.descriptors)
    let folder = RuntimeFolder.located(given: options.folder)
    let log = try openLog()
    defer { log.end() }
    let place = try take(folder)
    defer { place.withdraw() }
    // Before anything is told of us: whoever asks us to end then finds us ready.
    let signal = try ours { () throws(SystemError) in try Waker() }
    Signals.wakeAtTermination(signal)

    var chance = SystemRandom()
    let run = InstanceID(using: &chance)
    let token =
      try options.tokenFile.map { path throws(Complaint) in try SecretFiles.token(path) }
      ?? Token(using: &chance)
    let dialler = try ours { () throws(SystemError) in try Dialler() }
    let server = try makeServer(place, remote, run, token, dialler, log)
    let address = try start(server, place)
    defer {
      server.stop()
      server.waitUntilEnded()
      dialler.order(.stop)
    }
    try ours { () throws(SystemError) in try dialler.start(folder, for: server) }
    let file = DaemonFile(
      pid: Environment.ownPID,
      startTime: ProcessTable.own?.startTime ?? 0,
      socket: address.socketPath, port: address.port,
      token: address.port == nil ? nil : token.text, run: run, version: Self.version,
      started: SystemClock.wallMicroseconds)
    try post(file, place)
    server.post { server in (server.handler as? HubHandler)?.begin(on: server) }
    let port = address.port.map { ", port \($0) on loopback" } ?? ""
    log.write(
      LogLine(.info, "daemon", "\(Self.implementation) serves \(address.socketPath)\(port)"))
    if let remote = address.remote {
      log.write(
        LogLine(
          .warning, "daemon", "serves other machines by TLS at \(remote.host) port \(remote.port)"))
    }
    wait(signal, server, place, file, log)
  }

  // MARK: Parts

  private func openLog() throws(Complaint) -> DaemonLog {
    do throws(SystemError) {
      let file = try options.log.map { path throws(SystemError) in
        try OutputFile.opened(appendingTo: path)
      }
      return try DaemonLog(to: file ?? .error, level: options.level)
    } catch {
      throw Complaint(.unwritableOutput, "The log cannot be written: \(display(error.text)).")
    }
  }

  private func take(_ folder: RuntimeFolder) throws(Complaint) -> DaemonPlace {
    do throws(PlaceFault) {
      return try DaemonPlace(in: folder)
    } catch {
      let shown = display(folder.path)
      switch error {
      case .held(let other):
        let who = other.map { " (pid \($0.pid))" } ?? ""
        throw Complaint(
          .refused, "Another inspectord\(who) serves \(shown) already.",
          remedy: "Use that one; `inspect-cli status` tells about it, `inspect-cli stop` ends it.")
      case .folder(let fault):
        throw Complaint(Self.status(fault), Self.sentence(display(fault.text)))
      case .system(let error):
        throw Complaint(
          error.isForbidden ? .notPermitted : .unreadableInput,
          "The runtime folder \(shown) cannot be used: \(display(error.text)).")
      }
    }
  }

  private static func status(_ fault: RuntimeFolder.Fault) -> DaemonStatus {
    switch fault {
    case .foreignOwner, .openToOthers: .notPermitted
    case .system(let error): error.isForbidden ? .notPermitted : .unreadableInput
    case .notAFolder: .unreadableInput
    case .relative: .usage
    }
  }

  private static func sentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst() + "."
  }

  private func makeServer(
    _ place: DaemonPlace, _ remote: RemoteConfiguration?, _ run: InstanceID, _ token: Token,
    _ dialler: Dialler, _ log: DaemonLog
  ) throws(Complaint) -> WebSocketServer {
    let clock = { @Sendable in Moment.now }
    let wall = { @Sendable in SystemClock.wallMicroseconds }
    let settings = Hub.Settings(
      run: run, token: token, implementation: Self.implementation,
      idleExit: options.idleExit.map { $0 * 1_000_000 },
      drawToken: { [hasPort = options.port != nil || remote != nil] in
        var chance = SystemRandom()
        return hasPort ? Token(using: &chance) : nil
      })
    let handler = HubHandler(
      settings, dialler: dialler, log: { log.write($0) },
      now: Instant(moment: clock(), wall: wall()), wall: wall)
    var configuration = ServerConfiguration(
      socketPath: place.socket, port: options.port, pages: Pages.all, log: { log.write($0) },
      clock: clock)
    configuration.bindPath = place.bindPath
    configuration.remote = remote
    configuration.takesAnyLibrary = options.takesAnyLibrary
    do {
      return try WebSocketServer(configuration: configuration, handler: handler)
    } catch {
      throw Self.complaint(error)
    }
  }

  private func start(
    _ server: WebSocketServer, _ place: DaemonPlace
  ) throws(Complaint) -> ServerAddress {
    do {
      return try server.start(under: place.lock)
    } catch {
      throw Self.complaint(error)
    }
  }

  private static func complaint(_ error: ServerError) -> Complaint {
    let status: DaemonStatus =
      switch error {
      case .portTaken, .pathTaken, .untestedLibrary: .refused
      case .notOurs: .usage
      case .pathTooLong: .unreadableInput
      default: .ourFault
      }
    return Complaint(status, sentence(display(error.text)))
  }

  private func post(_ file: DaemonFile, _ place: DaemonPlace) throws(Complaint) {
    do {
      try place.post(file)
    } catch {
      throw Complaint(
        .unwritableOutput, "The runtime folder cannot be written: \(display(error.text)).")
    }
  }

  private func ours<Result>(
    _ body: () throws(SystemError) -> Result
  ) throws(Complaint) -> Result {
    do {
      return try body()
    } catch {
      throw Complaint(.ourFault, "The system refuses: \(display(error.text)).")
    }
  }

  // MARK: Waiting

  /// Sleeps until it is time to end; now and then looks whether its files are still there.
  private func wait(
    _ signal: Waker, _ server: WebSocketServer, _ place: DaemonPlace, _ file: DaemonFile,
    _ log: DaemonLog
  ) {
    var poll = Poll()
    while true {
      poll.removeAll()
      poll.add(signal.number, read: true, write: false)
      poll.add(server.ended.number, read: true, write: false)
      // A failing poll only asks again.
      try? poll.wait(microseconds: RimLimits.placeLook)
      if poll.isReadable(1) { return }
      if let number = Signals.termination {
        log.write(LogLine(.info, "daemon", "ends: signal \(number)"))
        return
      }
      guard !place.isIntact else { continue }
      // A file can be written anew; a socket or lock that somebody removed is another's by now.
      guard (try? place.post(file)) != nil, place.isIntact else {
        log.write(LogLine(.error, "daemon", "ends: its files were removed from the runtime folder"))
        return
      }
      log.write(LogLine(.warning, "daemon", "told again where it is: the file had been removed"))
    }
  }
}
