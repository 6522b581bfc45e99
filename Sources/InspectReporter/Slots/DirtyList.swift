internal import Synchronization

/// Slots that changed since the last flush: pushed by any thread, all taken by one, without a lock.
///
/// A stack. Nothing is ever popped alone, so no address can come back between a load and an
/// exchange (the ABA fault). The list holds its slots strongly, also those of ended bindings.
@usableFromInline
@safe struct DirtyList: ~Copyable, Sendable {
  private let head = unsafe Atomic<Unmanaged<Probe>?>(nil)

  init() {}

  deinit { takeAll { _ in } }

  /// Adds a slot that was clean; only whoever made it dirty may.
  @usableFromInline
  borrowing func push(_ slot: Probe) {
    let pushed = unsafe Unmanaged.passRetained(slot)
    var top = unsafe head.load(ordering: .relaxed)
    while true {
      unsafe slot.nextDirty.store(top, ordering: .relaxed)
      let (done, found) = unsafe head.weakCompareExchange(
        expected: top, desired: pushed, successOrdering: .releasing, failureOrdering: .relaxed)
      if done { return }
      unsafe top = found
    }
  }

  /// Whether nothing was pushed since the last taking.
  var isEmpty: Bool { unsafe head.load(ordering: .acquiring) == nil }

  /// Takes the whole list and hands out its slots, the newest first.
  borrowing func takeAll(_ body: (Probe) -> Void) {
    var top = unsafe head.exchange(nil, ordering: .acquiring)
    while let slot = unsafe top?.takeRetainedValue() {
      // The next one first: a clean slot may be pushed again at once.
      unsafe top = slot.nextDirty.load(ordering: .relaxed)
      // Clean before it is read. Both ends exchange, so either this one sees the writer's mark and
      // with it all that was stored before, or the writer sees the slot clean and pushes it again.
      _ = slot.isDirty.exchange(false, ordering: .acquiringAndReleasing)
      body(slot)
    }
  }
}
