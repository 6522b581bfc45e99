import Glibc
import InspectLink
import InspectSystem
import InspectWire
import Synchronization
import Testing

@testable import BindInspect
@testable import InspectReporter

/// Case C6 of `peers.md`: a value of 50 MB that changes again and again costs next to nothing to report.
///
/// Scaled in counts: eight changes of each kind instead of one a second. Not under a sanitizer, since
/// memory is measured.
@Suite struct LargeValues {
  final class Recorder: BindableObject {
    @Bound var samples = [UInt8](repeating: 6, count: 50 << 20)
  }

  final class Chart: BindableObject {
    @Bound var samples: [UInt8] = []
  }

  private struct Odd: Error {}

  /// What a reporter sends of its changes, to one who wants to be told everything.
  private struct Wire {
    private let reporter: Reporter
    private var outlet = Outlet()

    init(_ reporter: Reporter) {
      self.reporter = reporter
      _ = outlet.received(
        .welcome(Welcome(run: InstanceID(high: 1, low: 1), version: 1, implementation: "test")))
      reporter.registry.withLock { $0.attach(level: .timings) }
      reporter.noting.store(.attached, ordering: .relaxed)
    }

    /// Bytes of what has changed since the last time.
    mutating func flush() -> Int {
      var bytes = 0
      _ = outlet.gather(from: reporter)
      while outlet.pump(reporter, send: { (bytes += $0.count, .queued).1 }) {
        _ = outlet.received(.credit(Credit(sequence: outlet.conversation.sequence)))
      }
      return bytes
    }
  }

  @Test func `C6: a change of 50 MB is under 4 KiB on the wire, sound or not`() {
    let reporter = Reporter.alone()
    let (recorder, chart) = (Recorder(), Chart())
    let binding = bind(
      recorder.$samples, to: chart.$samples,
      through: { (samples: [UInt8]) in
        if samples[0] % 2 == 1 { throw Odd() }
        return samples
      }, reporter: reporter)
    var wire = Wire(reporter)
    #expect(wire.flush() < 4_096)
    for change in 0..<16 as Range<UInt8> {
      recorder.samples[0] = change
      let bytes = wire.flush()
      #expect(bytes > 0 && bytes < 4_096)
      #expect(binding.colour == (change % 2 == 1 ? .red : .green))
    }
    #expect(binding.probe?.updates.load(ordering: .relaxed) == 9)
  }

  @Test func `C6: nothing of it is copied to tell its beginning`() async {
    await #expect(processExitsWith: .success) {
      let samples = [UInt8](repeating: 7, count: 50 << 20)
      let before = LargeValues.peakKilobytes
      let told = Value(previewing: samples)
      let text = toldText(of: Set([samples]), limit: 120)
      let grown = LargeValues.peakKilobytes - before
      precondition(told == .array(Array(repeating: .int(7), count: 8), count: 50 << 20))
      precondition(text == "a Set<Array<UInt8>>, too large to be told", text)
      precondition(grown < 16 << 10, "\(grown) KiB more at the most")
    }
  }

  @Test(
    arguments: [
      (Array(repeating: 7, count: 70_000), "a [Int], too large to be told"),
      (
        ["all": String(repeating: "x", count: 70_000)],
        "a Dictionary<String, String>, too large to be told"
      ),
      ([1, 2, 3], "[1, 2, 3]"),
    ] as [(any Sendable, String)])
  func `C6: of what is too large to be printed the type is told`(
    _ value: any Sendable, _ told: String
  ) {
    #expect(toldText(of: value, limit: 240) == told)
  }

  /// The most memory that the process ever had.
  private static var peakKilobytes: Int {
    var usage = rusage()
    getrusage(0, &usage)
    return usage.ru_maxrss
  }
}
