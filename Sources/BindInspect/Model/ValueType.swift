/// What the declared type of a property tells before there is a value.
package struct ValueType: Sendable {
  package enum Kind: Sendable {
    /// One of our objects: a key path goes on through it.
    case object
    /// An array of our objects: a key path goes on through each.
    case objects
    /// Anything else that can be shown, perhaps through a transformer.
    case plain
    /// It says nothing of the value, as `Any` or a protocol does.
    case open
    /// Neither an object nor a value: a function, a pointer, a type.
    case unsupported
  }

  /// The type as it was declared.
  package let declared: any Any.Type
  /// The type without its optional.
  package let wrapped: any Any.Type
  package let kind: Kind

  package init(of type: any Any.Type) {
    declared = type
    wrapped = unwrapped(type)
    kind = Self.kind(of: wrapped)
  }

  package var isOptional: Bool { declared != wrapped }

  /// The type of an element, where values are arrays of our objects.
  package var element: (any Any.Type)? { (wrapped as? any Listing.Type)?.elementType }

  private static func kind(of type: any Any.Type) -> Kind {
    if type is any BindableObject.Type { return .object }
    if let list = type as? any Listing.Type, list.elementType is any BindableObject.Type {
      return .objects
    }
    return kind(named: _typeName(type), isExistential: isExistential(type))
  }

  // By their names: the standard library tells the kinds of types to itself only.
  private static func kind(named name: String, isExistential: Bool) -> Kind {
    if name == "Swift.AnyHashable" { return .open }
    if name.hasSuffix(".Type") || name.contains(") -> ") && !name.hasSuffix(">") {
      return .unsupported
    }
    let pointers = [
      "Swift.Unsafe", "Swift.OpaquePointer", "Swift.Unmanaged", "Swift.AutoreleasingUnsafe",
    ]
    if pointers.contains(where: name.hasPrefix) { return .unsupported }
    return isExistential ? .open : .plain
  }

  private static func isExistential(_ type: any Any.Type) -> Bool {
    _typeName(Swift.type(of: type)).hasSuffix(".Protocol")
  }
}

/// A type without its optional.
func unwrapped(_ type: any Any.Type) -> any Any.Type {
  (type as? any Nilable.Type)?.wrappedType ?? type
}

/// The name of a type without its module: `Date`, `Employee?`, `[Int]`.
func typeName(_ type: any Any.Type) -> String {
  if let optional = type as? any Nilable.Type { return typeName(optional.wrappedType) + "?" }
  if let list = type as? any Listing.Type { return "[\(typeName(list.elementType))]" }
  return _typeName(type, qualified: false)
}
