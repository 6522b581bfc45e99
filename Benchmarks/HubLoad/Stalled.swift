import BenchmarkStage
import Glibc
import InspectSystem
import InspectWire

/// T3: what observers that stand still cost the daemon, and the others, at 10,000 changes a second.
///
/// For twelve seconds instead of five minutes; that they are ended after one is shown by `make chaos`. All
/// observers are of this process: eight of them read what they are told, the others only take it.
enum Stalled {
  private static let witnesses = 8
  private static let seconds: Int64 = 12

  static func measure(observers: Int, stalled: Int) throws {
    let stage = Stage()
    defer { stage.end() }
    let hub = stage.hub()
    defer { hub.end() }
    let workload = stage.workload("--bindings", "1000")
    defer { workload.end() }
    let reading = try (0..<witnesses).map { _ in try Onlooker.whole(stage) }
    let taking = try (witnesses..<observers - stalled).map { _ in try Onlooker.whole(stage) }
    let crowd = Crowd(reading: reading, taking: taking)

    let alone = try crowd.follow(workload, seconds)
    let before = hub.anonymousBytes
    let asleep = try (0..<stalled).map { _ in try Onlooker(stage) }
    let beside = try crowd.follow(workload, seconds)
    let each = (hub.anonymousBytes - before) / stalled

    Figure(
      "T3-p99-beside-\(stalled)-stalled", beside.p99, "ms", beside: "without them", alone.p99
    ).print(
      goal: "2",
      note: "\(observers - stalled) observers that read; \(beside.frames) frames a second each, "
        + "\(alone.frames) without")
    Figure("T3-stalled-observer-bytes", each, "bytes").print(
      goal: "65536", note: "resident in the daemon, each of \(stalled)")
    for onlooker in reading + taking + asleep { onlooker.close() }
  }
}

/// Observers that follow.
private struct Crowd {
  let reading: [Onlooker]
  let taking: [Onlooker]

  /// Takes what is told while the colours change, 10,000 times a second.
  func follow(_ workload: Workload, _ seconds: Int64) throws -> (p99: Double, frames: Int) {
    var ages: [Double] = []
    let (old, start) = (reading[0].frames, SystemClock.monotonicMicroseconds)
    workload.order("storm 10000 \(seconds)")
    while SystemClock.monotonicMicroseconds - start < seconds * 1_000_000 {
      for (index, onlooker) in taking.enumerated() {
        try onlooker.drain()
        if index % 50 == 0 { for witness in reading { ages += try witness.ages() } }
      }
    }
    let frames = (reading[0].frames - old) / Int(seconds)
    workload.answer()
    for onlooker in reading + taking { try onlooker.drain() }
    let sorted = ages.sorted()
    precondition(!sorted.isEmpty, "somebody was told something")
    return (sorted[sorted.count * 99 / 100], frames)
  }
}

extension Onlooker {
  /// Ages in milliseconds of the changes of colour that have come.
  fileprivate func ages() throws -> [Double] {
    var ages: [Double] = []
    while let message = try next(until: Moment(microseconds: 0)) {
      guard case .delta(let section) = message else { continue }
      let now = SystemClock.monotonicMicroseconds
      for case .status(let status) in section.records {
        ages.append(Double(now - status.since.microseconds) / 1e3)
      }
    }
    return ages
  }
}
