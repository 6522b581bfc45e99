private import Glibc

/// What must happen around a `fork` of the program; installed once, for good.
package enum ForkHandler {
  /// Runs the body in each forked child, on its only thread, before `fork` returns there.
  ///
  /// The body must not allocate without need and must not take a lock that another thread could
  /// have held: use `Lock.resetAfterFork` first.
  package static func install(inChild body: @escaping @Sendable () -> Void) {
    bodies.withLock { $0.append(body) }
    _ = installed
  }

  private static let bodies = Lock<[@Sendable () -> Void]>([])
  private static let installed: Bool = {
    pthread_atfork(nil, nil, { ForkHandler.runInChild() }) == 0
  }()

  private static func runInChild() {
    bodies.resetAfterFork()
    for body in bodies.withLock({ $0 }) { body() }
  }
}
