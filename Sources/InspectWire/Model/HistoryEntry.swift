/// Something that happened to a binding, in the order of its number.
public struct HistoryEntry: Hashable, Sendable {
  /// Consecutive in its instance, from 1; a gap is a loss.
  public var number: UInt64
  /// When it happened.
  public var at: Moment
  /// The binding.
  public var binding: BindingID
  /// What happened.
  public var kind: Kind

  /// Takes the parts as they are.
  public init(number: UInt64, at: Moment, binding: BindingID, kind: Kind) {
    self.number = number
    self.at = at
    self.binding = binding
    self.kind = kind
  }

  /// The two sorts of entries.
  public enum Kind: Hashable, Sendable {
    /// The colour changed, with the first reason of the new one.
    case colour(from: Colour, to: Colour, reason: ReasonCode?)
    /// An input was refused or altered; the colour stays, since the binding is sound.
    case event(Reason)
  }
}
