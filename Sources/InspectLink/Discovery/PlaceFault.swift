package import InspectSystem

/// Why a process or daemon cannot have its place in the runtime folder.
package enum PlaceFault: Error, Hashable, Sendable {
  /// The folder cannot be trusted, or be had.
  case folder(RuntimeFolder.Fault)
  /// The system refused.
  case system(SystemError)
  /// Somebody has the place already; the daemon that has it, where it says so.
  case held(by: DaemonFile?)

  /// What happened, as words for people.
  package var text: String {
    switch self {
    case .folder(let fault): fault.text
    case .system(let error): "cannot take a place in the runtime folder: \(error.text)"
    case .held(let daemon?): "process \(daemon.pid) has this place already"
    case .held(nil): "another process has this place already"
    }
  }
}
