internal import InspectSystem
private import InspectWire

extension Complaint {
  /// Why the runtime folder cannot be used.
  init(_ fault: RuntimeFolder.Fault) {
    switch fault {
    case .system(let error):
      self.init(
        error.isForbidden ? .notPermitted : .unreadableInput,
        "The runtime folder \(display(error.subject)) cannot be used: \(error.reason).",
        remedy: "Name another one with --folder or BINDINSPECT_FOLDER.")
    case .foreignOwner(let path, let owner):
      self.init(
        .notPermitted,
        "The runtime folder \(display(path)) belongs to another user (uid \(owner)).",
        why: "Whoever owns it decides what stands in it.",
        remedy: "Remove it, or name another one with --folder or BINDINSPECT_FOLDER.")
    case .openToOthers(let path, let mode):
      self.init(
        .notPermitted,
        "The runtime folder \(display(path)) is open to others (mode \(String(mode, radix: 8))).",
        why: "Others could put there what they like.",
        remedy: "Run `chmod 700` on it, or name another one with --folder.")
    case .notAFolder(let path):
      self.init(
        .unreadableInput, "The runtime folder \(display(path)) is not a folder.",
        remedy: "Remove it, or name another one with --folder or BINDINSPECT_FOLDER.")
    case .relative(let path):
      self.init(
        .usage, "The runtime folder “\(display(path))” must be an absolute path.",
        remedy: "Write it from the root: --folder /PATH.")
    }
  }
}
