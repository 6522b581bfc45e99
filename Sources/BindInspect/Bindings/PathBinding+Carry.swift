private import CInspectSystem
internal import InspectReporter

extension PathBinding {
  /// What became of the source's value on its way to the target.
  private enum Made {
    /// An earlier step stands in the way.
    case notYet
    /// There is a value, and it is shown as none.
    case hidden
    case none
    case value(Any, type: any Any.Type)
    case failed(any Error)
  }

  /// Shows the value as it is now, and tells what became of it.
  func carry(on wave: Wave) {
    // The first guard: what this binding writes itself comes back as a change.
    guard !isEnded, !isWritingSource else { return }
    if deliveries == 0 { isStruck = false }
    deliveries += 1
    if isOverwritten || !carryTyped(on: wave) {
      let made = make()
      if !isOverwritten, case .value(let value, let type) = made,
        steadyType == ObjectIdentifier(type)
      {
        noteSteady(target.write(any: value, on: wave.next), on: wave)
        if case .unasked = way, steadyType != nil { findWay() }
      } else {
        carry(made, on: wave)
      }
    }
    deliveries -= 1
  }

  /// The shortest way; false where there is none, or no value.
  private func carryTyped(on wave: Wave) -> Bool {
    guard case .short(let carrier) = way else { return false }
    do {
      guard let outcome = try carrier(wave.next) else { return false }
      noteSteady(outcome, on: wave)
    } catch {
      carry(.failed(error), on: wave)
    }
    return true
  }

  /// The target has a value of the same type as the last, and nothing else has changed.
  private func noteSteady(_ outcome: WriteOutcome, on wave: Wave) {
    if outcome == .new, target.tellsOtherWriters { target.writtenByBinding(self, on: wave) }
    if !isEnded { probe?.delivered(isNew: outcome == .new, from: wave.place) }
    // Somebody who follows the target has assigned it meanwhile.
    guard isOverwritten, !isEnded else { return }
    facts.propagation = overwriting
    judge(held: .gone)
  }

  private func carry(_ made: Made, on wave: Wave) {
    var shown: Any?
    var held: Value?
    switch made {
    case .notYet: facts.value = .notYet
    case .hidden: facts.value = .some(type: facts.accepted.first)
    case .none: facts.value = .none
    case .value(let value, let type):
      facts.value = .some(type: type)
      if facts.accepts(type) { shown = value }
    case .failed(let error):
      // The target keeps what it has.
      facts.propagation = .failed(
        .transformerFailed(transformerName ?? "", input: readSource(), error))
      probe?.failed()
      judged = nil  // Each failure has its own text.
      return judge()
    }
    if shown == nil, colour == .green { held = Value(previewing: target.read()) }
    isOverwritten = false
    let outcome = slot.show(shown, on: wave.next)
    if outcome == .new, target.tellsOtherWriters { target.writtenByBinding(self, on: wave) }
    guard !isEnded else { return }
    facts.propagation = isOverwritten ? overwriting : .taken
    // Within a pass that was given up nothing can be said yet.
    if !isStruck, deliveries == 1 { facts.unrest = nil }
    facts.marks = makeMarks(showsNothing: shown == nil)
    probe?.delivered(isNew: outcome == .new, from: wave.place)
    let told = Judged(value: facts.value, isResting: facts.unrest == nil, marks: facts.marks)
    if judged != told || isOverwritten {
      judge(held: held.map { .value($0) } ?? .still)
      judged = told
    }
    if shown != nil, !isOverwritten, case .some(let type) = facts.value, facts.unrest == nil {
      steadyType = ObjectIdentifier(type)
    }
  }

  private func findWay() {
    way = .long
    guard !hidesZero, case .property(let property, _) = source else { return }
    let carrier =
      transformerName == nil
      ? property.makeCarrier(to: target) : transformer?.makeCarrier(property, target)
    if let carrier { way = .short(carrier) }
  }

  private func make() -> Made {
    guard canCarry else { return .notYet }
    let raw = readSource()
    if hidesZero, let raw, isZero(raw) { return .hidden }
    guard let forward = transformer?.forward else {
      return raw.map { .value($0, type: type(of: $0)) } ?? .none
    }
    do {
      guard let value = try forward(raw) else { return .none }
      return .value(value, type: type(of: value))
    } catch {
      return .failed(error)
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

  private var overwriting: Facts.Propagation { .failed(.overwritten(facts.target, keyPath)) }

  /// The target of a binding that only shows was assigned.
  func noteOverwritten(on wave: Wave) {
    // What the assignment itself made the binding carry is there now.
    guard !isEnded, canCarry, isOverwritten, case .taken = facts.propagation else { return }
    noteOverwritten(from: wave.place)
    guard deliveries == 0 else { return }  // Told when the delivery is over.
    facts.propagation = overwriting
    judge(held: .gone)
  }

  /// Takes the steps again and tells what came of it.
  ///
  /// - Parameter held: Where the value is that the target held while all was well.
  func judge(held: Held = .still) {
    steadyType = nil
    way = .unasked
    judged = nil
    tell(toldVerdict, held: held)
  }
}

/// What a delivery can change of the facts; while it is the same, so is the verdict.
struct Judged: Equatable {
  var value: Facts.Value
  var isResting: Bool
  var marks: Marks
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
