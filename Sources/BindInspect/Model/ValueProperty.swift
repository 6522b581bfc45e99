/// A property of which the type of the value is known, and not whether values can be compared.
///
/// What is found by name meets its type again through this class, once; from then on values travel
/// without being boxed.
public class ValueProperty<Value>: AnyProperty {
  @usableFromInline
  var current: Value { preconditionFailure("Property gives the value") }

  /// Writes a value, and returns whether it differed from the old one.
  @usableFromInline
  func take(_ value: Value, on wave: Wave) -> Bool {
    preconditionFailure("Property takes the value")
  }

  /// The way of values from this property to another, as they are.
  override func makeCarrier(to target: AnyProperty) -> Carrier? {
    if let target = target as? ValueProperty<Value> {
      // An optional without value goes the long way: it may show a placeholder.
      guard Value.self is any Nilable.Type else {
        return { target.take(self.current, on: $0) ? .new : .same }
      }
      return { wave in
        let value = self.current
        guard (value as? any Nilable)?.wrapped != nil else { return nil }
        return target.take(value, on: wave) ? .new : .same
      }
    }
    guard let target = target as? ValueProperty<Value?> else { return nil }
    return { target.take(self.current, on: $0) ? .new : .same }
  }
}

/// Carries the value that is there now; nil where there is none.
typealias Carrier = (Wave) throws -> WriteOutcome?

extension Transformer {
  /// The way of values through this transformer, if both properties are of its types.
  func makeCarrier(from source: AnyProperty, to target: AnyProperty) -> Carrier? {
    if let source = source as? ValueProperty<Input> {
      if let target = target as? ValueProperty<Output> {
        guard !(Output.self is any Nilable.Type) else { return nil }
        return { [carry] in try carry(self, source, target, $0) ? .new : .same }
      }
      guard let target = target as? ValueProperty<Output?> else { return nil }
      return { [carryToOptional] in try carryToOptional(self, source, target, $0) ? .new : .same }
    }
    guard let source = source as? ValueProperty<Input?>, let give = makeGiver(to: target) else {
      return nil
    }
    return { wave in
      guard let value = source.current else { return nil }
      return try give(value, wave)
    }
  }

  private func makeGiver(
    to target: AnyProperty
  ) -> ((Input, Wave) throws -> WriteOutcome?)? {
    let forward = forward
    if let target = target as? ValueProperty<Output> {
      guard !(Output.self is any Nilable.Type) else { return nil }
      return { target.take(try forward($0), on: $1) ? .new : .same }
    }
    guard let target = target as? ValueProperty<Output?> else { return nil }
    return { target.take(try forward($0), on: $1) ? .new : .same }
  }
}
