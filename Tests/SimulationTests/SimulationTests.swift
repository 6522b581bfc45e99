import Glibc
import InspectWire
import Testing

/// `SIMULATION_SEED=N swift test --filter SimulationTests` runs one seed, and tells all that happens.
///
/// Each part runs in a process of its own in which tables hash the same each time, so that the order in
/// which the hub goes through its observers follows from the seed as all else does.
@Suite struct Simulations {
  @Test(.enabled(if: SeedRange.asked == nil), arguments: SeedRange.parts)
  func `a thousand seeds hold all that is promised`(_ part: SeedRange) async {
    await Self.runApart(part)
  }

  @Test(.enabled(if: SeedRange.asked != nil, "only with SIMULATION_SEED"))
  func `the seeds that were asked for, told in full`() async {
    if let asked = SeedRange.asked { await Self.runApart(asked) }
  }

  private static func runApart(_ range: SeedRange) async {
    setenv("SWIFT_DETERMINISTIC_HASHING", "1", 1)
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) { [range] in
      range.run()
    }
    guard let result else {
      Issue.record(
        "one of SIMULATION_SEED=\(range.first)+\(range.count) ended the process: halve it")
      return
    }
    let lines = String(decoding: result.standardErrorContent, as: UTF8.self).split(separator: "\n")
    if range.isTold { for line in lines { print(line) } }
    for line in lines where line.hasPrefix("SIMULATION_SEED=") {
      Issue.record("\(line)")
    }
  }
}

/// Some seeds, run one after the other.
struct SeedRange: Codable, Sendable, CustomTestStringConvertible {
  var first: UInt64
  var count: UInt64
  /// Whether all that happens is told.
  var isTold = false

  static let parts = (0..<20).map { SeedRange(first: $0 * 50, count: 50) }

  /// `SIMULATION_SEED=N` for one, `SIMULATION_SEED=N+COUNT` for several.
  static var asked: SeedRange? {
    guard let text = getenv("SIMULATION_SEED").map({ String(cString: $0) }) else { return nil }
    let numbers = text.split(separator: "+").compactMap { UInt64($0) }
    guard let first = numbers.first else { return nil }
    let count = numbers.count > 1 ? numbers[1] : 1
    return SeedRange(first: first, count: count, isTold: count == 1)
  }

  var testDescription: String { "\(first) and the \(count - 1) after it" }

  /// Runs them; ends the process with what came of it.
  func run() -> Never {
    for seed in first..<(first + count) {
      let simulation = Simulation(seed: seed, tracing: isTold)
      // One in ten is a long one.
      do { try simulation.run(steps: seed % 10 == 7 ? 200 : 50) } catch {
        simulation.note("\(error)")
        Self.say("SIMULATION_SEED=\(seed): step \(simulation.step): \(error)")
      }
      for line in simulation.trace ?? [] { Self.say(line) }
    }
    // What was found is read from the words: of a process that fails nothing would be handed on.
    exit(0)
  }

  private static func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = write(2, bytes, bytes.count)
  }
}
