internal import InspectSystem

/// What the other end of the output can show, from the environment and the options.
enum Display {
  /// Whether colours may be used: a terminal that knows them, and nobody who said no.
  static func isColoured(_ file: OutputFile) -> Bool {
    guard file.isTerminal, canMoveCursor else { return false }
    // https://no-color.org: set and not empty, whatever it holds.
    return Environment.value("NO_COLOR").map(\.isEmpty) ?? true
  }

  /// Whether the terminal understands more than plain lines.
  static var canMoveCursor: Bool {
    guard let kind = Environment.value("TERM") else { return false }
    return !kind.isEmpty && kind != "dumb"
  }

  /// Whether nothing but ASCII may be written: by option, or by a locale that says so.
  static func isASCII(asked: Bool) -> Bool {
    if asked { return true }
    let names = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { Environment.value($0) }
    // Without any, as in most containers, the terminal behind is one of UTF-8 nowadays.
    guard let locale = names.first(where: { !$0.isEmpty }) else { return false }
    if locale == "C" || locale == "POSIX" { return true }
    guard let dot = locale.firstIndex(of: ".") else { return false }
    let set = locale[locale.index(after: dot)...].prefix { $0 != "@" }.lowercased()
    return set != "utf-8" && set != "utf8"
  }

  /// Columns and rows of standard output; nil in a pipe that nobody told a width.
  static func size() -> (columns: Int?, rows: Int?) {
    let terminal = OutputFile.standard.isTerminal ? Terminal.size(of: 1) : nil
    let told = Environment.value("COLUMNS").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    return (told ?? terminal?.columns, terminal?.rows)
  }
}
