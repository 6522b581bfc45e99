/// Rows of cells below a heading, the columns as wide as their widest cell.
struct Table {
  /// Names of the columns.
  let heading: [String]
  /// Which columns hold numbers, and stand to the right.
  let numeric: Set<Int>
  /// Cells by row.
  private(set) var rows: [[Line]] = []

  init(_ heading: [String], numeric: Set<Int> = []) {
    self.heading = heading
    self.numeric = numeric
  }

  /// Adds a row with a cell for each column.
  mutating func add(_ cells: [Line]) { rows.append(cells) }

  /// The lines, at most so wide: the widest column of texts gives way, cut in the middle.
  func lines(_ layout: Layout, flexible: Int) -> [Line] {
    let all = [heading.map { Line($0, .faint) }] + rows
    var widths = heading.indices.map { column in all.map { $0[column].width }.max() ?? 0 }
    if let columns = layout.columns {
      let total = widths.reduce(0, +) + 2 * (widths.count - 1)
      if total > columns { widths[flexible] = max(8, widths[flexible] - (total - columns)) }
    }
    return all.map { cells in
      var line = Line.empty
      for (column, cell) in cells.enumerated() {
        var cell = cell
        if cell.width > widths[column] {
          let tone = cell.spans.first?.tone ?? .plain
          cell = Line(layout.palette.cutInMiddle(cell.plain, to: widths[column]), tone)
        }
        let gap = Span(String(repeating: " ", count: max(0, widths[column] - cell.width)))
        let isLast = column == cells.count - 1
        if numeric.contains(column) { line += gap }
        line.spans += cell.spans
        if !isLast {
          if !numeric.contains(column) { line += gap }
          line += Span("  ")
        }
      }
      return line
    }
  }
}
