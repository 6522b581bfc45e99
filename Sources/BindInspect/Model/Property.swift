public import CInspectSystem

/// A value that tells its followers of each change; what `$name` of a `@Bound` property gives.
///
/// Not Sendable: it lives where its owner lives.
public final class Property<Value: Equatable>: ValueProperty<Value> {
  // Unchecked: the checks triple an update, and no write to it spans a call into foreign code.
  @usableFromInline @safe @exclusivity(unchecked) final var stored: Value

  @usableFromInline
  init(_ value: Value, comparesIdentity: Bool) {
    stored = value
    super.init(comparesIdentity: comparesIdentity)
  }

  /// The value as it is now.
  @inlinable public var value: Value { stored }

  /// Writes a value on behalf of whoever calls.
  @inlinable @inline(never)
  public func set(_ newValue: Value) { assign(newValue, from: WritePlace.here()) }

  /// Writes a value by an assignment in the program, to a property that nobody needs to hold meanwhile.
  ///
  /// Never inlined, so that its return address is the place of the assignment. It is specialised all
  /// the same, in the module that assigns, because its body is inlinable.
  @inlinable @inline(never)
  static func assign(_ newValue: Value, to property: Unmanaged<Property>) {
    unsafe assign(newValue, to: property, from: WritePlace.here())
  }

  @inlinable @inline(__always)
  static func assign(
    _ newValue: Value, to property: Unmanaged<Property>, from place: WritePlace
  ) {
    unsafe property._withUnsafeGuaranteedRef { property in
      property.assignments &+= 1
      property.assign(newValue, from: place)
      property.assignments &-= 1
      // Nothing may follow: it may be gone now.
      if property.isKept { property.letGo() }
    }
  }

  /// Writes a value that comes from the program, and tells followers and writers.
  @inlinable @inline(__always)
  func assign(_ newValue: consuming Value, from place: WritePlace) {
    if hasWriters {
      assign(newValue, past: Wave(from: place))
    } else {
      write(newValue, on: Wave(from: place))
    }
  }

  /// Writes a value to a property that bindings write to as well.
  @inlinable @inline(never)
  func assign(_ newValue: consuming Value, past wave: Wave) {
    willBeAssigned()
    if write(newValue, on: wave) {
      _ = assignedFromOutside(on: wave)
    } else {
      wasNotAssigned()
    }
  }

  /// Writes a value, tells the followers, and returns whether it differed from the old one.
  @inlinable @inline(__always)
  @discardableResult
  func write(_ newValue: consuming Value, on wave: Wave) -> Bool {
    if comparesIdentity {
      if isIdentical(newValue) { return false }
    } else {
      if newValue == stored { return false }
    }
    stored = newValue
    if firstFollower != nil { tellFollowers(of: wave) }
    return true
  }

  /// Objects are told apart by what they are, not by what they say of themselves.
  @usableFromInline
  func isIdentical(_ newValue: Value) -> Bool {
    guard let newValue = newValue as? any ComparedByIdentity else { return false }
    return newValue.isIdentical(toAny: stored)
  }

  // MARK: What is asked without knowing the type

  /// Declared type of the value, known also while it is nil.
  public override var declaredType: any Any.Type { Value.self }

  override func read() -> Any? { field?.holdsPlain == true ? stored : makeReader()() }

  override func makeReader() -> () -> Any? {
    // Known once for a class; asked of the type it costs more than all else about a binding's source.
    if field?.holdsPlain == true { return { self.stored } }
    // What stands in such a box is the value.
    if let property = self as? Property<AnyHashable> { return { property.stored.base } }
    if let type = Value.self as? any EquatableNilable.Type { return makeReader(of: type) }
    return { self.stored }
  }

  // Here the compiler learns that `Value` is an optional.
  private func makeReader<Wrapped: EquatableNilable>(of type: Wrapped.Type) -> () -> Any? {
    guard let property = self as? Property<Wrapped> else { return { nil } }
    return { property.stored.wrapped }
  }

  @usableFromInline
  override var current: Value { stored }

  // Reached without knowing the type; for the commonest there is code of their own.
  @_specialize(where Value == String)
  @_specialize(where Value == String?)
  @_specialize(where Value == Int)
  @_specialize(where Value == Double)
  @_specialize(where Value == Bool)
  @usableFromInline
  override func take(_ value: Value, on wave: Wave) -> Bool { write(value, on: wave) }

  override func holds(_ value: Any?) -> Bool { unflatten(value, as: Value.self) == stored }

  @_specialize(where Value == String)
  @_specialize(where Value == String?)
  @_specialize(where Value == Int)
  @_specialize(where Value == Double)
  @_specialize(where Value == Bool)
  override func write(any value: Any?, on wave: Wave) -> WriteOutcome {
    if let value {
      guard let value = value as? Value else { return .wrongType }
      return write(value, on: wave) ? .new : .same
    }
    guard let type = Value.self as? any Nilable.Type, let none = type.noValue as? Value else {
      return .wrongType
    }
    return write(none, on: wave) ? .new : .same
  }
}
