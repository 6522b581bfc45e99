/// Delays between attempts: growing to a ceiling, each drawn anew from all of its range.
///
/// Full jitter: many that lost the same peer at the same moment do not come back at one moment.
package struct Backoff: Hashable, Sendable {
  /// Upper end of the first range.
  package let first: Duration
  /// Upper end that no range exceeds.
  package let ceiling: Duration
  private var bound: Duration

  /// No attempt has failed yet.
  package init(first: Duration = .milliseconds(50), ceiling: Duration = .seconds(2)) {
    precondition(first > .zero && first <= ceiling, "a backoff grows from above zero")
    self.first = first
    self.ceiling = ceiling
    bound = first
  }

  /// Delay before the next attempt: above zero, at most the ceiling.
  package mutating func next(using chance: inout some RandomNumberGenerator) -> Duration {
    let drawn = Int64.random(in: 1...max(1, bound.wholeMicroseconds), using: &chance)
    bound = bound > ceiling / 2 ? ceiling : bound * 2
    return .microseconds(drawn)
  }

  /// An attempt came through: the next failure begins anew.
  package mutating func reset() { bound = first }
}
