/// How much room there is, and in which signs it is filled.
struct Layout: Equatable, Sendable {
  /// Signs and colours.
  var palette: Palette
  /// Columns of the terminal; nil for a pipe, where lines are as long as they are.
  var columns: Int?
  /// Rows of the terminal; nil for a pipe.
  var rows: Int?

  init(palette: Palette = Palette(), columns: Int? = nil, rows: Int? = nil) {
    self.palette = palette
    self.columns = columns.map { max($0, CLILimits.leastColumns) }
    self.rows = rows
  }

  /// Columns for running text, also in a pipe.
  var textColumns: Int { min(columns ?? CLILimits.plainColumns, 100) }
}
