internal import InspectLink
private import InspectSystem
private import InspectWire

extension Complaint {
  /// Why a process cannot be attached to.
  init(_ finding: ProcessFinding, pid: Int32) {
    switch finding {
    case .noSuchProcess:
      self.init(
        .noSuchProcess, "There is no process \(pid).",
        why: "It may have ended a moment ago.",
        remedy: "`inspect-cli ps` lists the processes that can be inspected.")
    case .otherUser(let entry):
      self.init(
        .notPermitted,
        "\(Self.name(entry)) belongs to another user (uid \(entry.user)).",
        why: "Only its own user may look into a process.",
        remedy: "Run inspect-cli as that user.")
    case .switchedOff(let entry):
      self.init(
        .notInspectable, "Inspection is switched off in \(Self.name(entry)).",
        why: "It was started with BINDINSPECT=none.",
        remedy: "Start it again with BINDINSPECT=off or armed, or without the variable.")
    case .faulty(let entry, let fault):
      self.init(
        .malformedInput, "What \(Self.name(entry)) tells of itself cannot be believed.",
        why: "\(fault.text).",
        remedy: "Start it again; `inspect-cli doctor \(pid)` looks further.")
    case .unreached(let entry, let fault):
      self.init(
        .notInspectable, "\(Self.name(entry)) cannot be found in the namespaces that it lives in.",
        why: display(fault.text, limit: 400).prefix(1).uppercased()
          + display(fault.text, limit: 400).dropFirst() + ".",
        remedy: "`inspect-cli doctor \(pid)` looks for the cause.")
    case .notInspectable(let entry):
      self.init(
        .notInspectable, "\(Self.name(entry)) is not inspectable.",
        why: "It does not use BindInspect, or it has made no scope yet.",
        remedy: "`inspect-cli doctor \(pid)` looks for the cause.")
    case .stopped(let told, let isTraced):
      let name = "\(display(told.name)) (\(pid))"
      self.init(
        .refused,
        isTraced ? "\(name) is held by a debugger." : "\(name) is stopped.",
        why: "It cannot answer until it goes on.",
        remedy: isTraced
          ? "Let it continue in the debugger, then try again."
          : "Let it go on with `kill -CONT \(pid)`, then try again.")
    case .inspectable(let told):
      self.init(
        .refused, "\(display(told.name)) (\(pid)) could not be attached to.",
        remedy: "`inspect-cli doctor \(pid)` looks for the cause.")
    }
  }

  private static func name(_ entry: ProcessTable.Entry) -> String {
    "\(display(entry.name)) (\(entry.pid))"
  }
}
