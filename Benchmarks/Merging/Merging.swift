import BenchmarkStage
import BindInspect
import Glibc
import InspectSystem
import InspectWire

/// S5: the peers' workload (`bench/peers` beside the design): 10,000 bindings are updated in turn, one in
/// seven times red; it is over when another process, by way of the daemon, holds the last state of each.
///
/// What makes it quick is merging: of 20 M updates an observer is told the newest states, 20 times a
/// second, and not each. NATS, Redis and mosquitto, which take turns with it, deliver each one. S6 is
/// measured beside them.
@main
enum Merging {
  static let bindings = 10_000

  static func main() throws {
    let words = CommandLine.arguments
    if words.count == 4, words[1] == "--reports" {
      report(through: words[2], updates: Int(words[3]) ?? 0)
      return
    }
    let isQuick = words.contains("--quick")
    let stage = Stage()
    defer { stage.end() }
    guard let peers = try Peers(in: stage.elsewhere) else {
      print(
        "S5 not measured: nats-server, mosquitto and redis-server with their client libraries, gcc and "
          + "the folder that BINDINSPECT_PEERS names are not all there")
      return
    }
    defer { peers.end() }
    let nats = peers.all[0]
    var merged = (probes: Run(), bindings: Run())
    let turns = try Turns(
      isQuick ? 5 : 3, warmUp: false,
      [
        { try peers.rate(of: nats, bindings: bindings, updates: isQuick ? 300_000 : 2_000_000) },
        {
          merged.probes = try measure("probes", stage, isQuick ? 1_000_000 : 20_000_000)
          return merged.probes.rate
        },
        {
          merged.bindings = try measure("bindings", stage, isQuick ? 300_000 : 5_000_000)
          return merged.bindings.rate
        },
      ])
    print("S5-peer-nats \(Measure.rounded(turns.median(0))) M updates/s (the reference)")
    for peer in peers.all.dropFirst() {
      let rate = try peers.rate(
        of: peer, bindings: bindings, updates: isQuick ? 100_000 : 1_000_000)
      Figure("S5-peer-\(peer.name)", rate, "M updates/s", beside: "NATS", turns.median(0))
        .print(goal: "none")
    }
    for (index, way) in [("probes", "20", merged.probes), ("bindings", "8", merged.bindings)]
      .enumerated()
    {
      Figure(
        "S5-\(way.0)", turns.median(index + 1), "M updates/s", beside: "NATS", turns.median(0),
        ratio: turns.ratio(index + 1, to: 0)
      ).print(goal: way.1, note: "it is merging that wins: \(way.2.text)")
    }
    try Complete.measure(
      stage, bindings: bindings, updates: isQuick ? 150_000 : 2_000_000,
      nats: turns.median(0))
  }

  /// What one run came to.
  struct Run {
    var updates = 0
    var seconds = 1.0
    var told = 0
    var startSeconds = 0.0

    /// Updates a second, in millions.
    var rate: Double { Double(updates) / seconds / 1e6 }

    var text: String {
      "\(updates) updates merged to \(told) states; start and declaration "
        + "\(Measure.rounded(startSeconds)) s, included"
    }
  }

  private static func measure(_ way: String, _ stage: Stage, _ updates: Int) throws -> Run {
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
    let end = SystemClock.monotonicMicroseconds
    return Run(
      updates: updates, seconds: Double(end - begun) / 1e6, told: seen.told,
      startSeconds: Double(start - begun) / 1e6)
  }

  private static func report(through way: String, updates: Int) {
    let work: (Int) -> Void
    if way != "bindings" {
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
