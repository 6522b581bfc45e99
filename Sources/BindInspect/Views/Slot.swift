/// Where a node takes a bound value, and what it can do with it.
public struct Slot {
  let property: AnyProperty
  let types: AcceptedTypes
  let takesInput: Bool
  let placeholder: Property<String?>?
  let hidesZero: Bool
  let empty: Any?

  /// Describes a slot that can be without value.
  ///
  /// - Parameters:
  ///   - property: What the node shows.
  ///   - takesInput: Whether the user can change it.
  ///   - placeholder: Shown by the node while there is no value; nil if it cannot.
  ///   - hidesZero: Whether the number 0 is shown as no value.
  public init<Value: Equatable>(
    _ property: Property<Value?>, takesInput: Bool = false,
    placeholder: Property<String?>? = nil, hidesZero: Bool = false
  ) {
    self.init(
      property, types: AcceptedTypes(Value.self), takesInput: takesInput, placeholder: placeholder,
      hidesZero: hidesZero, empty: nil)
  }

  /// Describes a slot that always has a value; the empty one stands for none.
  public init<Value: Equatable>(
    _ property: Property<Value>, empty: Value, takesInput: Bool = false
  ) {
    self.init(
      property, types: AcceptedTypes(Value.self), takesInput: takesInput, placeholder: nil,
      hidesZero: false,
      empty: empty)
  }

  private init(
    _ property: AnyProperty, types: AcceptedTypes, takesInput: Bool,
    placeholder: Property<String?>?, hidesZero: Bool, empty: Any?
  ) {
    self.property = property
    self.types = types
    self.takesInput = takesInput
    self.placeholder = placeholder
    self.hidesZero = hidesZero
    self.empty = empty
  }

  /// Shows a value of an accepted type, or none.
  func show(_ value: Any?, on wave: Wave) -> WriteOutcome {
    property.write(any: value ?? empty, on: wave)
  }
}

/// Types that a target takes: one, and perhaps more.
struct AcceptedTypes {
  let first: any Any.Type
  private let others: [any Any.Type]

  init(_ first: any Any.Type, _ others: (any Any.Type)...) {
    self.first = first
    self.others = others
  }

  /// Every one; makes a list.
  var all: [any Any.Type] { [first] + others }
}

/// Whether values of one type are values of the other by inheritance.
func isSubclass(_ type: any Any.Type, of other: any Any.Type) -> Bool {
  guard let other = other as? AnyClass, var next = type as? AnyClass else { return false }
  while let parent = _getSuperclass(next) {
    if parent == other { return true }
    next = parent
  }
  return false
}
