private import CInspectSystem
private import InspectReporter

extension PathBinding {
  /// Takes what the target holds, and checks it, writes it, or both.
  func carryBack(checking: Bool, writing: Bool, on wave: Wave) -> [Reason] {
    if source.isNone { return [notWritableYet] }
    var value: Any?
    let coercion: Reason?
    do {
      (value, coercion) = try withoutNil(try reverse(slot.property.read()))
    } catch let fault {
      return [fault.reason]
    }
    let entered = value
    var faults: [Reason] = []
    if checking {
      do {
        value = try validate(value)
      } catch let fault {
        faults.append(fault.reason)
      }
    }
    if writing, faults.isEmpty || options.contains(.writesInvalidInput) {
      // Told, but nothing that went wrong: the caller gets no error for it.
      if let coercion { _ = note([coercion]) }
      faults += write(value, entered: entered, on: wave)
    }
    return faults
  }

  /// One thing that was wrong with an input.
  struct Fault: Error {
    let reason: Reason
  }

  private var notWritableYet: Reason {
    .notWritable(
      keyPath, facts.source.className,
      why: facts.nilSegment.map { "“\($0)” is nil" } ?? "the binding is not resolved")
  }

  private func reverse(_ entered: Any?) throws(Fault) -> Any? {
    guard let transformerName else { return entered }
    guard let transformer else {
      throw Fault(
        reason: .notWritable(keyPath, facts.source.className, why: "the transformer is missing"))
    }
    guard let reverse = transformer.reverse else {
      let type = facts.source.type.map { typeName($0.wrapped) } ?? ""
      throw Fault(
        reason: .noWayBack(transformerName, from: typeName(facts.accepted.first), to: type))
    }
    do {
      return try reverse(entered, facts.source.type?.wrapped ?? Any.self)
    } catch {
      throw Fault(
        reason: .reverseTransformationFailed(transformerName, input: entered, error))
    }
  }

  /// A neutral value in place of nil where the source is not optional, and the event that says so.
  private func withoutNil(_ value: Any?) throws(Fault) -> (value: Any?, coercion: Reason?) {
    guard value == nil, let type = facts.source.type, !type.isOptional, type.kind != .open else {
      return (value, nil)
    }
    guard let neutral = neutralValue(of: type.wrapped) else {
      throw Fault(reason: .inputType(nil, facts.target, expected: type.declared))
    }
    return (neutral, .nilCoerced(keyPath, facts.source.className, to: neutral))
  }

  private func validate(_ value: Any?) throws(Fault) -> Any? {
    guard let seat, let name = segments.last,
      let supplier = OwnerSearch(chain: Chain(start: seat), segments: segments).find()
        .walk?.supplier?.object,
      let validator = ClassShape.of(type(of: supplier)).members.validators[name]
    else { return value }
    do {
      return try validator.validate(supplier, value)
    } catch {
      throw Fault(
        reason: .validationFailed(keyPath, facts.source.className, input: value, error))
    }
  }

  private func write(_ value: Any?, entered: Any?, on wave: Wave) -> [Reason] {
    isWritingSource = true
    let outcome = writeSource(value, entered: entered, on: wave)
    isWritingSource = false  // On every path: nothing above throws or returns.
    guard !isEnded else { return [] }
    switch outcome {
    case .notWritable:
      return [.notWritable(keyPath, facts.source.className)]
    case .wrongType:
      let expected = facts.source.type?.declared ?? Any.self
      return [.inputType(value, facts.target, expected: expected)]
    case .asIs:
      return []
    case .corrected:
      // What validator or model made of it is no echo.
      refresh()
      return []
    }
  }

  private enum SourceOutcome {
    case asIs, corrected, wrongType, notWritable
  }

  private func writeSource(_ value: Any?, entered: Any?, on wave: Wave) -> SourceOutcome {
    switch source {
    case .none:
      return .notWritable
    case .property(let property, _):
      switch property.write(any: value, on: wave.next) {
      case .wrongType:
        return .wrongType
      case .same:
        break
      case .new:
        if property.hasWriters { _ = property.assignedFromOutside(on: wave.next, except: self) }
      }
      return source.isProperty(property) && property.holds(entered) ? .asIs : .corrected
    case .computed(let computed):
      guard let set = computed.set else { return .notWritable }
      return set(value) ? .corrected : .wrongType
    }
  }
}

extension PathBinding.Source {
  var isNone: Bool {
    if case .none = self { true } else { false }
  }

  var isProperty: Bool {
    if case .property = self { true } else { false }
  }

  func isProperty(_ property: AnyProperty) -> Bool {
    if case .property(let own, _) = self { own === property } else { false }
  }
}

/// What stands for no value in a type that always has one: 0, an empty text, false.
private func neutralValue(of type: any Any.Type) -> Any? {
  if type == Bool.self { return false }
  if let text = type as? any ExpressibleByStringLiteral.Type { return emptyText(text) }
  if let number = type as? any Numeric.Type { return zero(number) }
  return nil
}

private func emptyText<Text: ExpressibleByStringLiteral>(_ type: Text.Type) -> Any? {
  (type as? any LosslessStringConvertible.Type)?.init("")
}

private func zero<Number: Numeric>(_ type: Number.Type) -> Any { Number.zero }
