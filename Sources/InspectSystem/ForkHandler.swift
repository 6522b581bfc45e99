private import Glibc

/// What must happen around a `fork` of the program; installed once, for good.
package enum ForkHandler {
  /// Runs the bodies around each fork, on the forking thread.
  ///
  /// `inChild` must not allocate without need and must not take a lock that another thread could
  /// have held: `Lock.lockBeforeFork` takes it in time, else `Lock.resetAfterFork` helps.
  package static func install(
    before: @escaping @Sendable () -> Void = {}, inParent: @escaping @Sendable () -> Void = {},
    inChild: @escaping @Sendable () -> Void
  ) {
    bodies.withLock { $0.append(Bodies(before: before, inParent: inParent, inChild: inChild)) }
    _ = installed
  }

  private struct Bodies: Sendable {
    var before: @Sendable () -> Void
    var inParent: @Sendable () -> Void
    var inChild: @Sendable () -> Void
  }

  private static let bodies = Lock<[Bodies]>([])
  private static let installed: Bool = {
    pthread_atfork(
      { ForkHandler.runBefore() }, { ForkHandler.runInParent() }, { ForkHandler.runInChild() }) == 0
  }()

  private static func runBefore() {
    for body in bodies.withLock({ $0 }) { body.before() }
  }

  private static func runInParent() {
    for body in bodies.withLock({ $0 }) { body.inParent() }
  }

  private static func runInChild() {
    bodies.resetAfterFork()
    for body in bodies.withLock({ $0 }) { body.inChild() }
  }
}
