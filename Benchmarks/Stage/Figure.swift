private import Glibc

/// One line of what a benchmark found: `name value unit (reference value, ratio; goal)`.
///
/// `tools/steady` reads the ratios.
package struct Figure {
  private let name: String
  private let value: String
  private let reference: String

  /// What was measured, and beside what, in the same run.
  ///
  /// - Parameters:
  ///   - ratio: How many times the reference it is; nil divides one by the other.
  package init(
    _ name: String, _ value: Double, _ unit: String, beside: String, _ reference: Double,
    ratio: Double? = nil
  ) {
    self.name = name
    self.value = "\(Self.text(value)) \(unit)"
    self.reference =
      "\(beside) \(Self.text(reference)), \(Self.text(ratio ?? value / reference))"
  }

  /// What was counted, with nothing beside it.
  package init(_ name: String, _ count: Int, _ unit: String) {
    self.name = name
    value = "\(count) \(unit)"
    reference = "counted"
  }

  /// Prints it at once, also into a pipe.
  package func print(goal: String, note: String = "") {
    let tail = note.isEmpty ? "" : " " + note
    Swift.print("\(name) \(value) (\(reference); goal \(goal))\(tail)")
    fflush(nil)
  }

  /// A number to be read: three digits that count.
  private static func text(_ value: Double) -> String {
    if value >= 100 { return "\(Int(value + 0.5))" }
    var unit = 100.0
    var limit = 10.0
    while value < limit, unit < 1e6 { (unit, limit) = (unit * 10, limit / 10) }
    return "\(Double(Int(value * unit / 10 + 0.5)) / (unit / 10))"
  }
}
