/// What the command line asks for.
struct Invocation: Equatable, Sendable {
  /// The command.
  var command: CommandWord
  /// Words that are no options, in their order.
  var operands: [String]
  /// Options by name; those without value have an empty one.
  var options: [String: String]

  init(_ command: CommandWord, operands: [String] = [], options: [String: String] = [:]) {
    self.command = command
    self.operands = operands
    self.options = options
  }

  /// Whether an option was given.
  func has(_ option: OptionEntry) -> Bool { options[option.name] != nil }

  /// The value of an option; nil where it was not given.
  func value(of option: OptionEntry) -> String? { options[option.name] }

  /// The process that is meant, by operand or option; nil means all.
  var process: String? { value(of: .process) ?? operands.first }
}
