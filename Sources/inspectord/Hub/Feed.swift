internal import InspectWire

/// How far one stream has been told of one process.
struct Feed {
  /// Stamps through which it has been told, by order of the log.
  private var told: [UInt64]
  /// Places of the changes told last, where reading goes on quickly.
  private var places = [Int](repeating: -1, count: ChangeLog.Order.allCases.count)
  private var toldForgotten: UInt64
  /// What did not fit of the thing that was being told.
  private var rest: Rest?

  private struct Rest {
    let place: Int
    let stamp: UInt64
    let order: ChangeLog.Order
    let kinds: RecordKinds
  }

  /// Starts with everything up to a stamp told.
  init(toldThrough stamp: UInt64) {
    told = [UInt64](repeating: stamp, count: ChangeLog.Order.allCases.count)
    toldForgotten = stamp
  }

  /// Whether something happened that has not been told.
  func isBehind(_ process: HubProcess) -> Bool {
    ChangeLog.Order.allCases.contains { process.log.newest($0) > told[$0.rawValue] }
      || process.forgotten.newest > toldForgotten
  }

  /// Whether something was dropped that it can no longer be told of.
  func isTooFarBehind(_ process: HubProcess) -> Bool {
    process.forgotten.unknownThrough > toldForgotten
  }

  /// The stamp of the oldest change that has not been told; nil where all has.
  func oldestUntold(_ process: HubProcess) -> UInt64? {
    var stamps = ChangeLog.Order.allCases.compactMap { order in
      process.log.first(after: told[order.rawValue], order, hint: places[order.rawValue])
        .flatMap { process.log[$0]?.stamp(order) }
    }
    if process.forgotten.newest > toldForgotten,
      let first = process.forgotten.following(toldForgotten).first
    {
      stamps.append(first.stamp)
    }
    return stamps.min()
  }

  /// Takes what has not been told into open rows, as far as it fits.
  ///
  /// - Parameter stamp: The hub's newest stamp.
  /// - Returns: Whether all has been told now.
  mutating func fill(
    _ encoder: inout MessageEncoder, from process: HubProcess, level: Level, stamp: UInt64
  ) -> Bool {
    guard fill(&encoder, .declared, process, level, stamp) else { return false }
    for item in process.forgotten.following(toldForgotten) {
      guard encoder.forget(item.subject) else { return false }
      toldForgotten = item.stamp
    }
    toldForgotten = stamp
    return fill(&encoder, .status, process, level, stamp)
  }

  private mutating func fill(
    _ encoder: inout MessageEncoder, _ order: ChangeLog.Order, _ process: HubProcess,
    _ level: Level, _ stamp: UInt64
  ) -> Bool {
    let log = process.log
    while let place = log.first(
      after: told[order.rawValue], order, hint: places[order.rawValue]), let entry = log[place]
    {
      var kinds: RecordKinds = order == .declared ? .declared : .status
      if let rest, rest.place == place, rest.order == order, rest.stamp == entry.stamp(order) {
        kinds = rest.kinds
      }
      guard encoder.take(&kinds, of: entry.subject, in: process.model, level: level) else {
        rest = Rest(place: place, stamp: entry.stamp(order), order: order, kinds: kinds)
        return false
      }
      rest = nil
      told[order.rawValue] = entry.stamp(order)
      places[order.rawValue] = place
    }
    told[order.rawValue] = stamp
    return true
  }
}
