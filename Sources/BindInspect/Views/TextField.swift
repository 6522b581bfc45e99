private import CInspectSystem
public import InspectReporter

/// A node that displays a text and lets the user change it.
public final class TextField: BindableNode {
  /// Where it sits.
  public let seat: NodeSeat

  /// The text; nil while there is none.
  @Bound public var text: String?

  /// What is shown while there is no text.
  @Bound public var placeholder: String?

  /// Makes a field without text.
  public init(
    in scope: Scope, parent: (any BindableNode)? = nil, name: String = "",
    placeholder: String? = nil, frame: Frame? = nil
  ) {
    seat = NodeSeat(of: TextField.self, in: scope, parent: parent, name: name, frame: frame)
    self.placeholder = placeholder
  }

  /// What the user sees.
  public var shown: String { text.flatMap { $0.isEmpty ? nil : $0 } ?? placeholder ?? "" }

  /// The text; it shows the number 0 as nothing, so that the placeholder is seen.
  public var slot: Slot {
    Slot(
      _text.property(in: self), takesInput: true, placeholder: _placeholder.property(in: self),
      hidesZero: true)
  }

  /// The user has changed the whole text.
  ///
  /// - Throws: Why it was not carried to the model; the field shows it all the same.
  @inline(never)
  public func enter(_ text: String?) throws(InputError) {
    try slot.enter(text, from: WritePlace.here())
  }
}
