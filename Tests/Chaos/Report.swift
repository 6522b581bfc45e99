import Glibc
import InspectSystem
import TestSupport

/// What came of each fault.
final class Report: Sendable {
  private let failed = Lock<[String]>([])
  private let seed: UInt64
  private let start = SystemClock.monotonicMicroseconds

  init(seed: UInt64) {
    self.seed = seed
    print("chaos: seed \(seed)")
  }

  /// The faults under which something did not hold.
  var failures: [String] { failed.withLock { $0 } }

  /// Makes faults happen, one after the other, and notes what came of each.
  func run(_ faults: [any Fault], _ options: Options) async {
    for fault in faults { await run(fault, options) }
  }

  private func run(_ fault: any Fault, _ options: Options) async {
    // Each fault has chances of its own, so that one alone goes as it goes among all.
    var chance = SeededGenerator(
      seed: seed &+ UInt64(fault.id.utf8.reduce(0) { $0 &* 31 &+ Int($1) }))
    do {
      for line in try await fault.happen(options, &chance) { say("\(fault.id) \(line)") }
    } catch {
      failed.withLock { $0.append(fault.id) }
      say("\(fault.id) FAILED: \(error)")
      say("\(fault.id) again: Chaos --seed \(seed) --only \(fault.id)")
    }
  }

  /// One line for the end.
  var summary: String {
    let seconds = (SystemClock.monotonicMicroseconds - start) / 1_000_000
    let outcome = failures.isEmpty ? "all held" : "FAILED: \(failures.joined(separator: ", "))"
    return "chaos: seed \(seed), \(seconds) s, \(outcome)"
  }

  private func say(_ line: String) {
    print(line)
    fflush(nil)
  }
}

/// A promise that did not hold.
struct Broken: Error, CustomStringConvertible {
  let description: String

  init(_ text: String) { description = text }
}

/// Fails with the text unless the condition holds.
func hold(_ condition: Bool, _ text: @autoclosure () -> String) throws(Broken) {
  if !condition { throw Broken(text()) }
}

/// Ends the harness.
func end(_ status: Int32) -> Never {
  fflush(nil)
  exit(status)
}

/// Lets so many milliseconds go by: faults happen at moments that chance chose.
func pass(milliseconds: UInt32) { usleep(milliseconds * 1_000) }
