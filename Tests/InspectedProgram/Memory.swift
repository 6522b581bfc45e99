import Foundation
import InspectReporter

/// How many bindings are made: in debug builds each takes a tenth of a millisecond.
enum ReporterMeasure {
  #if DEBUG
    static let births = 50_000
  #else
    static let births = 1_000_000
  #endif
}

/// How much a program grows that nobody looks at.
enum Memory {
  static func run(_ report: Report) {
    let scope = Reporter.shared.makeScope(name: "window")
    let probe = Reporter.shared.makeBinding(InspectedProgram.declaration)
    churn(ReporterMeasure.births / 10, scope)
    let base = resident
    for _ in 0..<1_000_000 { probe.delivered(isNew: true, from: WritePlace()) }
    report.say("updates \(resident - base)")
    churn(ReporterMeasure.births, scope)
    report.say("births \(resident - base)")
  }

  private static func churn(_ count: Int, _ scope: ScopeID) {
    var declaration = InspectedProgram.declaration
    declaration.scope = scope
    for number in 0..<count {
      declaration.name = "a binding called \(number)"
      let probe = Reporter.shared.makeBinding(declaration)
      probe.change(to: Verdict(.red, step: .owner, reasons: [Reason(.ownerNotFound)]))
      probe.change(to: Verdict(.green))
      probe.end()
    }
  }

  /// Resident memory in KiB.
  private static var resident: Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4
  }
}
