internal import InspectWire

/// What may come next on a command line that is being typed.
///
/// Pure: names of processes and bindings are asked for only where one of them may stand.
struct Completion {
  /// Names and numbers of the processes that can be named.
  let processes: () -> [String]
  /// Names of bindings that a piece of a name may mean.
  let bindings: (_ piece: String) -> [String]

  /// The words that may stand where the last one stands; it may be empty, or the beginning of one.
  ///
  /// - Parameter words: Those behind the program's own name.
  func candidates(for words: [String]) -> [String] {
    let piece = words.last ?? ""
    return all(before: words.dropLast(), piece)
      .filter { $0.hasPrefix(piece) && Self.isPlain($0) }
  }

  private func all(before words: ArraySlice<String>, _ piece: String) -> [String] {
    if let option = words.last.flatMap(Self.option), let value = option.value {
      return values(of: value, piece)
    }
    let plain = Self.withoutOptions(words)
    guard let first = plain.first else {
      return piece.hasPrefix("-")
        ? Self.written(CommandTable.commonOptions) : CommandWord.allCases.map(\.rawValue)
    }
    guard let command = CommandWord(rawValue: first) else { return [] }
    let entry = CommandTable.entry(of: command)
    if piece.hasPrefix("-") { return Self.written(entry.options + CommandTable.commonOptions) }
    let place = plain.count - 1
    guard entry.operands.indices.contains(place) else { return [] }
    return values(of: entry.operands[place].name, piece)
  }

  /// What may stand for a name in capitals in help.
  private func values(of name: String, _ piece: String) -> [String] {
    switch name {
    case "PID|NAME": processes()
    case "NAME": bindings(piece)
    case "CODE": ReasonCatalogue.all.map(\.code.rawValue)
    case "COMMAND": CommandWord.allCases.map(\.rawValue) + ["statuses"]
    case "SHELL": CompletionScript.allCases.map(\.rawValue)
    default: []
    }
  }

  private static func written(_ options: [OptionEntry]) -> [String] {
    options.map { "--" + $0.name }
  }

  private static func option(_ word: String) -> OptionEntry? {
    guard word.hasPrefix("--") else { return nil }
    return OptionEntry.everyOne.first { "--" + $0.name == word }
  }

  private static func withoutOptions(_ words: ArraySlice<String>) -> [String] {
    var plain: [String] = []
    var isValue = false
    for word in words {
      if !isValue, !word.hasPrefix("-") { plain.append(word) }
      isValue = !isValue && option(word)?.value != nil
    }
    return plain
  }

  // A shell puts them on the command line as they are, and foreign names may hold anything.
  private static func isPlain(_ word: String) -> Bool {
    !word.isEmpty
      && word.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "-_./:@%+,#".utf8.contains(byte)
        }
      }
  }
}
