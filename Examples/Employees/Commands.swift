import Foundation

/// What one can type while the program runs.
enum Commands {
  static let help = """
    select N    select employee N
    name [TEXT] type a name into the editor's field, or empty it
    save        save what the editor holds
    clear       select nobody
    scribble T  assign a text to the list's label, past its binding
    mend        bind the birthdate through its transformer
    show        print what the window shows
    """

  /// Obeys each line of standard input on the main actor; its end ends nothing.
  static func listen(_ obey: @escaping @MainActor @Sendable (String) -> Void) {
    Thread.detachNewThread {
      while let line = readLine() {
        DispatchQueue.main.async { MainActor.assumeIsolated { obey(line) } }
      }
    }
  }
}

extension Program {
  func obey(_ line: String) {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    let argument = words.count > 1 ? words[1] : ""
    switch words.first {
    case "select": select((Int(argument) ?? 0) - 1)
    case "name": type(argument)
    case "save": save()
    case "clear": select(nil)
    case "scribble": scribble(argument)
    case "mend": mend()
    case "show": show()
    case nil: break
    default: say(Commands.help)
    }
  }
}
