import CForking
import Foundation
import InspectReporter

/// How much a program grows that nobody looks at.
enum Memory {
  // In debug builds each takes a tenth of a millisecond, under a sanitizer ten times that.
  private static var births: Int {
    #if DEBUG
      test_is_sanitized() == 0 ? 50_000 : 5_000
    #else
      1_000_000
    #endif
  }

  static func run(_ report: Report) {
    let scope = Reporter.shared.makeScope(name: "window")
    let probe = Reporter.shared.makeBinding(InspectedProgram.declaration)
    churn(births / 10, scope)
    let base = resident
    for _ in 0..<1_000_000 { probe.delivered(isNew: true, from: WritePlace()) }
    report.say("updates \(resident - base)")
    churn(births, scope)
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
