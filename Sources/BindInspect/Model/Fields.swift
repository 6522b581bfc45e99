@_spi(Reflection) private import Swift

/// A bound property of a class: its name, its type, and where an object of that class holds it.
///
/// Found by asking the runtime once for the fields of a class; a few microseconds. Nothing is
/// generated, and no `Mirror` is made for any object.
package final class Field: Sendable {
  package let name: String
  /// The class whose objects hold it, the inheriting one where it is inherited.
  package let ownerName: String
  package let type: ValueType
  /// Owner and name, as people read them: `Employee.name`.
  let label: String
  /// The declared type, as people read it.
  let typeName: String
  /// Whether what is stored is the value itself: neither an optional nor a box of any type.
  let holdsPlain: Bool
  private let offset: Int

  private init(name: String, ownerName: String, type: ValueType, offset: Int) {
    self.name = name
    self.ownerName = ownerName
    self.type = type
    label = "\(ownerName).\(name)"
    typeName = BindInspect.typeName(type.declared)
    holdsPlain = !type.isOptional && type.declared != AnyHashable.self
    self.offset = offset
  }

  /// The property in an object of the class that this field was found in.
  func property(of object: AnyObject) -> AnyProperty {
    let property = bound(in: object).property
    if property.field == nil { meet(property, of: object) }
    return property
  }

  /// Whether this field of an object holds that wrapper.
  func holds(_ wrapper: AnyBound, in object: AnyObject) -> Bool { bound(in: object) === wrapper }

  func meet(_ property: AnyProperty, of object: AnyObject) {
    property.field = self
    if property.hasOwner { property.seat = (object as? any BindableNode)?.seat }
  }

  // The load is right because only fields whose type is a subclass of `AnyBound` become a `Field`,
  // and such a field is one reference at that offset in every object of the class.
  private func bound(in object: AnyObject) -> AnyBound {
    let start = unsafe UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
    return unsafe start.load(fromByteOffset: offset, as: AnyBound.self)
  }

  /// The bound fields of a class, inherited ones first, and the names of its other fields.
  static func all(of type: AnyClass) -> (bound: [Field], others: [String]) {
    let ownerName = BindInspect.typeName(type)
    var bound: [Field] = []
    var others: [String] = []
    let classType = _EachFieldOptions(rawValue: 1)  // Its own name is a `var`: refused by Swift 6.
    unsafe _ = _forEachField(of: type, options: classType) { name, offset, fieldType, _ in
      let name = unsafe String(cString: name)
      if let fieldType = fieldType as? AnyBound.Type, name.hasPrefix("_") {
        bound.append(
          Field(
            name: String(name.dropFirst()), ownerName: ownerName, type: fieldType.valueType,
            offset: offset))
      } else {
        others.append(name)
      }
      return true
    }
    return (bound, others)
  }
}

/// What a class declares beside its properties.
///
/// Unchecked: the closures in it are made from the class alone and touch only the object that they
/// are given, on the isolation that owns it. So threads may share them as they share the methods of
/// a class.
struct Members: @unchecked Sendable {
  private(set) var getters: [String: Getter] = [:]
  private(set) var transformers: [String: TransformerMember] = [:]
  private(set) var typeTransformers: [String: TransformerMember] = [:]
  private(set) var validators: [String: Validator] = [:]

  /// Those of a class and of its superclasses; the subclass wins.
  init(of type: AnyClass) {
    var classes: [AnyClass] = []
    var next: AnyClass? = type
    while let current = next {
      classes.append(current)
      next = _getSuperclass(current)
    }
    for current in classes.reversed() {
      guard let declaring = current as? any MemberDeclaring.Type else { continue }
      for member in declaring.members { add(member) }
    }
  }

  private mutating func add(_ member: Member) {
    switch member.kind {
    case .getter(let getter): getters[member.name] = getter
    case .transformer(let transformer): transformers[member.name] = transformer
    case .typeTransformer(let transformer): typeTransformers[member.name] = transformer
    case .validator(let validator): validators[member.name] = validator
    }
  }
}
