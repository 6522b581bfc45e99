/// Where an output stream of a started program leads.
package enum StreamTarget: Hashable, Sendable {
  /// To the test, which reads all of it.
  case captured
  /// Nowhere.
  case null
  /// The stream is closed before the program starts.
  case closed
  /// To a pipe whose reader is gone.
  case brokenPipe
  /// To a file, at its end.
  case file(String)
}
