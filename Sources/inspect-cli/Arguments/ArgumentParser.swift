private import InspectWire

/// Reads the command line by the table of commands.
///
/// Options may stand anywhere, as `--name`, `--name VALUE` or `--name=VALUE`; `--` ends them. `-h`
/// is `--help`. An option given twice counts as given last.
struct ArgumentParser {
  private var rest: ArraySlice<String>
  private var words: [String] = []
  private var options: [(written: String, name: String, value: String?)] = []

  /// - Throws: `Complaint` of status `usage`, with what was probably meant.
  static func parse(_ arguments: [String]) throws(Complaint) -> Invocation {
    var parser = ArgumentParser(rest: arguments[...])
    return try parser.parse()
  }

  private init(rest: ArraySlice<String>) { self.rest = rest }

  private mutating func parse() throws(Complaint) -> Invocation {
    let command = try split()
    guard let command else { return try withoutCommand() }
    let entry = CommandTable.entry(of: command)
    var invocation = Invocation(command, operands: words)
    for option in options {
      guard let known = entry.option(named: option.name) else {
        throw unknown(option.written, of: entry)
      }
      try invocation.take(known, option.value)
    }
    if invocation.has(.help) {
      return Invocation(.help, operands: [command.rawValue]).sharing(invocation)
    }
    if invocation.has(.version) { return invocation }
    try check(words, against: entry)
    if invocation.has(.process), entry.operands.first?.name == OptionEntry.process.value,
      !words.isEmpty
    {
      throw Complaint(
        .usage, "Two processes are named, “\(display(words[0]))” and one with --process.",
        remedy: "Name one of them.")
    }
    return invocation
  }

  // MARK: Splitting

  /// Parts options from words; the first word is the command.
  private mutating func split() throws(Complaint) -> CommandWord? {
    var command: CommandWord?
    while let word = rest.popFirst() {
      if word == "--" {
        for word in rest { command = try take(word, for: command) }
        rest = []
      } else if word == "-h" {
        options.append((word, "help", nil))
      } else if word.hasPrefix("--") {
        option(word)
      } else if word.hasPrefix("-"), word.utf8.count > 1, Int32(word) == nil {
        throw unknown(word, of: command.map(CommandTable.entry))
      } else {
        command = try take(word, for: command)
      }
    }
    return command
  }

  private mutating func take(_ word: String, for command: CommandWord?) throws(Complaint)
    -> CommandWord?
  {
    if let command {
      words.append(word)
      return command
    }
    guard let command = CommandWord(rawValue: word) else {
      let meant = nearest(word, among: CommandWord.allCases.map(\.rawValue))
      throw Complaint(
        .usage, "There is no command “\(display(word, limit: 40))”.",
        why: meant.map { "Did you mean “\($0)”?" } ?? "",
        remedy: "`inspect-cli help` lists the commands.")
    }
    return command
  }

  private mutating func option(_ word: String) {
    let body = word.dropFirst(2)
    let parts = body.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    if parts.count == 2 {
      options.append(("--" + name, name, String(parts[1])))
      return
    }
    // Whether a value follows is known without the command: an option means the same everywhere.
    let takesValue = OptionEntry.everyOne.first { $0.name == name }?.value != nil
    options.append((word, name, takesValue ? rest.popFirst() : nil))
  }

  // MARK: Judging

  private func withoutCommand() throws(Complaint) -> Invocation {
    var invocation = Invocation(.help)
    for option in options {
      guard let known = CommandTable.commonOptions.first(where: { $0.name == option.name }) else {
        throw unknown(option.written, of: nil)
      }
      try invocation.take(known, option.value)
    }
    if invocation.has(.help) || invocation.has(.version) { return invocation }
    throw Complaint(
      .usage, "No command was given.", remedy: "`inspect-cli help` lists the commands.")
  }

  private func check(_ words: [String], against entry: CommandEntry) throws(Complaint) {
    let needed = entry.operands.count { !$0.isOptional }
    if words.count < needed {
      throw Complaint(
        .usage, "`\(entry.word.rawValue)` needs \(entry.operands[words.count].name).",
        remedy: "Call it as: inspect-cli \(entry.usage)")
    }
    let takesMore = entry.operands.last?.isRest == true
    if words.count > entry.operands.count, !takesMore {
      throw Complaint(
        .usage,
        "`\(entry.word.rawValue)` takes no “\(display(words[entry.operands.count], limit: 40))”.",
        remedy: "Call it as: inspect-cli \(entry.usage)")
    }
    if let empty = words.prefix(entry.operands.count).firstIndex(of: ""),
      !entry.operands[empty].isRest
    {
      throw Complaint(
        .usage, "\(entry.operands[empty].name) of `\(entry.word.rawValue)` is empty.",
        remedy: "Call it as: inspect-cli \(entry.usage)")
    }
  }

  private func unknown(_ written: String, of entry: CommandEntry?) -> Complaint {
    let known = (entry?.options ?? []) + CommandTable.commonOptions
    let meant = nearest(String(written.drop { $0 == "-" }), among: known.map(\.name))
    // Known, but to others: that is a better answer than "unknown".
    let owners = CommandTable.all.filter { command in
      command.options.contains { "--" + $0.name == written }
    }
    let shown = display(written, limit: 40)
    let helped = entry.map { "inspect-cli help \($0.word.rawValue)" } ?? "inspect-cli help"
    var why = meant.map { "Did you mean “--\($0)”?" } ?? ""
    if !owners.isEmpty {
      let names = owners.map { "`\($0.word.rawValue)`" }.joined(separator: ", ")
      why =
        entry == nil
        ? "It stands behind its command: \(names)." : "It is an option of \(names)."
    }
    let what =
      entry.map { "`\($0.word.rawValue)` has no option “\(shown)”." }
      ?? "There is no option “\(shown)” before a command."
    return Complaint(.usage, what, why: why, remedy: "`\(helped)` lists the options.")
  }
}

extension Invocation {
  fileprivate mutating func take(_ option: OptionEntry, _ value: String?) throws(Complaint) {
    if let name = option.value {
      guard let value, !value.isEmpty else {
        throw Complaint(
          .usage, "--\(option.name) needs a value.", remedy: "Write --\(option.name) \(name).")
      }
      options[option.name] = value
    } else if let value {
      throw Complaint(
        .usage, "--\(option.name) takes no value.",
        remedy: "Leave out “=\(display(value, limit: 40))”.")
    } else {
      options[option.name] = ""
    }
  }

  /// The same with how output is to look like taken from another.
  fileprivate func sharing(_ other: Invocation) -> Invocation {
    var copy = self
    copy.options = other.options
    return copy
  }
}
