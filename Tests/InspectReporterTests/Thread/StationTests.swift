import InspectLink
import InspectSystem
import InspectWire
import Testing

@testable import InspectReporter

@Suite struct Stations {
  private func reporter(_ url: String? = "unix:/nowhere") -> Reporter {
    var setting = Setting(ReporterConfiguration(mode: .armed, url: url))
    setting.isAlone = true
    setting.now = { Moment(microseconds: 0) }
    return Reporter(setting)
  }

  private let hour = Moment(microseconds: 3_600_000_000)

  @Test func `A9: an hour without a daemon is one remark and few, capped attempts`() {
    let reporter = reporter()
    let carrier = ManualCarrier()
    carrier.failure = .lost
    var station = Station.manual(reporter)
    let steps = station.run(carrier, from: Moment(microseconds: 0), to: hour)
    // Pauses are drawn from up to two seconds: one a second on average.
    #expect((3_000...4_500).contains(carrier.dials.count), "\(carrier.dials.count)")
    #expect(steps <= carrier.dials.count + 1)
    let pauses = zip(carrier.dials.dropFirst(), carrier.dials).map {
      $0.microseconds - $1.microseconds
    }
    #expect(pauses.max() ?? 0 <= 2_000_000)
    #expect(carrier.sent.isEmpty)
    #expect(reporter.life.takeRemark()?.contains("no daemon at unix:/nowhere") == true)
    reporter.life.remark(["a second one"])
    #expect(reporter.life.takeRemark() == nil)
  }

  @Test func `without an address a station asks for no time at all`() {
    let station = Station.manual(reporter(nil))
    #expect(station.deadline == nil)
  }

  @Test func `F5: five hundred that lose the daemon at one moment come back spread out`() {
    let daemonIsBack = Moment(microseconds: 300_000)
    var attempts: [Moment] = []
    var arrivals: [Moment] = []
    for seed in 0..<500 as Range<UInt64> {
      let carrier = ManualCarrier()
      carrier.failure = .lost
      var station = Station.manual(reporter(), seed: seed)
      var now = Moment(microseconds: 0)
      station.tick(carrier, now: now)
      while let deadline = station.deadline, deadline < daemonIsBack {
        now = deadline
        station.tick(carrier, now: now)
      }
      attempts += carrier.dials
      arrivals.append(station.deadline ?? now)
    }
    // No window of 10 ms takes more than a tenth, before and after the daemon is back.
    let crowd = Dictionary(grouping: arrivals) { $0.microseconds / 10_000 }.values.map(\.count)
      .max()
    #expect(crowd ?? 0 <= 50, "\(crowd ?? 0) at once")
    #expect(arrivals.max() ?? hour <= Moment(microseconds: 300_000 + 2_000_000))
    // The first is at once, by all; then each backs off.
    #expect(attempts.count <= 500 * 8, "\(attempts.count)")
  }

  @Test func `F1, F5: five hundred that were welcome are back within half a second, spread out`() {
    let gone = Moment(microseconds: 1_000_000)
    let daemonIsBack = Moment(microseconds: 6_000_000)
    var attempts = 0
    var arrivals: [Moment] = []
    for seed in 0..<500 as Range<UInt64> {
      let carrier = ManualCarrier()
      var station = Station.manual(reporter(), seed: seed)
      station.beWelcomedAndCutOff(carrier, at: gone)
      while let deadline = station.deadline, deadline < daemonIsBack {
        station.tick(carrier, now: deadline)
      }
      attempts += carrier.dials.count - 1
      arrivals.append(station.deadline ?? hour)
    }
    #expect(arrivals.max() ?? hour <= daemonIsBack.after(.milliseconds(500)))
    let crowd = Dictionary(grouping: arrivals) { $0.microseconds / 10_000 }.values.map(\.count)
    #expect(crowd.max() ?? 0 <= 50, "\(crowd.max() ?? 0) at once")
    // Five seconds: four attempts a second each, on average.
    #expect(attempts <= 500 * 5 * 6, "\(attempts)")
  }

  @Test func `that all is told is said also where there is always something new`() {
    let reporter = reporter()
    let scope = reporter.makeScope(name: "root")
    for line in 0..<10 { _ = reporter.makeBinding(Sample.declaration(line: line, scope: scope)) }
    let carrier = ManualCarrier()
    carrier.meanwhile = { _ = reporter.makeBinding(Sample.declaration(line: 10, scope: scope)) }
    var station = Station.manual(reporter)
    station.beWelcomed(carrier)
    _ = station.run(
      carrier, from: Moment(microseconds: 30), to: Moment(microseconds: 1_000_000))
    let words = carrier.sent.map { String(decoding: $0.frame.prefix(14), as: UTF8.self) }
    let said = words.firstIndex { $0.hasPrefix(#"{"m":"beat""#) }
    let firstStatus = words.firstIndex { $0.hasPrefix(#"{"m":"status""#) }
    #expect((said ?? 0) > (firstStatus ?? .max), "\(words)")
    // It went on.
    #expect(words.count > (said ?? .max) + 1, "\(words)")
  }

  @Test func `whoever was welcome half a minute ago waits as long as anybody`() {
    let carrier = ManualCarrier()
    var station = Station.manual(reporter())
    station.beWelcomedAndCutOff(carrier, at: Moment(microseconds: 1_000_000))
    _ = station.run(carrier, from: Moment(microseconds: 1_000_000), to: hour)
    let attempts = carrier.dials.count { $0 > Moment(microseconds: 60_000_000) }
    #expect((3_000...4_500).contains(attempts), "\(attempts)")
  }

  @Test func `a daemon that says nothing is given up after five seconds and dialled again`() {
    let carrier = ManualCarrier()
    var station = Station.manual(reporter())
    station.tick(carrier, now: Moment(microseconds: 0))
    let key = ManualCarrier.Key(number: 1)
    station.take(.opened, on: key, carrier, now: Moment(microseconds: 10))
    #expect(carrier.sent.count == 1)
    station.tick(carrier, now: Moment(microseconds: 5_000_009))
    #expect(carrier.closed.isEmpty)
    station.tick(carrier, now: Moment(microseconds: 5_000_010))
    #expect(carrier.closed.map(\.code) == [1_008])
    station.take(
      .closed(.closed(code: 1_008)), on: key, carrier, now: Moment(microseconds: 5_000_020))
    let next = station.deadline ?? hour
    #expect(next <= Moment(microseconds: 5_060_000))
  }

  @Test func `events of links that are gone are nobody's`() {
    let carrier = ManualCarrier()
    var station = Station.manual(reporter())
    station.tick(carrier, now: Moment(microseconds: 0))
    let stranger = ManualCarrier.Key(number: 99)
    for event in [.opened, .message(Array(#"{"m":"beat"}"#.utf8)), .drained, .closed(.lost)]
      as [LinkEvent]
    {
      station.take(event, on: stranger, carrier, now: Moment(microseconds: 1))
    }
    #expect(carrier.sent.isEmpty && carrier.closed.isEmpty && carrier.dials.count == 1)
  }
}
