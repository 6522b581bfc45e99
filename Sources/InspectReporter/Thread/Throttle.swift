private import InspectSystem
private import Synchronization

/// Makes the program's threads wait for room in the history: mode `complete`, in which none is lost.
///
/// The one place where a reporter makes a program wait for others; it has to be asked for. A wait
/// that nothing comes of ends, and from then on nobody waits until something is taken again.
final class Throttle: Sendable {
  private let bell = Bell()
  private let isGivenUp = Atomic<Bool>(false)

  /// Waits while an observer wants the history and as much of it waits as may.
  func waitForRoom(_ reporter: Reporter) {
    while !isGivenUp.load(ordering: .relaxed), reporter.registry.withLock({ $0.isFull }) {
      let strokes = bell.strokes
      // Asked again: room that came before the strokes were read rings no more.
      guard reporter.registry.withLock({ $0.isFull }) else { return }
      reporter.life.wake()
      guard !bell.wait(after: strokes, milliseconds: ReporterLimits.completePatience) else {
        continue
      }
      isGivenUp.store(true, ordering: .relaxed)
      reporter.life.remark([
        "the daemon has taken no history for \(ReporterLimits.completePatience / 1_000) s: the program "
          + "goes on, and what happens may be lost, which is counted"
      ])
    }
  }

  /// Something was taken, or is not wanted any more.
  func hasRoom() {
    isGivenUp.store(false, ordering: .relaxed)
    bell.ring()
  }
}
