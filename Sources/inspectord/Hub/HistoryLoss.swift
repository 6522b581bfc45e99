internal import InspectWire

/// Which entries of one process's history are not to be had: how many, and between which numbers.
///
/// Numbers are consecutive in an instance, so what was passed over is seen from the numbers alone,
/// whatever a reporter says, and however often it tells its history anew.
struct HistoryLoss: Hashable {
  private(set) var count: UInt64 = 0
  private(set) var range: NumberRange?
  /// What the process said that it lost, of which nothing has been seen yet.
  private var announced: Announced?

  private struct Announced: Hashable {
    var count: UInt64
    var to: UInt64
  }

  /// Notes an entry that fell out here.
  mutating func drop(_ number: UInt64) {
    count &+= 1
    widen(to: NumberRange(from: number, to: number))
  }

  /// Notes entries that the process passed over.
  mutating func skip(_ numbers: NumberRange) {
    count &+= numbers.to - numbers.from &+ 1
    widen(to: numbers)
    // What was announced and is counted now counts once.
    guard let promised = announced, numbers.from <= promised.to else { return }
    let seen = min(numbers.to, promised.to) - numbers.from &+ 1
    announced =
      promised.count > seen ? Announced(count: promised.count - seen, to: promised.to) : nil
  }

  /// Notes what the process says that it lost; what was told up to a number is not lost.
  mutating func announce(_ lost: Lost, told newest: UInt64) {
    guard lost.to > newest else { return }
    announced = Announced(count: min(lost.count, lost.to - newest), to: lost.to)
    widen(to: NumberRange(from: max(lost.from, newest &+ 1), to: lost.to))
  }

  /// Notes that everything up to a number has been told or is counted.
  mutating func settle(through newest: UInt64) {
    if let promised = announced, promised.to <= newest { announced = nil }
  }

  /// All of it, as it is told.
  var total: UInt64 { count &+ (announced?.count ?? 0) }

  private mutating func widen(to other: NumberRange) {
    let known = range ?? other
    range = NumberRange(from: min(known.from, other.from), to: max(known.to, other.to))
  }
}
