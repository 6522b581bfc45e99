import Foundation

/// What happens while nobody types: nobody is selected for 2 s, then another employee every 3 s, and
/// every 5 s a name is edited.
@MainActor
struct Schedule {
  let program: Program
  let isStill: Bool

  init(_ program: Program, isStill: Bool) {
    self.program = program
    self.isStill = isStill
  }

  func start() {
    after(2) { program.selectNext() }
    if isStill { return }
    repeating(every: 3, from: 5) { program.selectNext() }
    repeating(every: 5, from: 5) { program.editName() }
  }

  private func after(_ seconds: Double, _ action: @escaping @MainActor @Sendable () -> Void) {
    DispatchQueue.main.asyncAfter(deadline: .now() + seconds) {
      MainActor.assumeIsolated { action() }
    }
  }

  private func repeating(
    every period: Double, from start: Double, _ action: @escaping @MainActor @Sendable () -> Void
  ) {
    after(start) {
      action()
      repeating(every: period, from: period, action)
    }
  }
}
