import Testing

/// Lets the tests of this folder run one after the other, whatever their suites.
///
/// Each starts up to thirty programs. Side by side on two cores they starve one another until links are
/// given up for silent, and what fails then is the machine.
struct OneAtATime: TestTrait, SuiteTrait, TestScoping {
  private static let turn = Turn()

  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    // A function with its cases, or a suite with its functions, would wait for itself.
    guard testCase != nil else { return try await function() }
    await Self.turn.take()
    do {
      try await function()
      await Self.turn.give()
    } catch {
      await Self.turn.give()
      throw error
    }
  }

  private actor Turn {
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func take() async {
      if isTaken { await withCheckedContinuation { waiting.append($0) } }
      isTaken = true
    }

    func give() {
      if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
    }
  }
}

extension Trait where Self == OneAtATime {
  /// Runs beside no other test of the folder.
  static var oneAtATime: Self { OneAtATime() }
}
