private import CInspectSystem
private import InspectReporter

extension PathBinding {
  /// Shows the value as it is now, and tells what became of it.
  func carry(on wave: Wave) {
    // The first guard: what this binding writes itself comes back as a change.
    guard !isEnded, !isWritingSource else { return }
    if deliveries == 0 { isStruck = false }
    deliveries += 1
    defer { deliveries -= 1 }
    var held: Value?
    do {
      let shown = try makeShown()
      if shown == nil, colour == .green { held = Value(previewing: target.read()) }
      let outcome = slot.show(shown, on: wave.next)
      if outcome == .new, target.tellsOtherWriters { target.writtenByBinding(self, on: wave) }
      guard !isEnded else { return }
      noteShown(isNothing: shown == nil)
      probe?.delivered(isNew: outcome == .new, from: wave.place)
    } catch {
      facts.propagation = .failed(
        .transformerFailed(transformerName ?? "", input: readSource(), error))
      isSound = false
      probe?.failed()
    }
    if !isSound { judge(held: held) }
  }

  /// The value to be shown; nil where there is none or the target does not take it.
  private func makeShown() throws -> Any? {
    guard canCarry else {
      set(value: .notYet)
      return nil
    }
    let raw = readSource()
    if hidesZero, let raw, isZero(raw) {
      set(value: .some(type: facts.accepted[0]))
      return nil
    }
    let value = try transformer.map { try $0.forward(raw) } ?? raw
    guard let value else {
      set(value: .none)
      return nil
    }
    let type = type(of: value)
    set(value: .some(type: type))
    return facts.accepts(type) ? value : nil
  }

  /// Whether there is a value that may be shown: no step before the value's own stands in the way.
  private var canCarry: Bool {
    if case .none = source { return false }
    guard case .whole = facts.segments else { return false }
    switch facts.transformer {
    case .none, .found: return true
    case .open, .failed: return false
    }
  }

  /// The value as the source has it.
  func readSource() -> Any? {
    switch source {
    case .none: nil
    case .property(_, let read): read()
    case .computed(let computed): computed.value
    }
  }

  private func set(value: Facts.Value) {
    if facts.value != value {
      facts.value = value
      isSound = false
    }
  }

  private func noteShown(isNothing: Bool) {
    if case .taken = facts.propagation {
    } else {
      facts.propagation = .taken
      isSound = false
    }
    // Within a pass that was given up nothing can be said yet.
    if facts.unrest != nil, !isStruck, deliveries == 1 {
      facts.unrest = nil
      isSound = false
    }
    let marks = makeMarks(showsNothing: isNothing)
    if facts.marks != marks {
      facts.marks = marks
      isSound = false
    }
  }

  private func makeMarks(showsNothing: Bool) -> Marks {
    var marks: Marks = []
    if case .tells = facts.notification { marks.insert(.follows) }
    if slot.takesInput {
      switch source {
      case .none: marks.insert(.writesBackUnknown)
      case .property: marks.insert(.writesBack)
      case .computed(let computed): if computed.set != nil { marks.insert(.writesBack) }
      }
      if options.contains(.checksInput) { marks.insert(.checksInput) }
    }
    if slot.placeholder?.value != nil {
      marks.insert(.hasFallback)
      if showsNothing { marks.insert(.showsFallback) }
    }
    return marks
  }

  /// Takes the steps again and tells what came of it.
  ///
  /// - Parameter held: What the target held before it lost the value; nil if it still holds it.
  func judge(held: Value? = nil) {
    isSound = true
    tell(toldVerdict, held: held)
  }
}

extension Facts.Value: Equatable {
  static func == (one: Self, other: Self) -> Bool {
    switch (one, other) {
    case (.notYet, .notYet), (.none, .none): true
    case (.some(let one), .some(let other)): one == other
    default: false
    }
  }
}

/// Whether a value is the number 0.
private func isZero(_ value: Any) -> Bool {
  switch value {
  case let value as Int: value == 0
  case let value as Double: value == 0
  case let value as any FixedWidthInteger: value.nonzeroBitCount == 0
  case let value as any BinaryFloatingPoint: value.isZero
  default: false
  }
}
