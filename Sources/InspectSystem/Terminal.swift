private import Glibc

/// What is known of the terminal at the other end of an open file.
package enum Terminal {
  /// Width and height in characters.
  package struct Size: Hashable, Sendable {
    /// Characters in a row.
    package var columns: Int
    /// Rows.
    package var rows: Int
  }

  /// Width in columns; nil where there is no terminal or it does not say.
  package static func columns(of number: Int32) -> Int? { size(of: number)?.columns }

  /// Width and height; nil where there is no terminal or it does not say.
  package static func size(of number: Int32) -> Size? {
    var size = winsize()
    guard unsafe ioctl(number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return nil }
    return Size(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }
}
