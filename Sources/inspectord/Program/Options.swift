internal import InspectServer
internal import InspectWire

/// What the command line says.
struct Options: Equatable {
  /// The runtime folder; nil for the usual one.
  var folder: String?
  /// The loopback port: 0 for a free one, nil for none.
  var port: UInt16? = 0
  /// Seconds without reporter and observer after which the daemon ends; nil for never.
  var idleExit: Int64?
  /// The file of the log; nil for standard error.
  var log: String?
  var level = LogLine.Level.info
  /// The file with the token; nil for one that is drawn.
  var tokenFile: String?
  var remote = RemoteOptions()
  var takesAnyLibrary = false
  var request = Request.serve

  /// What is to be done.
  enum Request: Equatable {
    case serve, help, version
  }

  /// An option as it is written and explained.
  struct Entry {
    let name: String
    let value: String
    let help: String
  }

  static let entries = [
    Entry(
      name: "--folder", value: "PATH",
      help: "runtime folder; else BINDINSPECT_FOLDER, else the usual"),
    Entry(
      name: "--port", value: "NUMBER",
      help: "loopback port; 0 (default) is a free one, `none` none"),
    Entry(
      name: "--idle-exit", value: "SECONDS",
      help: "end when nobody reports or observes for so long"),
    Entry(
      name: "--log", value: "FILE", help: "write the log there; `-` (default) is standard error"),
    Entry(
      name: "--log-level", value: "LEVEL", help: "error, warning, info (the default) or debug"),
    Entry(
      name: "--token-file", value: "FILE", help: "what the port asks for; else one is drawn"),
    Entry(
      name: "--remote", value: "ADDRESS:PORT", help: "serve other machines too, by TLS alone;"),
    Entry(name: "--certificate", value: "FILE", help: "needs this,"),
    Entry(name: "--key", value: "FILE", help: "this, and --token-file"),
    Entry(name: "--remote-name", value: "NAME", help: "what they call this machine"),
    Entry(
      name: "--any-libwebsockets", value: "", help: "serve with an untested version of it"),
    Entry(name: "--version", value: "", help: "print the version and end"),
    Entry(name: "--help", value: "", help: "print this and end"),
  ]

  /// Reads the words after the program's name.
  ///
  /// - Throws: `Complaint` that names the word, and what was meant by it if that can be guessed.
  init(_ words: [String]) throws(Complaint) {
    var rest = words[...]
    while let word = rest.popFirst() {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      guard
        let entry = Self.entries.first(where: {
          $0.name == name || name == "-h" && $0.name == "--help"
        })
      else { throw Self.unknown(name) }
      if entry.value.isEmpty {
        guard parts.count == 1 else { throw Complaint(.usage, "\(entry.name) takes no value.") }
        switch entry.name {
        case "--help": request = .help
        case "--version": request = .version
        default: takesAnyLibrary = true
        }
        continue
      }
      guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst(), !value.isEmpty else {
        throw Complaint(.usage, "\(entry.name) needs a value: \(entry.name) \(entry.value).")
      }
      try set(entry.name, value)
    }
  }

  private mutating func set(_ name: String, _ value: String) throws(Complaint) {
    switch name {
    case "--folder":
      guard value.hasPrefix("/") else {
        throw Complaint(
          .usage, "The runtime folder “\(display(value))” must be an absolute path.",
          remedy: "Write it from the root: --folder /PATH.")
      }
      folder = value
    case "--port":
      if value == "none" {
        port = nil
      } else {
        guard let number = UInt16(value), String(number) == value else {
          throw Complaint(
            .usage, "“\(display(value))” is no port.",
            remedy: "A port is a number from 1 to 65535; 0 takes a free one, `none` opens none.")
        }
        port = number
      }
    case "--idle-exit":
      guard let number = Int64(value), (1...31_536_000).contains(number) else {
        throw Complaint(
          .usage, "“\(display(value))” is no time to wait.",
          remedy: "Write whole seconds, from 1 to 31536000, a year.")
      }
      idleExit = number
    case "--log": log = value == "-" ? nil : value
    case "--token-file": tokenFile = value
    case "--remote": try remote.setAddress(value)
    case "--remote-name": remote.name = value
    case "--certificate": remote.certificate = value
    case "--key": remote.key = value
    default:
      guard let known = LogLine.Level.allCases.first(where: { $0.name == value }) else {
        let names = LogLine.Level.allCases.map(\.name)
        let meant = nearest(value, among: names).map { "Did you mean \($0)?" }
        throw Complaint(
          .usage, "“\(display(value))” is no level of the log.",
          remedy: meant ?? "The levels are \(names.joined(separator: ", ")).")
      }
      level = known
    }
  }

  private static func unknown(_ word: String) -> Complaint {
    let what = word.hasPrefix("-") ? "option" : "operand"
    let meant = nearest(word, among: entries.map(\.name)).map { "Did you mean \($0)?" }
    return Complaint(
      .usage, "Unknown \(what) “\(display(word))”.",
      remedy: meant ?? "`inspectord --help` lists the options.")
  }

  /// The text of `--help`.
  static var help: String {
    let heads = entries.map { $0.value.isEmpty ? $0.name : "\($0.name) \($0.value)" }
    let width = heads.map(\.count).max() ?? 0
    let lines = zip(heads, entries).map { head, entry in
      "  \(head)\(String(repeating: " ", count: width - head.count))  \(entry.help)\n"
    }
    return """
      inspectord: gathers what inspectable programs tell of their bindings, and tells
      it to whoever watches. One serves a runtime folder; inspect-cli starts it.

      Usage: inspectord [OPTION…]

      \(lines.joined())
      It ends at SIGTERM and SIGINT; `inspect-cli help statuses` tells how it ended.

      """
  }
}
