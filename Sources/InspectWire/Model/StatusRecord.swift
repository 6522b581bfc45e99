/// The newest status of a binding, whole.
public struct StatusRecord: Hashable, Sendable {
  /// The binding.
  public var binding: BindingID
  /// When the colour changed last.
  public var since: Moment
  /// How often the colour changed, the first one not counted.
  public var changes: UInt32
  /// What else is true of it.
  public var marks: Marks
  /// Its colour.
  public var colour: Colour
  /// First step that is not done; nil when all are.
  public var step: Step?

  // Apart from whether there are any: an optional of them would take eight bytes more.
  private var hasCounters: Bool
  private var counted: Counters
  private var rare: Rare?

  // What most statuses have nothing of, so that a million of them stay small.
  private final class Rare: Hashable, Sendable {
    let reasons: [Reason]
    let lastWrite: WriteFact?
    let lastGood: Value?
    let origin: UInt64?

    init(
      _ reasons: [Reason], _ lastWrite: WriteFact?, _ lastGood: Value?, _ origin: UInt64?
    ) {
      self.reasons = reasons
      self.lastWrite = lastWrite
      self.lastGood = lastGood
      self.origin = origin
    }

    static func == (one: Rare, other: Rare) -> Bool {
      one === other
        || (one.reasons == other.reasons && one.lastWrite == other.lastWrite
          && one.lastGood == other.lastGood && one.origin == other.origin)
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(reasons)
      hasher.combine(lastWrite)
      hasher.combine(origin)
    }
  }

  /// Takes the parts as they are.
  public init(
    binding: BindingID, colour: Colour, step: Step? = nil, reasons: [Reason] = [], since: Moment,
    changes: UInt32 = 0, marks: Marks = [], lastWrite: WriteFact? = nil, lastGood: Value? = nil,
    counters: Counters? = nil, origin: UInt64? = nil
  ) {
    self.binding = binding
    self.since = since
    self.changes = changes
    self.marks = marks
    self.colour = colour
    self.step = step
    hasCounters = counters != nil
    counted = counters ?? Counters()
    rare = Self.rare(reasons, lastWrite, lastGood, origin)
  }

  private static func rare(
    _ reasons: [Reason], _ lastWrite: WriteFact?, _ lastGood: Value?, _ origin: UInt64?
  ) -> Rare? {
    if reasons.isEmpty, lastWrite == nil, lastGood == nil, origin == nil { return nil }
    return Rare(reasons, lastWrite, lastGood, origin)
  }
}

extension StatusRecord {
  /// All reasons, those of the first step first; several pending ones may stand together.
  public var reasons: [Reason] {
    get { rare?.reasons ?? [] }
    set { rare = Self.rare(newValue, lastWrite, lastGood, origin) }
  }

  /// Who wrote the source last; nil where that is not noted.
  public var lastWrite: WriteFact? {
    get { rare?.lastWrite }
    set { rare = Self.rare(reasons, newValue, lastGood, origin) }
  }

  /// What the target held when a step first failed; only from level 2 on.
  public var lastGood: Value? {
    get { rare?.lastGood }
    set { rare = Self.rare(reasons, lastWrite, newValue, origin) }
  }

  /// Names the place at which the first open step is open: a property of an object, or a scope.
  ///
  /// Equal for all bindings of the instance that fail at that very place; nil where the fault is the
  /// binding's own.
  public var origin: UInt64? {
    get { rare?.origin }
    set { rare = Self.rare(reasons, lastWrite, lastGood, newValue) }
  }

  /// Counters; nil in mode `off`.
  public var counters: Counters? {
    get { hasCounters ? counted : nil }
    set {
      hasCounters = newValue != nil
      counted = newValue ?? Counters()
    }
  }
}
