public import BindInspect
public import Foundation

/// A node that displays a date and lets the user change it.
public final class DateField: BindableNode {
  /// Where it sits.
  public let seat: NodeSeat

  /// The date; nil while there is none.
  @Bound public var date: Date?

  /// Makes a field without date.
  public init(
    in scope: Scope, parent: (any BindableNode)? = nil, name: String = "", frame: Frame? = nil
  ) {
    seat = NodeSeat(of: DateField.self, in: scope, parent: parent, name: name, frame: frame)
  }

  /// The date.
  public var slot: Slot { Slot($date, takesInput: true) }

  /// The user has chosen another date, or none.
  ///
  /// - Throws: Why it was not carried to the model; the field shows it all the same.
  @inline(never)
  public func enter(_ date: Date?) throws(InputError) { try input(date) }
}
