/// What the program is asked to be.
struct Options {
  /// Bindings that are made at start.
  var bindings = 10
  /// How many of them are red.
  var red = 0
  /// Name of every binding; each has its own where this is empty.
  var name = ""

  struct Fault: Error {
    let text: String
  }

  mutating func read(_ arguments: [String]) throws(Fault) {
    var rest = arguments[...]
    while let option = rest.popFirst() {
      guard let value = rest.popFirst() else { throw Fault(text: "\(option) needs a value") }
      switch option {
      case "--bindings": bindings = try number(value)
      case "--red": red = try number(value)
      case "--name": name = value
      default: throw Fault(text: "unknown option \(option)")
      }
    }
  }

  private func number(_ text: String) throws(Fault) -> Int {
    guard let number = Int(text), number >= 0 else { throw Fault(text: "\(text) is no number") }
    return number
  }
}
