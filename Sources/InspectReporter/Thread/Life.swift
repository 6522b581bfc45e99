internal import InspectSystem
internal import InspectWire
private import Synchronization

/// What a reporter is besides what it knows: its thread, its name, its place among processes.
final class Life: Sendable {
  let setting: Setting
  /// Opens when the daemon has said what it wants, or nothing is to be waited for.
  let subscribed = Gate()
  /// Held by the thread but while it sleeps.
  ///
  /// A fork takes it first: in the child nobody would end what the thread was in the middle of, be
  /// it in the allocator or in the language's own runtime.
  let working = Lock<Void>(())

  private let ended = Gate()
  private let hasBegun: Atomic<Bool>
  private let hasRemark = Atomic<Bool>(false)
  private let isOrphaned = Atomic<Bool>(false)
  private let generation = Atomic<UInt32>(ForkCount.current)
  private let state: Lock<State>

  private struct State {
    var instance: InstanceID
    /// The process that the instance is.
    var pid = Environment.ownPID
    var thread: ApartThread?
    var isStopping = false
    var isForked = false
    /// Descriptors that a forked child would inherit: none where the thread is apart.
    var descriptors: [Int32] = []
    var stream: BorrowedStream?
    var remark: String?
    var hasRemarked = false

    mutating func renew() {
      var chance = SystemRandom()
      instance = InstanceID(using: &chance)
      pid = Environment.ownPID
      isForked = true
    }
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
    if wasForked { settle(reporter) }
    if hasBegun.load(ordering: .relaxed) {
      if hasRemark.load(ordering: .relaxed) { sayRemark() }
      return
    }
    guard !hasBegun.exchange(true, ordering: .acquiringAndReleasing) else { return }
    watchForks(reporter)
    let isForked = state.withLock { state in
      if state.stream == nil { state.stream = BorrowedStream() }
      // Forked before anything watched.
      if state.pid != Environment.ownPID { state.renew() }
      return state.isForked
    }
    if isForked { reporter.cleanSlots() }
    remark(setting.remarks)
    sayRemark()
    // A program that gets no more threads is one that cannot be inspected, nothing else.
    do throws(SystemError) {
      try PlainThread.start(name: "bindinspect", stackBytes: 512 << 10) {
        StationLoop.run(reporter)
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
    let stream = state.withLock { $0.stream }
    if let line = takeRemark() { stream?.say(line) }
  }

  /// Takes the line that waits to be written; nil where none does.
  func takeRemark() -> String? {
    state.withLock { state in
      defer { state.remark = nil }
      return state.remark
    }
  }

  // MARK: Forks

  /// Has each fork find the reporter whole.
  ///
  /// Nothing runs in the child until it calls the reporter: it may be about to exec, and the
  /// language's runtime may be in the middle of something that no thread there will end.
  private func watchForks(_ reporter: Reporter) {
    working.watchForks()
    reporter.kept.watchForks()
    state.watchForks()
  }

  /// Whether the process was forked since the reporter was called last.
  var wasForked: Bool { generation.load(ordering: .relaxed) != ForkCount.current }

  /// Makes a forked child another instance, which begins anew at its first scope or binding.
  func settle(_ reporter: Reporter) {
    let old = generation.load(ordering: .relaxed)
    let (isFirst, _) = generation.compareExchange(
      expected: old, desired: ForkCount.current, ordering: .acquiringAndReleasing)
    // Who comes second goes on: an observer that is not there any more does no harm.
    guard isFirst, hasBegun.load(ordering: .relaxed), setting.mode != .none else { return }
    if reporter.kept.isTorn || state.isTorn {
      // Another thread was in the middle of a change, and is not here to end it.
      reporter.noting.store(.off, ordering: .relaxed)
      isOrphaned.store(true, ordering: .relaxed)
      return
    }
    reporter.noting.store(reporter.idleNoting, ordering: .relaxed)
    reporter.kept.withLock { $0.detach() }
    reporter.isQuiet.store(false, ordering: .relaxed)
    reporter.hasRed.store(false, ordering: .relaxed)
    let inherited = state.withLock { state in
      defer { state.descriptors = [] }
      state.renew()
      state.thread = nil
      return state.descriptors
    }
    for number in inherited { _ = Descriptor(owning: number) }
    hasBegun.store(setting.isAlone, ordering: .relaxed)
  }
}
