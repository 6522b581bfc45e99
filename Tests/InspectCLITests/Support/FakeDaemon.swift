import InspectLink
import InspectSystem
import InspectWire
import TestSupport

/// A daemon as the commands see one: its place in the folder, its greeting, and the answers that a
/// test gives it.
///
/// Its loop runs on a thread of its own; it ends when it is let go by `stop`.
final class FakeDaemon: Sendable {
  /// What it does with a message.
  enum Act: Sendable {
    case say([Message])
    /// Closes the link after saying this.
    case hangUp([Message])
    /// Says what follows after each of these, to whoever is there, when the test calls `push`.
    case nothing
  }

  typealias Script = @Sendable (Message) -> Act

  private struct State {
    var pushed: [Message] = []
    var isStopping = false
    var waker: Waker?
    var received: [Message] = []
  }

  private let state = Lock(State())
  private let ended = Lock(false)

  /// Serves a folder.
  ///
  /// - Parameter script: Tells what to do with each message; nil leaves it to the world.
  init(
    in folder: RuntimeFolder, world: World = World(),
    script: @escaping @Sendable (Message) -> Act? = { _ in nil },
    isolation: isolated (any Actor)? = #isolation
  ) async throws {
    let ready = Lock<Result<Bool, WaitFailure>?>(nil)
    try PlainThread.start(name: "daemon", stackBytes: 1 << 20) { [state, ended] in
      do {
        let place = try DaemonPlace(in: folder)
        let loop = try LinkLoop()
        loop.add(LinkListener(try Socket.listen(at: place.socket)))
        let own = ProcessTable.entry(of: Environment.ownPID)
        try place.post(
          DaemonFile(
            pid: Environment.ownPID, startTime: own?.startTime ?? 0, socket: place.socket,
            port: nil, run: World.run, version: "9.9.9", started: SystemClock.wallMicroseconds))
        state.withLock { $0.waker = loop.waker }
        ready.withLock { $0 = .success(true) }
        Service(loop: loop, state: state, world: world, script: script).run()
        place.withdraw()
      } catch {
        ready.withLock { $0 = .failure(WaitFailure("\(error)")) }
      }
      ended.withLock { $0 = true }
    }
    try await eventually("the fake daemon serves") { ready.withLock { $0 } != nil }
    if case .failure(let failure) = ready.withLock({ $0 }) { throw failure }
  }

  /// Sends messages to everybody who is connected.
  func push(_ messages: [Message]) {
    state.withLock { $0.pushed += messages }
    state.withLock { $0.waker }?.wake()
  }

  /// Messages that came so far.
  var received: [Message] { state.withLock { $0.received } }

  /// Goes away, its files with it.
  func stop(isolation: isolated (any Actor)? = #isolation) async throws {
    state.withLock { $0.isStopping = true }
    state.withLock { $0.waker }?.wake()
    try await eventually("the fake daemon ends") { ended.withLock { $0 } }
  }

  private final class Service {
    let loop: LinkLoop
    let state: Lock<State>
    let world: World
    let script: @Sendable (Message) -> Act?
    var codecs: [LinkLoop.Key: (encoder: MessageEncoder, decoder: MessageDecoder)] = [:]

    init(
      loop: LinkLoop, state: Lock<State>, world: World,
      script: @escaping @Sendable (Message) -> Act?
    ) {
      (self.loop, self.state, self.world, self.script) = (loop, state, world, script)
    }

    func run() {
      while !state.withLock({ $0.isStopping }) {
        guard let events = try? loop.turn(until: nil) else { return }
        for event in events {
          switch event {
          case .arrived(let key): codecs[key] = (MessageEncoder(), MessageDecoder())
          case .link(let key, .message(let bytes)): receive(bytes, key)
          case .link(let key, .closed): codecs[key] = nil
          case .woken:
            let pushed = state.withLock { state in
              defer { state.pushed = [] }
              return state.pushed
            }
            for key in codecs.keys { say(pushed, key) }
          case .link, .refused: break
          }
        }
      }
      loop.abandon()
    }

    private func receive(_ bytes: [UInt8], _ key: LinkLoop.Key) {
      guard let message = try? codecs[key]?.decoder.decode(bytes) else { return }
      state.withLock { $0.received.append(message) }
      switch script(message) ?? .say(world.answer(message)) {
      case .say(let messages): say(messages, key)
      case .hangUp(let messages):
        say(messages, key)
        loop[key]?.close(code: 1001, reason: "", now: loop.now)
      case .nothing: break
      }
    }

    private func say(_ messages: [Message], _ key: LinkLoop.Key) {
      for message in messages {
        for frame in codecs[key]?.encoder.encode(message) ?? [] { _ = loop[key]?.send(frame) }
      }
    }
  }
}
