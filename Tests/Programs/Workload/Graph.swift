private import Glibc
internal import InspectReporter

/// The bindings of the program, and what can be done to them by command.
struct Graph {
  private let reporter: Reporter
  private let root: ScopeID
  private let name: String
  private var probes: [Probe] = []
  private var ended: [Probe] = []
  /// Bindings made so far: what tells their names apart.
  private var made = 0
  private let restless: Restless

  init(_ options: Options) {
    reporter = .shared
    root = reporter.makeScope(name: "Root", owner: "Workload", isBoundary: true)
    name = options.name
    let (reporter, root) = (reporter, root)
    restless = Restless { number in
      reporter.makeBinding(Self.declaration("restless", at: number + 1, in: root))
    }
  }

  mutating func make(_ count: Int, red: Int) {
    let first = made
    made += count
    for index in first..<(first + count) {
      let declaration = Self.declaration(
        name.isEmpty ? "item\(index).title" : name, at: index + 1, in: root)
      let isRed = index - first < red
      probes.append(
        reporter.makeBinding(declaration, verdict: isRed ? Self.red : Verdict(.green)))
    }
  }

  private static func declaration(
    _ name: String, at line: Int, in scope: ScopeID
  ) -> BindingDeclaration {
    BindingDeclaration(
      scope: scope, name: name, place: .source(file: "Workload/Graph.swift", line: line),
      source: Endpoint(owner: "Item", property: "title", valueType: "String"),
      target: Endpoint(owner: "Label", property: "text", valueType: "String"))
  }

  static let red = Verdict(
    .red, step: .compatibility,
    reasons: [
      Reason(
        .transformerRequired,
        [
          Parameter("path", "title"), Parameter("object", "Item"), Parameter("found", "Date"),
          Parameter("target", "Label.text"), Parameter("expected", "String"),
        ])
    ])

  /// Does what a line says and returns the answer.
  mutating func obey(_ line: String) -> String {
    let words = line.split(separator: " ")
    guard let command = words.first else { return "nothing" }
    let number = words.count > 1 ? Int(words[1]) ?? -1 : 0
    switch command {
    case "red", "green", "yellow", "end", "event":
      guard probes.indices.contains(number) else { return "no such binding" }
      change(probes[number], String(command))
    case "make": make(number, red: 0)
    case "all" where words.count == 2: for probe in probes { change(probe, String(words[1])) }
    case "pass": pass(number)
    case "restless": restless.begin(number)
    case "rest": return "rested \(restless.rest())"
    case "flip":
      for round in 0..<number {
        for probe in probes { probe.change(to: round % 2 == 0 ? Self.red : Verdict(.green)) }
      }
    case "pulse": pulse(times: number, every: words.count > 2 ? UInt32(words[2]) ?? 1 : 1)
    case "storm": storm(rate: number, seconds: words.count > 2 ? Int64(words[2]) ?? 1 : 1)
    case "churn" where words.count == 4:
      return churn(seed: UInt64(number), rate: Int(words[2]) ?? 1, milliseconds: Int(words[3]) ?? 1)
    case "truth" where words.count == 2:
      return Truth.write(probes + ended, to: String(words[1])) ? line : "cannot write"
    case "count": return "\(probes.count)"
    case "trap": preconditionFailure("asked to")
    case "exit": exit(Int32(truncatingIfNeeded: number))
    default: return "unknown \(command)"
    }
    return "done"
  }

  /// Changes the colour of one binding after another, waiting so many milliseconds after each.
  private func pulse(times: Int, every milliseconds: UInt32) {
    for round in 0..<times {
      let probe = probes[round % probes.count]
      probe.change(to: probe.colour == .red ? Verdict(.green) : Self.red)
      usleep(milliseconds * 1_000)
    }
  }

  /// Changes colours at a rate, in steps of a millisecond.
  private func storm(rate: Int, seconds: Int64) {
    var turn = 0
    for _ in 0..<(seconds * 1_000) {
      for _ in 0..<(rate / 1_000) {
        let probe = probes[turn % probes.count]
        probe.change(to: probe.colour == .red ? Verdict(.green) : Self.red)
        turn += 1
      }
      usleep(1_000)
    }
  }

  /// Makes so many bindings that live for a moment, a thousand at once.
  private func pass(_ count: Int) {
    var left = count
    while left > 0 {
      let short = (0..<min(left, 1_000)).map { number in
        reporter.makeBinding(
          Self.declaration("short", at: number + 1, in: root), verdict: Verdict(.green))
      }
      // Longer than the pause between two batches now and then: some are told, some never are.
      usleep(left % 3_000 == 0 ? 60_000 : 1_000)
      for probe in short { probe.end() }
      left -= short.count
    }
  }

  /// Changes colours, ends bindings and makes new ones as chance will have it, at a rate.
  ///
  /// What it answers ends with the microseconds that the longest of these calls took.
  private mutating func churn(seed: UInt64, rate: Int, milliseconds: Int) -> String {
    var chance = Chance(seed: seed)
    var longest = Duration.zero
    var done = 0
    for _ in 0..<(milliseconds / 10) {
      for _ in 0..<max(rate / 100, 1) {
        let place = Int(chance.next() % UInt64(probes.count))
        let start = ContinuousClock.now
        switch chance.next() % 64 {
        case 0:
          probes[place].end()
          ended.append(probes[place])
          make(1, red: 0)
          probes[place] = probes.removeLast()
        case 1...8: change(probes[place], "yellow")
        case 9...31: change(probes[place], "red")
        default: change(probes[place], "green")
        }
        longest = max(longest, ContinuousClock.now - start)
        done += 1
      }
      usleep(10_000)
    }
    return "churned \(done) \(Int(longest / .microseconds(1)))"
  }

  private func change(_ probe: Probe, _ command: String) {
    switch command {
    case "red": probe.change(to: Self.red)
    case "green": probe.change(to: Verdict(.green))
    case "yellow":
      let reason = Reason(
        .pathObjectNil, [Parameter("path", "title"), Parameter("segment", "item")])
      probe.change(to: Verdict(.yellow, step: .path, reasons: [reason]))
    case "end": probe.end()
    default: probe.event(Reason(.validationFailed, [Parameter("text", "must not be empty")]))
    }
  }
}
