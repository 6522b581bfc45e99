private import InspectSystem

/// How long tests wait for what happens in milliseconds: far longer than a loaded machine takes.
package let generously = Duration.seconds(30)

/// Waits until the condition holds, looking again and again.
///
/// - Parameter seen: What there was instead, for the message; asked once, at the end.
package func eventually(
  _ what: String, within limit: Duration = generously,
  seen: () async throws -> Any = { "nothing more to tell" },
  isolation: isolated (any Actor)? = #isolation, _ condition: () async throws -> Bool
) async throws {
  let start = ContinuousClock.now
  while !(try await condition()) {
    guard ContinuousClock.now - start < limit else {
      throw WaitFailure("\(what): not within \(limit); seen: \(try await seen())")
    }
    try await Task.sleep(for: .milliseconds(5))
  }
}

/// Waits like `eventually`, but keeps its thread: for code that must stay on it.
package func eventuallyHere(
  _ what: String, within limit: Duration = generously,
  seen: () throws -> Any = { "nothing more to tell" }, _ condition: () throws -> Bool
) throws {
  let start = ContinuousClock.now
  while !(try condition()) {
    guard ContinuousClock.now - start < limit else {
      throw WaitFailure("\(what): not within \(limit); seen: \(try seen())")
    }
    var nothing = Poll()
    nothing.removeAll()
    try nothing.wait(microseconds: 5_000)
  }
}
