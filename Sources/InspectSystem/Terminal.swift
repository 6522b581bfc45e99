private import Glibc

/// What is known of the terminal at the other end of an open file.
package enum Terminal {
  /// Width in columns; nil where there is no terminal or it does not say.
  package static func columns(of number: Int32) -> Int? {
    var size = winsize()
    guard unsafe ioctl(number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}
