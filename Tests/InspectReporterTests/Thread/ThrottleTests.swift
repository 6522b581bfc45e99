import InspectSystem
import InspectWire
import Testing

@testable import InspectReporter

/// Mode `complete`: whoever writes waits rather than losing history.
@Suite struct Throttles {
  private let reporter: Reporter

  init() {
    var setting = Setting(ReporterConfiguration(mode: .armed, isComplete: true))
    setting.isAlone = true
    reporter = Reporter(setting)
  }

  private func change(_ count: Int) {
    let probe = reporter.makeBinding(Sample.declaration())
    for round in 0..<count { probe.change(to: Verdict(round % 2 == 0 ? .green : .red)) }
  }

  /// Takes what waits, as the reporter's thread does; the numbers.
  private func take() -> [UInt64] {
    let parcel = reporter.registry.withLock { $0.take(.history, atMost: 512) }
    reporter.throttle?.hasRoom()
    guard case .history(let entries) = parcel else { return [] }
    return entries.map(\.number)
  }

  @Test func `S6: a writer waits for room, and every change is told in order`() {
    reporter.registry.withLock {
      $0.attach(level: .counts)
      _ = $0.demand(.history)
    }
    let count = 3 * ReporterLimits.completeEntries
    let writer = Workers(1) { _, _ in self.change(count) }
    var numbers: [UInt64] = []
    while numbers.count < count { numbers += take() }
    writer.join()
    #expect(numbers == Array(1...UInt64(count)))
    #expect(reporter.registry.withLock { $0.outgoing?.loss.count } == 0)
  }

  @Test(arguments: [Level.counts, .status, .values])
  func `nobody waits where nobody wants the history`(_ level: Level) {
    reporter.registry.withLock {
      $0.attach(level: .counts)
      _ = $0.demand(level)
    }
    change(2 * ReporterLimits.completeEntries)
    #expect(reporter.registry.withLock { $0.history.lost.count } > 0)
  }

  @Test func `nobody waits where nobody is attached`() {
    change(2 * ReporterLimits.completeEntries)
  }

  @Test func `a writer goes on when the observer leaves`() {
    reporter.registry.withLock {
      $0.attach(level: .counts)
      _ = $0.demand(.history)
    }
    let count = 2 * ReporterLimits.completeEntries
    let writer = Workers(1) { _, _ in self.change(count) }
    while !reporter.registry.withLock({ $0.isFull }) {}
    reporter.registry.withLock { $0.detach() }
    reporter.throttle?.hasRoom()
    writer.join()
    #expect(reporter.registry.withLock { $0.history.newest } == UInt64(count))
  }
}
