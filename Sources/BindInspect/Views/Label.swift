public import InspectReporter

/// A node that displays a text.
public final class Label: BindableNode {
  /// Where it sits.
  public let seat: NodeSeat

  /// The text; nil while there is none.
  @Bound public var text: String?

  /// What is shown while there is no text.
  @Bound public var placeholder: String?

  /// Makes a label without text.
  public init(
    in scope: Scope, parent: (any BindableNode)? = nil, name: String = "",
    placeholder: String? = nil, frame: Frame? = nil
  ) {
    seat = NodeSeat(of: Label.self, in: scope, parent: parent, name: name, frame: frame)
    self.placeholder = placeholder
  }

  /// What the user sees.
  public var shown: String { text ?? placeholder ?? "" }

  /// The text.
  public var slot: Slot {
    Slot(_text.property(in: self), placeholder: _placeholder.property(in: self))
  }
}
