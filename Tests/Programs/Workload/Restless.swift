private import Glibc
internal import InspectReporter
private import Synchronization

/// Threads that make, change and end bindings until they are told to rest.
final class Restless: Sendable {
  private let make: @Sendable (Int) -> Probe
  private let isOver = Atomic<Bool>(false)
  private let running = Atomic<Int>(0)
  /// How many bindings they have made and ended.
  private let ended = Atomic<Int>(0)

  /// - Parameter make: Makes the binding of a number.
  init(make: @escaping @Sendable (Int) -> Probe) { self.make = make }

  /// Starts so many threads.
  func begin(_ count: Int) {
    isOver.store(false, ordering: .releasing)
    for _ in 0..<count {
      running.add(1, ordering: .acquiringAndReleasing)
      let context = unsafe Unmanaged.passRetained(self)
      var thread = pthread_t()
      let status = unsafe pthread_create(
        &thread, nil, { unsafe Restless.enter($0) }, context.toOpaque())
      precondition(status == 0, "a thread cannot be started: \(status)")
      pthread_detach(thread)
    }
  }

  /// Waits until all have ended what they began; how many bindings came and went.
  func rest() -> Int {
    isOver.store(true, ordering: .releasing)
    while running.load(ordering: .acquiring) > 0 { usleep(1_000) }
    return ended.load(ordering: .acquiring)
  }

  private static func enter(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let context = unsafe context {
      unsafe Unmanaged<Restless>.fromOpaque(context).takeRetainedValue().work()
    }
    return nil
  }

  private func work() {
    while !isOver.load(ordering: .acquiring) {
      let probes = (0..<20).map { make($0) }
      for probe in probes {
        probe.change(to: Graph.red)
        probe.change(to: Verdict(.green))
        probe.end()
      }
      ended.add(probes.count, ordering: .relaxed)
      // Eight threads that never pause leave two cores to nobody else.
      usleep(5_000)
    }
    running.subtract(1, ordering: .acquiringAndReleasing)
  }
}
