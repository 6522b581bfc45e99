internal import InspectLink
internal import InspectWire

/// Why a scene could not go on.
enum StageFault: Error, Equatable, Sendable {
  /// The program could not be started.
  case notStarted(String)
  /// The program has ended; its last words.
  case ended(String)
  /// The program did not dial in time.
  case nobodyDialled
  /// The reporter could not be dialled.
  case cannotDial(LinkClosure)
  /// The link was closed though it should have stayed.
  case closed(LinkClosure)
  /// Nothing came in time.
  case silent(String)
  /// Somebody interrupted the command.
  case interrupted

  /// What happened, fit to be shown.
  var text: String {
    switch self {
    case .notStarted(let why): "the program could not be started: \(why)"
    case .ended(let words):
      "the program ended" + (words.isEmpty ? "" : "; it said: \(words)")
    case .nobodyDialled:
      "the program did not dial within \(ConformanceLimits.dialling / 1_000_000) s"
    case .cannotDial(let closure), .closed(let closure): display(closure.text)
    case .silent(let what): "\(what) did not come in time"
    case .interrupted: "somebody interrupted"
    }
  }
}
