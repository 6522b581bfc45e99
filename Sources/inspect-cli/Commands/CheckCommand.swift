internal import InspectWire

/// `check`: fails if a binding is broken.
enum CheckCommand {
  static func run(_ context: CommandContext) throws(Complaint) -> ExitStatus {
    let (session, instances) = try subjects(context)
    let observation = try Observation(
      session, of: instances, query: context.invocation.value(of: .query) ?? "")
    session.close()
    let report = report(
      observation.processes, isStrict: context.invocation.has(.strict))
    if context.isJSON {
      try context.print(report.shape)
    } else {
      try context.print(CheckText(context.layout, context.clock).lines(report))
    }
    return report.hasFailed ? .findings : .fine
  }

  /// What is found in some processes.
  static func report(
    _ processes: [(entry: ProcessEntry, model: GraphModel)], isStrict: Bool
  ) -> CheckReport {
    var report = CheckReport()
    for (entry, model) in processes {
      report.processes.append(entry)
      for colour in Colour.allCases where colour != .grey {
        report.counts[colour] += model.counts[colour]
      }
      guard model.counts.red > 0 || (isStrict && model.counts.yellow > 0) else { continue }
      let finder = PlaceFinder(entry.facts)
      for binding in model.bindings {
        let colour = model.colour(of: binding.id) ?? .yellow
        guard colour == .red || (isStrict && colour == .yellow) else { continue }
        report.findings.append(
          CheckReport.Finding(
            process: entry, binding: binding, node: binding.node.flatMap { model.node($0) },
            status: model.status(of: binding.id), colour: colour,
            declared: finder.find(binding.place)))
      }
    }
    // Sorting keeps the order of equals only by chance, so their place decides.
    report.findings = report.findings.enumerated().sorted { one, other in
      (one.element.colour, one.offset) < (other.element.colour, other.offset)
    }.map(\.element)
    return report
  }

  // MARK: What to check

  /// The processes to look at, all of them attached.
  private static func subjects(
    _ context: CommandContext
  ) throws(Complaint) -> (DaemonSession, [InstanceID]) {
    if let process = context.invocation.process {
      let attached = try Attachment(context).attach(process)
      return (attached.session, [attached.entry.facts.instance])
    }
    let folder = try context.verified()
    let running = try DaemonSession.openIfRunning(folder)
    let rows = try ProcessList(folder, known: try running?.processes() ?? []).living
    guard !rows.isEmpty else {
      throw Complaint(
        .noSuchProcess, "There is no process to check.",
        why: "None of this user can be inspected right now.",
        remedy: "Start the program first; `inspect-cli doctor PID` tells what keeps one away.")
    }
    let session: DaemonSession
    if let running {
      session = running
    } else {
      session = try DaemonStarter(folder: folder).session().0
    }
    var instances: [InstanceID] = []
    for row in rows {
      if row.entry?.state == .live {
        instances.append(row.instance)
        continue
      }
      // What cannot be looked at is not sound: the check must not pass over it.
      try Attachment.look(at: row, in: folder)
      instances.append(try Attachment.attach(row, session).facts.instance)
    }
    return (session, instances)
  }
}

extension CheckReport {
  /// The report as JSON.
  var shape: JSON {
    .shape([
      "counts": counts.shape,
      "processes": .array(processes.map { ProcessRow($0).shape }),
      "findings": .array(
        findings.map { finding in
          let binding = BindingShape(clock: finding.process.facts.clock) {
            PlaceFinder(finding.process.facts).find($0)
          }
          return .shape([
            "process": .shape([
              "pid": .int(Int64(finding.process.facts.pid)),
              "name": .string(finding.process.facts.name),
              "instance": .string(finding.process.facts.instance.text),
            ]),
            "binding": binding.shape(finding.binding, finding.status, finding.colour),
          ])
        }),
    ])
  }
}
