/// `why`: on one screen, why a binding is as it is.
enum WhyCommand {
  static func run(_ context: CommandContext) throws(Complaint) -> ExitStatus {
    let text = BindingAnswer.text(try BindingAnswer.explanation(context), context)
    if context.isJSON {
      try context.print(text.shape)
    } else {
      try context.print(WhyText(text).lines)
    }
    return .fine
  }
}
