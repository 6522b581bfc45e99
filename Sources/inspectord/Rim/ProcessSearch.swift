internal import InspectLink
internal import InspectSystem
internal import InspectWire

/// Looks for the process that a request to attach names, and says which step failed.
enum ProcessSearch {
  /// What came of it.
  enum Outcome {
    /// One, or several of that name.
    case found([Advertisement])
    case failed(FailureCode, String, String)
  }

  static func run(_ selector: ProcessSelector, in folder: RuntimeFolder) -> Outcome {
    do throws(RuntimeFolder.Fault) {
      switch selector {
      case .pid(let pid): return outcome(try ProcessFinding(pid: pid, in: folder), pid)
      case .instance(let instance):
        let living = try Discovery.scanEverywhere(folder).processes
        guard let told = living.first(where: { $0.instance == instance }) else {
          return .failed(
            .noSuchProcess, "The process is not there any more.",
            "`inspect-cli ps` lists the processes that can be inspected.")
        }
        return outcome(try ProcessFinding(pid: told.pid, in: folder), told.pid)
      case .name(let name): return try named(name, folder)
      }
    } catch {
      return .failed(.refused, error.text, "")
    }
  }

  private static func named(_ name: String, _ folder: RuntimeFolder) throws(RuntimeFolder.Fault)
    -> Outcome
  {
    let living = try Discovery.scanEverywhere(folder).processes
    let matches = living.filter { ExactText($0.name) == ExactText(name) }
    guard let one = matches.first else {
      let meant = nearest(name, among: living.map(\.name)).map { "Did you mean “\(display($0))”?" }
      return .failed(
        .noSuchProcess, "No process that can be inspected is called “\(display(name))”.",
        meant ?? "`inspect-cli ps` lists the processes that can be inspected.")
    }
    guard matches.count == 1 else { return .found(matches) }
    return outcome(try ProcessFinding(pid: one.pid, in: folder), one.pid)
  }

  private static func outcome(_ finding: ProcessFinding, _ pid: Int32) -> Outcome {
    switch finding {
    case .inspectable(let told): .found([told])
    case .noSuchProcess:
      .failed(
        .noSuchProcess, "There is no process \(pid).",
        "`inspect-cli ps` lists the processes that can be inspected.")
    case .otherUser(let entry):
      .failed(
        .notPermitted, "\(name(entry)) belongs to another user (uid \(entry.user)).",
        "Only its own user may look into a process.")
    case .switchedOff(let entry):
      .failed(
        .switchedOff,
        "Inspection is switched off in \(name(entry)): it runs with BINDINSPECT=none.",
        "Start it again with BINDINSPECT=off or armed, or without the variable.")
    case .stopped(let told, let isTraced):
      .failed(
        .notResponding,
        "\(display(told.name)) (\(pid)) is \(isTraced ? "held by a debugger" : "stopped").",
        isTraced
          ? "Let it continue in the debugger, then try again."
          : "Let it go on with `kill -CONT \(pid)`, then try again.")
    case .faulty(let entry, let fault):
      .failed(
        .notInspectable, "What \(name(entry)) tells of itself cannot be believed: \(fault.text).",
        "Start it again.")
    case .unreached(let entry, let fault):
      .failed(
        .notInspectable,
        "\(name(entry)) has a root folder or numbers of its own, and \(display(fault.text)).",
        "It does not use BindInspect, has made no scope yet, or uses another runtime folder in there."
      )
    case .notInspectable(let entry):
      .failed(
        .notInspectable, "\(name(entry)) is not inspectable.",
        "It does not use BindInspect, or it has made no scope yet.")
    }
  }

  private static func name(_ entry: ProcessTable.Entry) -> String {
    "\(display(entry.name)) (\(entry.pid))"
  }
}
