import CHeap
import Foundation
import InspectWire
import Testing

@testable import inspectord

/// What the hub itself holds, by the allocator's count: S8 and T3 of `goals.md`.
///
/// Each in a process of its own, with nothing else in it. Not under a sanitizer, which has an allocator of
/// its own. Limits are a tenth over what was counted on 2026-11-30; the goals are in the names.
@Suite struct Budgets {
  /// Scaled: 8,000 bindings instead of a million, one in a hundred red with a trail of four.
  @Test func `S8: a binding with a name of its own, of 24 bytes, goal 300 bytes`() async throws {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      Self.say(Self.bytesOfABinding { "employee\($0 + 1_000_000_000).name" })
    }
    let each = try #require(Self.said(by: result))
    #expect(each <= 430)
  }

  @Test func `S8: a binding whose name a thousand have, goal 120 bytes`() async throws {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      Self.say(Self.bytesOfABinding { "employee\($0 % 8 + 1_000_000_000).name" })
    }
    let each = try #require(Self.said(by: result))
    #expect(each <= 345)
  }

  /// Scaled: 20 observers for 80 flushes, 250 of 2,000 bindings changed before each.
  @Test func `T3: an observer that takes nothing is held in 64 KiB`() async throws {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      var bench = HubBench()
      var reporter = Self.reporter(2_000, in: &bench) { "item\($0).title" }
      var turn = 0
      func load(_ bench: inout HubBench) {
        for _ in 0..<80 {
          turn += 1
          Self.tell(250, turn, &reporter, &bench)
          bench.advance(HubLimits.flush)
        }
      }
      // What the hub keeps for everybody is there before: its log of changes, its history.
      let awake = bench.observer()
      _ = bench.fleet(awake)
      load(&bench)
      var asleep: [PeerID] = []
      let before = heap_bytes()
      for _ in 0..<20 {
        let id = bench.observer()
        bench.send(.subscribe(Subscribe(id: 1, level: .history)), from: id)
        asleep.append(id)
      }
      load(&bench)
      precondition(asleep.allSatisfy { bench.peers[$0]?.isOpen == true }, "all are there still")
      Self.say((heap_bytes() - before) / asleep.count)
    }
    let each = try #require(Self.said(by: result))
    #expect(each <= 64 << 10)
  }

  /// Says what was counted, to the test whose process this is.
  private static func say(_ bytes: Int) {
    FileHandle.standardError.write(Data("=\(bytes)=".utf8))
  }

  private static func said(by result: ExitTest.Result?) -> Int? {
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    return text.split(separator: "=").lazy.compactMap { Int($0) }.first
  }

  private static func bytesOfABinding(name: (Int) -> String) -> Int {
    var bench = HubBench()
    let before = heap_bytes()
    let reporter = reporter(8_000, in: &bench, name: name)
    // What the other side of the link remembers is none of the hub's.
    bench.peers[reporter.id] = BenchPeer()
    let each = (heap_bytes() - before) / 8_000
    precondition(bench.model(reporter)?.size.bindings == 8_000, "all are held")
    return each
  }

  private static func reporter(
    _ count: Int, in bench: inout HubBench, name: (Int) -> String
  ) -> BenchReporter {
    var reporter = bench.reporter(1)
    for start in stride(from: 0, to: count, by: 1_000) {
      let numbers = start..<min(start + 1_000, count)
      reporter.send(numbers.map { .binding(declaration($0, name($0))) }, to: &bench)
      reporter.send(numbers.map { .status(status($0, isRed: $0 % 100 == 0, 1)) }, to: &bench)
    }
    bench.send(.beat, from: reporter.id)
    bench.pull(reporter.id)
    return reporter
  }

  private static func tell(
    _ count: Int, _ turn: Int, _ reporter: inout BenchReporter, _ bench: inout HubBench
  ) {
    let first = turn * count % 2_000
    reporter.send(
      (first..<first + count).map { .status(status($0, isRed: turn % 2 == 0, turn)) }, to: &bench)
  }

  // As many share a line as do in a list.
  private static func declaration(_ number: Int, _ name: String) -> BindingRecord {
    BindingRecord(
      id: BindingID(UInt64(number + 1)), scope: nil, node: nil, name: name, stableKey: name,
      place: .source(file: "App/Screen.swift", line: 1 + number % 50), keyPath: nil,
      transformer: nil, source: Endpoint(owner: "Employee", property: "salary", valueType: "Int"),
      target: Endpoint(owner: "Label", property: "text", valueType: "String"), direction: .oneWay)
  }

  private static func status(_ number: Int, isRed: Bool, _ change: Int) -> StatusRecord {
    let reason = Reason(
      .ownerNotFound, [Parameter("path", "employee.salary")],
      trail: ["Cell", "Row", "Table", "Screen"].map { Candidate($0, "has no “employee”") })
    return StatusRecord(
      binding: BindingID(UInt64(number + 1)), colour: isRed ? .red : .green,
      step: isRed ? .owner : nil, reasons: isRed ? [reason] : [],
      since: Moment(microseconds: Int64(change)), changes: UInt32(change),
      counters: Counters(updates: UInt64(change)))
  }
}
