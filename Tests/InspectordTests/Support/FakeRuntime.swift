import InspectLink
import InspectSystem
import InspectWire
import TestSupport

/// An inspectable process that is only a thread of the test: it tells of itself and is dialled.
final class FakeRuntime: Sendable {
  /// How it behaves.
  struct Manner: Sendable {
    var name = "fake"
    /// Whether it greets whoever dials.
    var greets = true
    /// With what it closes each link instead; nil for not at all.
    var closes: (code: UInt16, reason: String)?
  }

  private struct State {
    var isStopping = false
    var isHangingUp = false
    var links = 0
    var wants: [Level] = []
  }

  let facts: InstanceFacts
  private let manner: Manner
  private let state = Lock(State())
  private let waker = Lock<Waker?>(nil)
  private let isReady = Lock(false)

  init(_ manner: Manner = Manner(), in folder: TemporaryFolder, instance: UInt64 = 1) throws {
    self.manner = manner
    let pid = Environment.ownPID
    facts = InstanceFacts(
      instance: InstanceID(high: 5, low: instance), name: manner.name, pid: pid,
      startTime: ProcessTable.entry(of: pid)?.startTime ?? 0, host: Environment.hostName,
      mode: .armed,
      clock: ClockAnchor(moment: .now, wallMicroseconds: SystemClock.wallMicroseconds))
    let runtime = folder.runtime
    try PlainThread.start(name: "fake") { [self] in
      do { try run(runtime) } catch { preconditionFailure("the fake runtime failed: \(error)") }
    }
    try eventuallyHere("the fake runtime is there") { isReady.withLock { $0 } }
  }

  /// How many links there were.
  var links: Int { state.withLock { $0.links } }
  /// What was demanded of it.
  var wants: [Level] { state.withLock { $0.wants } }

  /// Ends all links without a word.
  func hangUp() {
    state.withLock { $0.isHangingUp = true }
    waker.withLock { $0 }?.wake()
  }

  /// Ends it like a process that was killed: its files stay, its lock is let go.
  func stop() throws {
    state.withLock { $0.isStopping = true }
    waker.withLock { $0 }?.wake()
    try eventuallyHere("the fake runtime has ended") { !isReady.withLock { $0 } }
  }

  private func run(_ folder: RuntimeFolder) throws {
    let loop = try LinkLoop()
    let advertiser = try Advertiser(facts, implementation: "fake", in: folder)
    loop.add(advertiser.listener)
    waker.withLock { $0 = loop.waker }
    isReady.withLock { $0 = true }
    var codecs: [LinkLoop.Key: (MessageEncoder, MessageDecoder)] = [:]
    while !state.withLock({ $0.isStopping }) {
      if state.withLock({ $0.isHangingUp }) {
        state.withLock { $0.isHangingUp = false }
        for key in loop.keys { loop.remove(key) }
      }
      for event in try loop.turn(until: nil) {
        guard case .link(let key, let event) = event else { continue }
        switch event {
        case .opened:
          state.withLock { $0.links += 1 }
          codecs[key] = (MessageEncoder(), MessageDecoder())
          if let closes = manner.closes {
            loop[key]?.close(code: closes.code, reason: closes.reason, now: loop.now)
          } else if manner.greets {
            say(.hello(Hello(role: .reporter, implementation: "fake", instance: facts)), key)
          }
        case .message(let frame): try read(frame, key)
        case .binary, .drained, .closed: break
        }
      }
    }
    isReady.withLock { $0 = false }

    func say(_ message: Message, _ key: LinkLoop.Key) {
      for frame in codecs[key]?.0.encode(message) ?? [] { _ = loop[key]?.send(frame) }
    }
    func read(_ frame: [UInt8], _ key: LinkLoop.Key) throws {
      switch try codecs[key]?.1.decode(frame) {
      case .welcome:
        say(.batch(Batch(sequence: 1, records: [.binding(.bench(1, name: "title"))])), key)
        say(.batch(Batch(sequence: 2, records: [.status(.bench(1, .red))])), key)
        say(.beat, key)
      case .want(let want): state.withLock { $0.wants.append(want.level) }
      default: break
      }
    }
  }
}
