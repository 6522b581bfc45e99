import BenchmarkStage
import BindInspect
import Glibc
import InspectSystem
import InspectWire

/// S5: the peers' workload (`bench/peers` beside the design): 10,000 bindings are updated in turn, one in
/// seven times red; it is over when another process, by way of the daemon, holds the last state of each.
///
/// What makes it quick is merging: of 20 M updates an observer is told the newest states, 20 times a
/// second, and not each. NATS, Redis and mosquitto deliver each one.
@main
enum Merging {
  static let bindings = 10_000

  static func main() throws {
    let words = CommandLine.arguments
    if words.count == 4, words[1] == "--reports" {
      report(through: words[2], updates: Int(words[3]) ?? 0)
      return
    }
    let updates = words.contains("--quick") ? 2_000_000 : 20_000_000
    for way in ["probes", "bindings"] { try measure(way, updates) }
  }

  private static func measure(_ way: String, _ updates: Int) throws {
    let stage = Stage()
    defer { stage.end() }
    let hub = stage.hub()
    defer { hub.end() }
    let onlooker = try Onlooker(stage)
    setenv("BINDINSPECT_URL", "unix:" + stage.folder.path(of: "daemon.sock"), 1)
    setenv("BINDINSPECT", "armed", 1)
    let begun = SystemClock.monotonicMicroseconds
    let reporter = stage.program("Merging", "--reports", way, "\(updates)")
    unsetenv("BINDINSPECT_URL")
    defer { reporter.end() }
    var seen = LastStates(bindings: bindings, updates: updates)
    while !seen.areDeclared, let message = try onlooker.next() { seen.take(message) }
    let start = SystemClock.monotonicMicroseconds
    reporter.order("go")
    while !seen.areLast, let message = try onlooker.next() { seen.take(message) }
    let seconds = Double(SystemClock.monotonicMicroseconds - start) / 1e6
    print(
      "S5-\(way) \(Measure.rounded(Double(updates) / seconds / 1e6)) M updates/s (\(updates) in "
        + "\(Measure.rounded(seconds)) s, merged to \(seen.told) states; start and declaration "
        + "\(Measure.rounded(Double(start - begun) / 1e6)) s)")
  }

  private static func report(through way: String, updates: Int) {
    let work: (Int) -> Void
    if way == "probes" {
      let probes = Probes(bindings)
      work = probes.update
    } else {
      let typed = TypedBindings(bindings)
      work = typed.update
    }
    say("ready")
    guard readLine() == "go" else { return }
    work(updates)
    say("done")
    while readLine() != nil {}
  }

  // At once, whatever the stream is.
  private static func say(_ word: String) {
    let line = Array((word + "\n").utf8)
    _ = write(1, line, line.count)
  }
}

/// What an observer knows of the bindings: how many there are, and which have their last state.
struct LastStates {
  private let bindings: Int
  private let updates: Int
  private var declared: Set<BindingID> = []
  private var last: Set<BindingID> = []
  /// Statuses that came.
  private(set) var told = 0

  init(bindings: Int, updates: Int) {
    self.bindings = bindings
    self.updates = updates
  }

  var areDeclared: Bool { declared.count >= bindings }
  var areLast: Bool { last.count >= bindings }

  mutating func take(_ message: Message) {
    let records: [Record]
    switch message {
    case .snapshotPart(let section), .delta(let section): records = section.records
    default: return
    }
    for record in records {
      switch record {
      case .binding(let binding): declared.insert(binding.id)
      case .status(let status):
        told += 1
        if isLast(status) { last.insert(status.binding) }
      default: break
      }
    }
  }

  // Bindings are numbered from 1, and updated in turn.
  private func isLast(_ status: StatusRecord) -> Bool {
    guard let counters = status.counters else { return false }
    let update = updates - bindings + Int(status.binding.rawValue) - 1
    return counters.updates + counters.failures >= UInt64(updates / bindings)
      && (status.colour == .red) == (update % 7 == 0)
  }
}
