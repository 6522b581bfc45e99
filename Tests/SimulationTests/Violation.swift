/// What a simulation must not show: an invariant that does not hold.
struct Violation: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Fails the simulation unless the condition holds.
func demand(
  _ condition: @autoclosure () -> Bool, _ text: @autoclosure () -> String
) throws(Violation) {
  if !condition() { throw Violation(text()) }
}
