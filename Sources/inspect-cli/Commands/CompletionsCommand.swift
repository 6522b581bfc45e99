internal import InspectWire

/// `completions`: a shell's script, or, for the script, what may come next.
enum CompletionsCommand {
  static func run(_ context: CommandContext) throws(Complaint) -> ExitStatus {
    let operands = context.invocation.operands
    if operands[0] == "words" {
      for word in completion(context).candidates(for: Array(operands.dropFirst())) {
        try context.say(word)
      }
      return .fine
    }
    guard let script = CompletionScript(rawValue: operands[0]) else {
      let names = CompletionScript.allCases.map(\.rawValue)
      throw Complaint(
        .usage, "There are no completions for “\(display(operands[0], limit: 40))”.",
        why: nearest(operands[0], among: names).map { "Did you mean “\($0)”?" } ?? "",
        remedy: "There are some for \(names.joined(separator: ", ")).")
    }
    guard operands.count == 1 else {
      throw Complaint(
        .usage, "`completions` takes no “\(display(operands[1], limit: 40))”.",
        remedy: "Call it as: inspect-cli completions SHELL")
    }
    for line in script.text.split(separator: "\n", omittingEmptySubsequences: false) {
      try context.say(String(line))
    }
    return .fine
  }

  // Whoever types gets no complaint: where nothing can be asked, nothing is offered.
  private static func completion(_ context: CommandContext) -> Completion {
    Completion(
      processes: {
        guard let list = try? ProcessList(context.folder, known: []) else { return [] }
        return list.living.flatMap { [$0.name, "\($0.pid)"] }
      },
      bindings: { piece in
        guard let session = try? DaemonSession.openIfRunning(context.folder) else { return [] }
        defer { session.close() }
        let name = piece.isEmpty ? "." : piece
        let content = try? session.ask { .why(WhyRequest(id: $0, instance: nil, name: name)) }
        return switch content {
        case .candidates(let matches): matches.map(\.name)
        case .explanation(let explanation): [explanation.binding.name]
        default: []
        }
      })
  }
}
