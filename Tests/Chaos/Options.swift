import InspectSystem

/// What a run of the harness is to do.
struct Options: Sendable {
  /// Decides all that is left to chance.
  var seed: UInt64
  /// Whether to do all of it many times.
  var isLong = false
  /// Numbers of the faults to be made; all where it is empty.
  var only: Set<String> = []

  struct Fault: Error {
    let text: String
  }

  init(_ arguments: [String]) throws(Fault) {
    var chance = SystemRandom()
    seed = chance.next() >> 32
    var rest = arguments[...]
    while let option = rest.popFirst() {
      switch option {
      case "--long": isLong = true
      case "--seed":
        guard let seed = rest.popFirst().flatMap(UInt64.init) else {
          throw Fault(text: "--seed takes a number")
        }
        self.seed = seed
      case "--only":
        guard let ids = rest.popFirst() else { throw Fault(text: "--only takes F1,F2,…") }
        only = Set(ids.split(separator: ",").map(String.init))
      default:
        throw Fault(
          text: "unknown option \(option); usage: Chaos [--long] [--seed N] [--only F1,…]")
      }
    }
  }

  /// The smaller number in the short form, else the larger one.
  func times(_ short: Int, _ long: Int) -> Int { isLong ? long : short }
}
