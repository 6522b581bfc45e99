/// A member of a class that look-ups find beside its `@Bound` properties: a getter, a transformer or
/// a validator.
///
///     static var members: [Member] {
///       [
///         .getter("fullName", tells: .with(["first", "last"]), \Employee.fullName),
///         .transformer("dateFormatter", \Employee.dateFormatter),
///         .validator("name") { (employee: Employee, name: String) in … },
///       ]
///     }
public struct Member {
  let name: String
  let kind: Kind

  enum Kind {
    case getter(Getter)
    case transformer(TransformerMember)
    case typeTransformer(TransformerMember)
    case validator(Validator)
  }
}

/// How one learns that the value of a getter has changed.
public enum Announcement: Sendable {
  /// Not at all: nobody can vouch for what is shown.
  case never
  /// It cannot change.
  case constant
  /// The program refreshes what shows it.
  case byRefresh
  /// By these properties of the same object, named by their key paths.
  case with([String])
}

// MARK: - Making

extension Member {
  /// A value that is computed, or stored without `@Bound`.
  public static func getter<Owner: BindableObject, Value>(
    _ name: String, tells announcement: Announcement = .never,
    _ get: @escaping (Owner) -> Value
  ) -> Member {
    Member(name: name, kind: .getter(Getter(announcement, get: get, set: nil)))
  }

  /// A value that is computed, or stored without `@Bound`, and can be written.
  public static func getter<Owner: BindableObject, Value>(
    _ name: String, tells announcement: Announcement = .never,
    get: @escaping (Owner) -> Value, set: @escaping (Owner, Value) -> Void
  ) -> Member {
    Member(name: name, kind: .getter(Getter(announcement, get: get, set: set)))
  }

  /// A transformer that an object supplies.
  public static func transformer<Owner: BindableObject, Supplied>(
    _ name: String, _ supply: @escaping (Owner) -> Supplied
  ) -> Member {
    Member(
      name: name,
      kind: .transformer(
        TransformerMember(Supplied.self) { owner in
          guard let owner = owner as? Owner else { return nil }
          return supply(owner)
        }))
  }

  /// A transformer that the class supplies; also found as `Type:name` from anywhere.
  public static func typeTransformer<Supplied>(
    _ name: String, _ supply: @escaping () -> Supplied
  ) -> Member {
    Member(
      name: name, kind: .typeTransformer(TransformerMember(Supplied.self) { _ in supply() }))
  }

  /// A check of values for the property of that name.
  ///
  /// It returns the value to be written, which may be another one, or throws what is wrong.
  public static func validator<Owner: BindableObject, Value>(
    _ name: String, _ validate: @escaping (Owner, Value) throws -> Value
  ) -> Member {
    Member(name: name, kind: .validator(Validator(validate)))
  }
}

// MARK: - Without types

/// A getter without its types.
struct Getter {
  let type: ValueType
  let announcement: Announcement
  let get: (AnyObject) -> Any?
  /// Whether the value had the type; nil where the getter has no setter.
  let set: ((AnyObject, Any?) -> Bool)?

  init<Owner: BindableObject, Value>(
    _ announcement: Announcement, get: @escaping (Owner) -> Value,
    set: ((Owner, Value) -> Void)?
  ) {
    let flatten = makeFlattener(of: Value.self)
    self.type = ValueType(of: Value.self)
    self.announcement = announcement
    self.get = { owner in
      guard let owner = owner as? Owner else { return nil }
      return flatten(get(owner))
    }
    self.set = set.map { set in
      { owner, value in
        guard let owner = owner as? Owner, let value = unflatten(value, as: Value.self) else {
          return false
        }
        set(owner, value)
        return true
      }
    }
  }
}

/// A supplier of a transformer without its types.
struct TransformerMember {
  /// Declared type of what is supplied.
  let type: ValueType
  let supply: (AnyObject) -> Any?

  init<Supplied>(_ type: Supplied.Type, _ supply: @escaping (AnyObject) -> Supplied?) {
    let flatten = makeFlattener(of: Supplied.self)
    self.type = ValueType(of: Supplied.self)
    self.supply = { supply($0).flatMap(flatten) }
  }

  /// Types that what is supplied takes and gives, as far as its own type tells.
  var signature: TransformerSignature? {
    (type.wrapped as? any TransformerConvertible.Type)?.signature
  }
}

/// A check of values without its types.
struct Validator {
  let validate: (AnyObject, Any?) throws -> Any?

  init<Owner: BindableObject, Value>(_ validate: @escaping (Owner, Value) throws -> Value) {
    let flatten = makeFlattener(of: Value.self)
    self.validate = { owner, value in
      guard let owner = owner as? Owner, let typed = unflatten(value, as: Value.self) else {
        throw TypeMismatch(expected: Value.self, found: value)
      }
      return flatten(try validate(owner, typed))
    }
  }
}

/// A value of the type again: nil becomes an optional without value, where the type is one.
func unflatten<Value>(_ value: Any?, as type: Value.Type) -> Value? {
  if let value { return value as? Value }
  return (Value.self as? any Nilable.Type)?.noValue as? Value
}
