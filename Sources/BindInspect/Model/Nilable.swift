/// An optional, whatever it wraps.
protocol Nilable {
  static var wrappedType: any Any.Type { get }
  static var noValue: Any { get }
  var wrapped: Any? { get }
}

extension Optional: Nilable {
  static var wrappedType: any Any.Type { Wrapped.self }
  static var noValue: Any { Self.none as Any }
  var wrapped: Any? { self }
}

/// An optional whose values can be compared: the only kind that a bound property holds.
protocol EquatableNilable: Nilable, Equatable {}

extension Optional: EquatableNilable where Wrapped: Equatable {}

/// Something that holds elements in order.
protocol Listing {
  static var elementType: any Any.Type { get }
  var elements: [Any] { get }
  var count: Int { get }
  /// So many elements from the beginning, or all; the others are not touched.
  func leading(_ count: Int) -> [Any]
}

extension Array: Listing {
  static var elementType: any Any.Type { Element.self }
  var elements: [Any] { self }
  func leading(_ count: Int) -> [Any] { prefix(count).map { $0 } }
}

/// A closure that turns values of a type into what an optional wraps, other values into themselves.
func makeFlattener<Value>(of type: Value.Type) -> (Value) -> Any? {
  guard type is any Nilable.Type else { return { $0 } }
  return { ($0 as? any Nilable)?.wrapped }
}
