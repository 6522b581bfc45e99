/// A command, as the parser, help and completions know it.
struct CommandEntry: Sendable {
  /// The word by which it is called.
  let word: CommandWord
  /// What follows it: names in capitals, in brackets what may be left out.
  let operands: [Operand]
  /// Options beside those of all commands.
  let options: [OptionEntry]
  /// What it does, in one line.
  let summary: String
  /// More about it, as paragraphs.
  let details: [String]
  /// Ways to call it, with what comes of it.
  let examples: [Example]

  init(
    _ word: CommandWord, _ operands: [Operand] = [], _ options: [OptionEntry], _ summary: String,
    _ details: [String], examples: [Example] = []
  ) {
    self.word = word
    self.operands = operands
    self.options = options
    self.summary = summary
    self.details = details
    self.examples = examples
  }

  /// A word on the command line that is no option.
  struct Operand: Equatable, Sendable {
    /// What stands for it in help.
    let name: String
    /// Whether it may be left out.
    let isOptional: Bool
    /// Whether it stands for any number of words; only the last does.
    var isRest = false

    static func needed(_ name: String) -> Operand { Operand(name: name, isOptional: false) }
    static func optional(_ name: String) -> Operand { Operand(name: name, isOptional: true) }
    static func rest(_ name: String) -> Operand {
      Operand(name: name, isOptional: true, isRest: true)
    }

    /// As it is written in help.
    var usage: String { isOptional ? "[\(name)\(isRest ? " ..." : "")]" : name }
  }

  /// A call and what comes of it.
  struct Example: Equatable, Sendable {
    let call: String
    let meaning: String

    init(_ call: String, _ meaning: String) {
      self.call = call
      self.meaning = meaning
    }
  }

  /// The command with its operands: `attach PID|NAME`.
  var usage: String { ([word.rawValue] + operands.map(\.usage)).joined(separator: " ") }

  /// The option of that name; nil where the command has none.
  func option(named name: String) -> OptionEntry? {
    (options + CommandTable.commonOptions).first { $0.name == name }
  }
}
