private import CWebSockets
internal import InspectSystem
private import Synchronization

/// A serial executor whose only thread serves libwebsockets while there is something to serve.
///
/// The thread lives as long as the actor that it belongs to: before and after serving it is parked
/// and still runs jobs, so an `await` on the actor always returns.
@safe final class ServiceThread: SerialExecutor {
  private enum Job {
    case task(UnownedJob)
    case posted(@Sendable () -> Void)
  }

  private struct State {
    var jobs: [Job] = []
    /// Set while a context is served: it sleeps in the library, not on our waker.
    var bell: ServiceBell?
    /// Serves once; false when there is nothing to serve any more.
    var turn: (@Sendable () -> Bool)?
    var isRetired = false
  }

  private enum Next {
    case turn(@Sendable () -> Bool)
    case sleep
    case end
  }

  private let state = Lock(State())
  private let waker: Waker
  private let identity = Atomic<UInt>(0)

  /// Starts the thread, parked.
  init() throws(SystemError) {
    waker = try Waker()
    try PlainThread.start(name: "service", stackBytes: 1 << 20) { [self] in run() }
  }

  // MARK: From any thread

  func enqueue(_ job: consuming ExecutorJob) { append(.task(UnownedJob(job))) }

  /// Runs a body on the thread after everything that was enqueued before it.
  func post(_ body: @escaping @Sendable () -> Void) { append(.posted(body)) }

  /// Serves by calling the body again and again until it returns false.
  func serve(_ turn: @escaping @Sendable () -> Bool) {
    state.withLock { $0.turn = turn }
    waker.wake()
  }

  /// Ends the thread; nothing may be enqueued afterwards.
  func retire() {
    state.withLock { $0.isRetired = true }
    waker.wake()
  }

  /// What the actor returns as its executor.
  var unowned: UnownedSerialExecutor { unsafe asUnownedSerialExecutor() }

  func isIsolatingCurrentContext() -> Bool? { isCurrent }

  func checkIsolated() {
    precondition(isCurrent, "the server's state is touched on its service thread alone")
  }

  /// The bell of the context that is being served; nil when it is about to be destroyed.
  func setBell(_ bell: ServiceBell?) { state.withLock { $0.bell = bell } }

  private var isCurrent: Bool { identity.load(ordering: .relaxed) == UInt(pthread_self()) }

  private func append(_ job: Job) {
    state.withLock { state in
      state.jobs.append(job)
      // One ring for all that are waiting: the list is taken whole.
      guard state.jobs.count == 1 else { return }
      if let bell = state.bell { bell.ring() } else { waker.wake() }
    }
  }

  // MARK: On the thread

  private func run() {
    identity.store(UInt(pthread_self()), ordering: .relaxed)
    while true {
      drain()
      switch next() {
      case .turn(let turn):
        if !turn() { state.withLock { $0.turn = nil } }
      case .sleep: sleep()
      case .end: return
      }
    }
  }

  private func next() -> Next {
    state.withLock { state in
      if let turn = state.turn { return .turn(turn) }
      if !state.jobs.isEmpty { return .sleep }
      return state.isRetired ? .end : .sleep
    }
  }

  private func drain() {
    let jobs = state.withLock { state in
      defer { state.jobs = [] }
      return state.jobs
    }
    for job in jobs {
      switch job {
      case .task(let job): unsafe job.runSynchronously(on: asUnownedSerialExecutor())
      case .posted(let body): body()
      }
    }
  }

  private func sleep() {
    var poll = Poll()
    poll.add(waker.number, read: true, write: false)
    // A failing poll would only make this loop busy: it is asked again.
    try? poll.wait(microseconds: nil)
    waker.drain()
  }
}

/// Wakes a context's loop; any thread may, while the context lives.
// The one call that libwebsockets allows off its thread (README.coding, "lws_cancel_service").
@safe struct ServiceBell: @unchecked Sendable {
  private let context: OpaquePointer

  init(_ context: OpaquePointer) { unsafe self.context = context }

  func ring() { unsafe lws_cancel_service(context) }
}
