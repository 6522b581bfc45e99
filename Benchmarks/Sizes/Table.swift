/// What is measured at each size.
enum Row: String, CaseIterable {
  case update = "U  update, ns"
  case flush = "F  flush, ns a status"
  case fold = "D  fold in the daemon, ns a status"
  case fanOut = "O  fan-out, ns a status and observer"
  case snapshot = "S  snapshot, ms"
  case tree = "T  tree, ms of processor time"

  /// How it is called in the plot.
  var letter: Character { rawValue.first ?? "?" }
}

/// Costs by size, as a table and as a plot, in plain text.
struct Table {
  private let allSizes: [Int]
  private var columns: [[Row: Double]] = []
  private let firstWidth = 38
  private let width = 12

  init(sizes: [Int]) { allSizes = sizes }

  private var sizes: ArraySlice<Int> { allSizes.prefix(columns.count) }

  mutating func add(_ column: [Row: Double]) { columns.append(column) }

  func print() {
    line("bindings", sizes.map { "\($0)" })
    for row in Row.allCases {
      line(row.rawValue, columns.map { column in column[row].map(Self.text) ?? "-" })
    }
    Swift.print("")
    plot()
  }

  private func line(_ first: String, _ cells: [String]) {
    Swift.print(
      Self.padded(first, firstWidth)
        + cells.map { String(repeating: " ", count: max(width - $0.count, 1)) + $0 }.joined())
  }

  /// How many times as much as with the fewest bindings; two lines for each power of ten.
  private func plot() {
    let levels = columns.map { column in
      Row.allCases.map { row in Self.level(column[row], columns[0][row]) }
    }
    let top = levels.joined().max() ?? 0
    for level in stride(from: top, through: min(levels.joined().min() ?? 0, 0), by: -1) {
      let label = level % 2 == 0 ? "\(Self.power(level / 2)) ×" : ""
      let cells = levels.map { column in
        String(zip(Row.allCases, column).filter { $0.1 == level }.map { $0.0.letter })
      }
      line(String(repeating: " ", count: firstWidth - 10) + Self.padded(label, 8) + "|", cells)
    }
    Swift.print(
      String(repeating: " ", count: firstWidth - 2) + "+"
        + String(repeating: "-", count: width * sizes.count))
    line("times what it is with \(sizes[0])", sizes.map { "\($0)" })
  }

  private static func level(_ value: Double?, _ first: Double?) -> Int {
    guard let value, let first, value > 0, first > 0 else { return 0 }
    var level = 0
    var ratio = value / first
    // The fourth root of ten is half a line.
    while ratio > 1.778_279 { (ratio, level) = (ratio / 3.162_278, level + 1) }
    while ratio < 1 / 1.778_279 { (ratio, level) = (ratio * 3.162_278, level - 1) }
    return level
  }

  private static func power(_ exponent: Int) -> String {
    let zeros = String(repeating: "0", count: abs(exponent))
    return exponent < 0 ? "1/1" + zeros : "1" + zeros
  }

  private static func text(_ value: Double) -> String {
    if value >= 10 { return "\(Int(value + 0.5))" }
    return "\(Double(Int(value * 100 + 0.5)) / 100)"
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(width - text.count, 0))
  }
}
