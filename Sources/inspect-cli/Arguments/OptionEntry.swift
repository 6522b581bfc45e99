/// An option of the command line, as the parser, help and completions know it.
struct OptionEntry: Equatable, Sendable {
  /// Name without its two hyphens.
  let name: String
  /// Name of its value in help; nil where it takes none.
  let value: String?
  /// What it does, in a few words.
  let summary: String

  init(_ name: String, _ value: String? = nil, _ summary: String) {
    self.name = name
    self.value = value
    self.summary = summary
  }

  /// As it is written: `--process PID|NAME`.
  var usage: String { "--\(name)" + (value.map { " \($0)" } ?? "") }

  // MARK: All of them

  static let all = OptionEntry("all", nil, "ended and internal ones too")
  static let ascii = OptionEntry(
    "ascii", nil, "only ASCII: + ok, ~ pending, x broken, - ended")
  static let folder = OptionEntry("folder", "PATH", "runtime folder, instead of this user's")
  static let follow = OptionEntry("follow", nil, "go on with every change, until interrupted")
  static let help = OptionEntry("help", nil, "this help")
  static let idleExit = OptionEntry(
    "idle-exit", "SECONDS", "let the daemon end after so long without a process or observer")
  static let json = OptionEntry("json", nil, "JSON instead of text")
  static let noColor = OptionEntry("no-color", nil, "no colours, as with NO_COLOR or TERM=dumb")
  static let port = OptionEntry("port", "NUMBER", "port of the daemon on 127.0.0.1")
  static let process = OptionEntry(
    "process", "PID|NAME", "look in this process alone; attached if need be")
  static let query = OptionEntry(
    "query", "QUERY", "only bindings that it asks for, such as 'status:red scope:cart'")
  static let strict = OptionEntry("strict", nil, "pending bindings are findings too")
  static let version = OptionEntry("version", nil, "version of inspect-cli and of its protocol")
  static let worstFirst = OptionEntry("worst-first", nil, "broken, pending, ok, ended; not by age")

  /// Every option that some command takes; a name means the same everywhere.
  static let everyOne: [OptionEntry] = [
    all, ascii, folder, follow, help, idleExit, json, noColor, port, process, query, strict,
    version,
    worstFirst,
  ]
}
