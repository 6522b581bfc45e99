import CForking
import Foundation
import InspectReporter

/// What forked children do.
enum Forks {
  /// A child that makes a binding is an instance of its own; one that does not is none.
  static func one(_ report: Report) {
    InspectedProgram.inspect()
    let probe = Reporter.shared.makeBinding(InspectedProgram.declaration)
    let parent = Reporter.shared.instance
    let child = test_fork()
    if child == 0 {
      InspectedProgram.end(after: InspectedProgram.lifetime)
      report.say(Reporter.shared.instance == parent ? "same instance" : "another instance")
      probe.change(to: Verdict(.red, step: .owner, reasons: [Reason(.ownerNotFound)]))
      _ = Reporter.shared.makeBinding(InspectedProgram.declaration)
      InspectedProgram.waitForAdvertisement()
      report.say("child \(getpid()) ready")
      while true { pause() }
    }
    report.say(Reporter.shared.instance == parent ? "parent as before" : "parent changed")
    while true { pause() }
  }

  /// Forks while eight threads make and end bindings: no child may hang.
  static func many(_ report: Report) {
    InspectedProgram.inspect()
    // Once by itself: what the language's runtime makes at first use, a thread that a fork leaves
    // behind must not be in the middle of.
    traffic()
    for _ in 0..<8 { Thread.detachNewThread { while true { traffic() } } }
    var failures = 0
    for _ in 0..<50 {
      let child = test_fork()
      if child == 0 {
        InspectedProgram.end(after: 20)
        traffic()
        _exit(0)
      }
      var status: Int32 = 0
      waitpid(child, &status, 0)
      if status != 0 { failures += 1 }
    }
    report.say("\(failures) failures")
  }

  private static func traffic() {
    let probe = Reporter.shared.makeBinding(InspectedProgram.declaration)
    probe.change(to: Verdict(.red, step: .owner))
    probe.delivered(isNew: true, from: WritePlace())
    probe.end()
  }
}
