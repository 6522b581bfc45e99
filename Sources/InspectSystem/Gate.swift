/// Lets threads wait for something that happens once, for a bounded time.
package final class Gate: Sendable {
  private let bell = Bell()

  /// A closed gate.
  package init() {}

  /// Lets all pass, for good.
  package func open() { bell.ring() }

  /// Waits until it is open, at most so long, and says whether it is.
  package func wait(milliseconds: Int) -> Bool { bell.wait(after: 0, milliseconds: milliseconds) }
}
