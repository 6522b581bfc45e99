private import InspectWire

/// `doctor`: looks one by one at all that attaching and connecting need; changes nothing.
enum DoctorCommand {
  static func run(_ context: CommandContext) throws(Complaint) -> ExitStatus {
    var looks = DaemonLooks(context).all()
    if let name = context.invocation.operands.first {
      looks += ProcessLooks(context, ProcessName(name)).all()
    }
    let failed = looks.count { $0.outcome == .failed }
    if context.isJSON {
      try context.print([
        "looks": .array(looks.map(\.shape)), "failed": .int(Int64(failed)),
      ])
    } else {
      try context.print(DoctorText(context.layout).lines(looks))
    }
    return failed == 0 ? .fine : .findings
  }
}

extension Look {
  fileprivate var shape: JSON {
    .shape([
      "subject": .string(subject), "outcome": .string(outcome.rawValue), "seen": .string(seen),
      "remedy": .text(orNull: remedy),
    ])
  }
}
