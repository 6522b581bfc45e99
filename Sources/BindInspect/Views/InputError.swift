public import InspectReporter
private import InspectWire

/// Why an input, or the check of one, did not go through: one reason or several.
///
/// The binding is sound all the same: its colour does not change.
public struct InputError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What was wrong, in the order in which it was met; at least one.
  public let reasons: [Reason]

  /// The reasons as sentences.
  public var description: String { reasons.map(\.sentence).joined(separator: " ") }

  static func throwing(_ reasons: [Reason]) throws(InputError) {
    if !reasons.isEmpty { throw InputError(reasons: reasons) }
  }
}
