/// `show`: every fact of one binding.
enum ShowCommand {
  static func run(_ context: CommandContext) throws(Complaint) -> ExitStatus {
    let text = BindingAnswer.text(try BindingAnswer.explanation(context), context)
    if context.isJSON {
      try context.print(text.shape)
    } else {
      try context.print(ShowText(text).lines)
    }
    return .fine
  }
}
