import InspectLink
import InspectWire
import TestSupport

/// F15: batches twice, too old, too new and out of order; two reporters with one instance; cursors
/// from the future.
struct Sequences: Fault {
  let id = "F15"

  func happen(_ options: Options, _ chance: inout SeededGenerator) async throws -> [String] {
    try await Field.with { field in
      try await field.startReporters(1, bindings: 20)
      try field.startWatchers(1)
      try await field.agree()
      let orders = Self.orders(depth: options.times(3, 4))
      for (index, order) in orders.enumerated() {
        try Self.play(order, UInt64(index + 1), field)
      }
      try Self.second(field)
      try Self.future(field)
      try await field.agree()
      return ["\(orders.count) orders of batches: none applied twice or backwards, gaps told"]
    }
  }

  /// All orders of numbers up to the depth.
  private static func orders(depth: Int) -> [[UInt64]] {
    var orders: [[UInt64]] = [[]]
    for _ in 0..<depth {
      orders = orders.flatMap { order in (0...UInt64(depth)).map { order + [$0] } }
    }
    return orders
  }

  /// A reporter sends batches with these numbers; a gap must end its link and nothing else may.
  private static func play(_ order: [UInt64], _ number: UInt64, _ field: Field) throws {
    let stranger = try Stranger(field.socket)
    try stranger.send(
      .hello(Hello(role: .reporter, implementation: "chaos", instance: Stranger.facts(number))))
    guard case .welcome = try stranger.next() else { throw Broken("no welcome for \(order)") }
    var last: UInt64 = 0
    var hasGap = false
    for sequence in order {
      // After a gap the link may be gone before this is sent.
      try? stranger.send(
        .batch(Batch(sequence: sequence, records: [Stranger.binding(sequence + 1)])))
      if sequence > last + 1 { hasGap = true; break }
      last = max(last, sequence)
    }
    if hasGap {
      let closure = stranger.closure()
      guard case .closedByPeer(code: 4_003, let reason)? = closure else {
        throw Broken("\(order): a gap ended with \(closure?.text ?? "nothing")")
      }
      try hold(reason.contains("\(last + 1)"), "\(order): the gap is told as “\(reason)”")
    } else {
      try stranger.send(.bye(Bye(why: "done")))
      try hold(stranger.closure() != nil, "\(order): the link stays after goodbye")
    }
  }

  /// A second reporter of a live instance, which is not the same process, is refused.
  private static func second(_ field: Field) throws {
    guard
      let facts = field.watchers.first?.look({ seen in
        seen.fleet.processes.values.compactMap(\.entry?.facts).first { $0.name == "Workload" }
      })
    else { throw Broken("no live process") }
    var forged = facts
    forged.pid += 1
    let stranger = try Stranger(field.socket)
    try stranger.send(.hello(Hello(role: .reporter, implementation: "chaos", instance: forged)))
    guard case .reject(let reject)? = try stranger.next() else {
      throw Broken("a forged instance is let in")
    }
    try hold(reject.code == .instanceTaken, "a forged instance is told \(reject.code.rawValue)")
  }

  /// A cursor that no hub has given out yet gets a snapshot, and is told why.
  private static func future(_ field: Field) throws {
    let stranger = try Stranger(field.socket)
    try stranger.send(.hello(Hello(role: .observer, implementation: "chaos")))
    guard case .welcome(let welcome)? = try stranger.next() else { throw Broken("no welcome") }
    try stranger.send(
      .subscribe(
        Subscribe(
          id: 1, level: .status, cursor: Cursor(run: welcome.run, revision: 1 << 50))))
    while let message = try stranger.next() {
      guard case .snapshotBegin(let begin) = message else { continue }
      try hold(!begin.why.isEmpty, "a snapshot for a cursor from the future says not why")
      return
    }
    throw Broken("a cursor from the future gets no snapshot")
  }
}
