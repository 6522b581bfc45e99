internal import InspectWire

/// `conformance`: holds a reporter to the rules of the protocol.
enum ConformanceCommand {
  static func run(_ context: CommandContext) throws(Complaint) -> ExitStatus {
    let subject = try ReporterSubject(context.invocation.operands)
    let stage = try ReporterStage(subject)
    defer { stage.clear() }
    var run = ConformanceRun(stage)
    do throws(StageFault) { try run.play() } catch { throw Complaint(error, subject) }
    let report = ConformanceReport(
      subject: subject.text, implementation: run.implementation, book: run.book)
    if context.isJSON {
      try context.print(report.shape)
    } else {
      try context.print(ConformanceText(context.layout).lines(report))
    }
    return report.book.hasFailed ? .findings : .fine
  }
}

/// What came of holding a reporter to the rules.
struct ConformanceReport: Sendable {
  /// The command or address, as it was written.
  var subject: String
  /// What the reporter calls itself.
  var implementation: String
  var book: RuleBook

  /// The report as JSON.
  var shape: JSON {
    .shape([
      "subject": .string(subject), "implementation": .string(implementation),
      "rules": .array(ConformanceRule.all.map { shape(of: $0, book[$0.id]) }),
      "passed": .int(Int64(book.count("pass"))), "failed": .int(Int64(book.count("fail"))),
      "open": .int(Int64(book.count("open"))),
    ])
  }

  private func shape(of rule: ConformanceRule, _ outcome: RuleBook.Outcome) -> JSON {
    let seen: String? =
      switch outcome {
      case .passed: nil
      case .failed(let seen), .open(let seen): seen
      }
    return .shape([
      "rule": .string(rule.id.rawValue), "outcome": .string(outcome.word),
      "says": .string(rule.says), "section": .string(rule.section),
      "seen": .text(orNull: seen ?? ""), "help": .string(rule.help),
    ])
  }
}

extension Complaint {
  /// There was no reporter to be judged.
  fileprivate init(_ fault: StageFault, _ subject: ReporterSubject) {
    switch fault {
    case .interrupted:
      self.init(.refused, "The run was interrupted; nothing is judged.")
    case .notStarted, .ended:
      self.init(
        .notInspectable, "There is no reporter to be judged: \(fault.text).",
        remedy: "Give it a program that runs until it is asked to end.")
    case .nobodyDialled:
      self.init(
        .notInspectable, "There is no reporter to be judged: \(fault.text).",
        remedy: "A program dials what BINDINSPECT_URL names; docs/other-runtimes.md tells how.")
    case .cannotDial, .closed, .silent:
      self.init(
        .refused, "There is no reporter to be judged: \(fault.text).",
        remedy: subject.isAddress
          ? "Look whether it listens there, and whether another daemon is attached to it."
          : "It dialled and did not greet; docs/other-runtimes.md tells how.")
    }
  }
}
