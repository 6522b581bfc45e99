import Foundation
import Synchronization

/// Threads that run one body each; `join` waits for all of them.
final class Workers: Sendable {
  private let group = DispatchGroup()
  private let hasStopped = Atomic<Bool>(false)

  init(_ count: Int, _ body: @escaping @Sendable (_ number: Int, _ workers: Workers) -> Void) {
    for number in 0..<count {
      group.enter()
      Thread {
        body(number, self)
        self.group.leave()
      }.start()
    }
  }

  /// Whether the bodies are asked to end.
  var isStopped: Bool { hasStopped.load(ordering: .acquiring) }

  /// Leaves the processors to others for a moment.
  func pause() { Thread.sleep(forTimeInterval: 0.01) }

  func stop() {
    hasStopped.store(true, ordering: .releasing)
    join()
  }

  func join() { group.wait() }
}
