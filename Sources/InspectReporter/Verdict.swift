public import InspectWire

/// What an engine's verification says of a binding now, whole.
public struct Verdict: Hashable, Sendable {
  /// Its colour: green when every step is done, red when one failed, else yellow.
  public var colour: Colour
  /// First step that is not done; nil when all are.
  public var step: Step?
  /// All reasons, those of the first step first; at most 16 are kept.
  public var reasons: [Reason]
  /// What else is true of it.
  public var marks: Marks
  /// What the target held when a step first failed; nil where that is not known.
  public var lastGood: Value?
  /// Names the place at which the first open step is open, so that others that fail there too are
  /// known to share the cause: a number of the engine's choice, equal for equal places, unique in
  /// the instance. Nil where the fault is the binding's own.
  public var origin: UInt64?

  /// Takes the parts as they are.
  public init(
    _ colour: Colour, step: Step? = nil, reasons: [Reason] = [], marks: Marks = [],
    lastGood: Value? = nil, origin: UInt64? = nil
  ) {
    self.colour = colour
    self.step = step
    self.reasons = reasons
    self.marks = marks
    self.lastGood = lastGood
    self.origin = origin
  }

  /// Whether a slot holds all of it: nothing but colour and marks.
  var isPlain: Bool { step == nil && reasons.isEmpty && lastGood == nil && origin == nil }
}
