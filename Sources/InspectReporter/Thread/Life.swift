internal import InspectSystem
internal import InspectWire
private import Synchronization

/// What a reporter is besides what it knows: its thread, its name, its place among processes.
final class Life: Sendable {
  let setting: Setting
  /// Opens when the daemon has said what it wants, or nothing is to be waited for.
  let subscribed = Gate()

  private let ended = Gate()
  private let hasBegun: Atomic<Bool>
  private let hasRemark = Atomic<Bool>(false)
  private let isOrphaned = Atomic<Bool>(false)
  private let state: Lock<State>

  private struct State {
    var instance: InstanceID
    var thread: ApartThread?
    var isStopping = false
    var isForked = false
    var isWatchingForks = false
    /// Descriptors that a forked child would inherit: none where the thread is apart.
    var descriptors: [Int32] = []
    var stream: BorrowedStream?
    var remark: String?
    var hasRemarked = false
  }

  init(_ setting: Setting) {
    self.setting = setting
    var chance = SystemRandom()
    state = Lock(State(instance: InstanceID(using: &chance)))
    hasBegun = Atomic(setting.mode == .none || setting.isAlone)
  }

  /// Name of this run of the program.
  var instance: InstanceID { state.withLock { $0.instance } }

  /// Whether the process was forked in the middle of a change, so that nothing is known.
  var isOrphan: Bool { isOrphaned.load(ordering: .relaxed) }

  /// Whether there is a thread.
  var isRunning: Bool { state.withLock { $0.thread != nil } }

  /// Whether the thread is to end.
  var isStopping: Bool { state.withLock { $0.isStopping } }

  // MARK: Beginning and end

  /// Starts the thread, once; waits for the daemon where the setting says so.
  func begin(_ reporter: Reporter) {
    if hasBegun.load(ordering: .relaxed) {
      if hasRemark.load(ordering: .relaxed) { sayRemark() }
      return
    }
    guard !hasBegun.exchange(true, ordering: .acquiringAndReleasing) else { return }
    let (isForked, watchesForks) = state.withLock { state in
      defer { state.isWatchingForks = true }
      if state.stream == nil { state.stream = BorrowedStream() }
      return (state.isForked, !state.isWatchingForks)
    }
    if watchesForks { watchForks(reporter) }
    if isForked { reporter.cleanSlots() }
    remark(setting.remarks)
    sayRemark()
    // A program that gets no more threads is one that cannot be inspected, nothing else.
    do throws(SystemError) {
      try PlainThread.start(name: "bindinspect", stackBytes: 512 << 10) {
        Station.run(reporter)
      }
    } catch {
      return
    }
    if setting.address != nil, setting.wait > 0, !isForked {
      _ = subscribed.wait(milliseconds: setting.wait)
      sayRemark()
    }
  }

  /// Ends the thread and waits a moment for it.
  func stop() {
    let isRunning = state.withLock { state in
      defer { state.isStopping = true }
      return state.thread != nil
        || hasBegun.load(ordering: .relaxed) && setting.mode != .none && !setting.isAlone
    }
    hasBegun.store(true, ordering: .relaxed)
    guard isRunning else { return }
    wake()
    _ = ended.wait(milliseconds: 250)
  }

  /// Wakes the thread, if there is one.
  func wake() { state.withLock { $0.thread }?.wake() }

  // MARK: What the thread says

  /// Says by which thread it can be woken.
  func opened(on thread: ApartThread) { state.withLock { $0.thread = thread } }

  /// Says that the thread ends.
  func closed() {
    state.withLock {
      $0.thread = nil
      $0.descriptors = []
    }
    subscribed.open()
    ended.open()
  }

  /// Says what a forked child would inherit.
  func hold(_ descriptors: [Int32]) { state.withLock { $0.descriptors = descriptors } }

  /// Leaves one line for standard error; a second one is dropped.
  ///
  /// The program's own threads write it: the reporter's has no streams.
  func remark(_ texts: [String]) {
    guard !texts.isEmpty else { return }
    state.withLock { state in
      guard !state.hasRemarked else { return }
      state.hasRemarked = true
      state.remark = "bindinspect: " + texts.joined(separator: "; ")
    }
    hasRemark.store(true, ordering: .relaxed)
  }

  private func sayRemark() {
    hasRemark.store(false, ordering: .relaxed)
    let (stream, line) = state.withLock { state in
      defer { state.remark = nil }
      return (state.stream, state.remark)
    }
    if let line { stream?.say(line) }
  }

  // MARK: Forks

  // Tests make many reporters, and a handler is for ever: so it holds none.
  private func watchForks(_ reporter: Reporter) {
    ForkHandler.install(
      before: { [weak reporter] in
        reporter?.registryAtFork.lockBeforeFork()
        reporter?.life.state.lockBeforeFork()
      },
      inParent: { [weak reporter] in
        reporter?.life.state.unlockAfterFork()
        reporter?.registryAtFork.unlockAfterFork()
      },
      inChild: { [weak reporter] in
        if let reporter { reporter.life.wasForked(reporter) }
      })
  }

  /// Makes the child another instance, which begins anew at its first scope or binding.
  private func wasForked(_ reporter: Reporter) {
    let registry = reporter.registryAtFork
    reporter.noting.store(.off, ordering: .relaxed)
    guard registry.isHeldAfterFork, state.isHeldAfterFork else {
      // Another thread was in the middle of a change, and is not here to end it.
      registry.resetAfterFork()
      state.resetAfterFork()
      isOrphaned.store(true, ordering: .relaxed)
      hasBegun.store(true, ordering: .relaxed)
      return
    }
    registry.unlockAfterFork()
    state.unlockAfterFork()
    registry.withLock { $0.detach() }
    reporter.noting.store(reporter.idleNoting, ordering: .relaxed)
    reporter.isQuiet.store(false, ordering: .relaxed)
    reporter.hasRed.store(false, ordering: .relaxed)
    var chance = SystemRandom()
    let instance = InstanceID(using: &chance)
    let inherited = state.withLock { state in
      defer { state.descriptors = [] }
      state.instance = instance
      state.thread = nil
      state.isForked = true
      return state.descriptors
    }
    for number in inherited { _ = Descriptor(owning: number) }
    hasBegun.store(setting.mode == .none || setting.isAlone, ordering: .relaxed)
  }
}
