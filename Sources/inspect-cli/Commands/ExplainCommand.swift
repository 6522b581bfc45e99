private import InspectWire

/// `explain`: the help page of a reason code, or the list of all.
enum ExplainCommand {
  static func run(_ context: CommandContext) throws(Complaint) -> ExitStatus {
    let text = ReasonText(context.layout)
    guard let code = context.invocation.operands.first else {
      if context.isJSON {
        try context.print(["reasons": .array(ReasonCatalogue.all.map(shape))])
      } else {
        try context.print(text.index)
      }
      return .fine
    }
    guard let entry = ReasonCatalogue.entry(for: ReasonCode(code)) else {
      let meant = nearest(code, among: ReasonCatalogue.all.map(\.code.rawValue))
      throw Complaint(
        .usage, "There is no reason code “\(display(code, limit: 60))” in this version.",
        why: meant.map { "Did you mean “\($0)”?" }
          ?? "It may come from a newer or another runtime.",
        remedy: "`inspect-cli explain` lists all codes.")
    }
    if context.isJSON {
      try context.print(shape(entry))
    } else {
      try context.print(text.page(entry))
    }
    return .fine
  }

  private static func shape(_ entry: ReasonEntry) -> JSON {
    .shape([
      "code": .string(entry.code.rawValue),
      "step": entry.step.map { .string($0.name) } ?? .null,
      "colour": entry.colour.map { .string($0.name) } ?? .null,
      "sentence": .string(entry.template.text),
      "parameters": .object(
        entry.parameters.map { JSON.Member($0.name, .string($0.meaning)) }),
      "summary": .string(entry.summary),
      "explanation": .string(entry.explanation),
      "causes": .array(entry.causes.map { .string($0) }),
      "remedies": .array(entry.remedies.map { .string($0) }),
      "example": .string(entry.example),
      "page": .string(entry.page),
    ])
  }
}
