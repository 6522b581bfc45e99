import InspectLink
import InspectReporter
import InspectSystem
import InspectWire
import Testing

/// The other side of a reporter's link, on the test's own thread: reads, folds, confirms.
final class FakeDaemon {
  let loop: LinkLoop
  private(set) var key: LinkLoop.Key?
  private(set) var hello: Hello?
  private(set) var model = GraphModel()
  private(set) var history: [HistoryEntry] = []
  private(set) var lost: [Lost] = []
  private(set) var hasBeenToldAll = false
  private(set) var farewell: Bye?
  private(set) var closure: LinkClosure?
  private(set) var records = 0
  /// Number of the last batch; each must follow the one before.
  private(set) var sequence: UInt64 = 0
  /// Statuses in the order in which they came.
  var statuses: [StatusRecord] = []
  private(set) var bytes: [UInt8] = []
  /// Whether batches are confirmed.
  var confirms = true
  var welcomes = true
  /// What is demanded right after the welcome; nil says nothing.
  var level: Level? = .status

  private var decoder = MessageDecoder()
  private var encoder = MessageEncoder()

  private init() throws { loop = try LinkLoop() }

  /// Dials the process whose advertisement is in the folder, once there is one.
  static func attached(to folder: TemporaryFolder, level: Level? = .status) throws -> FakeDaemon {
    let daemon = try FakeDaemon()
    daemon.level = level
    var found: Advertisement?
    try daemon.wait("an advertisement") {
      found = try? Discovery.scan(RuntimeFolder(path: folder.path)).processes.first
      return found != nil
    }
    try daemon.dial(try #require(found))
    return daemon
  }

  /// Dials a process.
  static func attached(to process: Advertisement) throws -> FakeDaemon {
    let daemon = try FakeDaemon()
    try daemon.dial(process)
    return daemon
  }

  private func dial(_ process: Advertisement) throws {
    key = loop.add(try Link(dialing: .unix(process.socket), now: loop.now))
  }

  /// Listens where the reporter will dial.
  static func listening(at path: String, level: Level? = .status) throws -> FakeDaemon {
    let daemon = try FakeDaemon()
    daemon.level = level
    daemon.loop.add(LinkListener(try Socket.listen(at: path)))
    return daemon
  }

  /// Serves the link until the condition holds; fails after a generous time.
  func wait(
    _ what: String, seconds: Int = 60, location: SourceLocation = #_sourceLocation,
    until condition: () throws -> Bool
  ) throws {
    let limit = loop.now.after(.seconds(seconds))
    while try !condition() {
      if loop.now >= limit {
        Issue.record(
          "\(what) did not come: \(records) records, \(model.counts), \(String(describing: closure))",
          sourceLocation: location)
        throw TimedOut(what: what)
      }
      for event in try loop.turn(until: loop.now.after(.milliseconds(20))) { take(event) }
    }
  }

  /// Attached to a reporter that has made a first scope for it.
  static func started(with live: LiveReporter, level: Level = .status) throws -> FakeDaemon {
    let scope = live.reporter.makeScope(name: "first")
    let daemon = try attached(to: live.folder, level: level)
    try daemon.wait("the first scope") { daemon.model.scope(scope) != nil }
    return daemon
  }

  /// Makes batches, unconfirmed, until the reporter may send no more.
  func exhaustCredit(of live: LiveReporter) throws {
    confirm()
    while true {
      let before = records
      _ = live.reporter.makeScope(name: "filler")
      let limit = loop.now.after(.milliseconds(400))
      while records == before, loop.now < limit { turn() }
      if records == before { return }
    }
  }

  /// Serves the link for a moment.
  func turn() {
    for event in (try? loop.turn(until: loop.now.after(.milliseconds(5)))) ?? [] { take(event) }
  }

  struct TimedOut: Error { var what: String }

  func send(_ message: Message) {
    guard let key else { return }
    for frame in encoder.encode(message) { _ = loop[key]?.send(frame) }
  }

  func demand(_ level: Level) { send(.want(Want(level: level))) }

  func close(code: UInt16 = 1000) throws {
    if let key { loop[key]?.close(code: code, now: loop.now) }
    try wait("the end of the link") { closure != nil || key == nil }
  }

  /// Cuts the link without a word.
  func vanish() {
    if let key { loop.remove(key) }
    key = nil
  }

  /// Confirms all that came.
  func confirm() { send(.credit(Credit(sequence: sequence))) }

  private func take(_ event: LinkLoop.Event) {
    switch event {
    case .arrived(let key):
      self.key = key
      decoder = MessageDecoder()
      encoder = MessageEncoder()
      sequence = 0
      closure = nil
    case .link(_, .message(let frame)): read(frame)
    case .link(_, .closed(let closure)): self.closure = closure
    case .link, .refused, .woken: break
    }
  }

  private func read(_ frame: [UInt8]) {
    bytes += frame
    do {
      guard let message = try decoder.decode(frame) else { return }
      take(message)
    } catch {
      Issue.record("\(error): \(String(decoding: frame.prefix(300), as: UTF8.self))")
    }
  }

  private func take(_ message: Message) {
    switch message {
    case .hello(let hello):
      self.hello = hello
      guard welcomes else { return }
      send(.welcome(Welcome(run: InstanceID(high: 1, low: 2), version: 1, implementation: "test")))
      if let level { demand(level) }
    case .batch(let batch):
      #expect(batch.sequence == sequence + 1)
      sequence = batch.sequence
      records += batch.records.count
      for record in batch.records {
        model.apply(record)
        if case .status(let status) = record { statuses.append(status) }
      }
      if confirms { confirm() }
    case .history(let entries):
      #expect(entries.sequence == sequence + 1)
      sequence = entries.sequence
      history += entries.entries
      if confirms { confirm() }
    case .lost(let loss): lost.append(loss)
    case .beat:
      #expect(!hasBeenToldAll, "that all is told is said once on a link")
      hasBeenToldAll = true
    case .bye(let bye): farewell = bye
    default: Issue.record("a reporter said \(message)")
    }
  }
}
