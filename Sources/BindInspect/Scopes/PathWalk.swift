/// A key path followed from an object as far as it goes now.
///
/// A value, but handed on by reference: it holds much, and is passed on more often than made.
final class PathWalk {
  /// Bound properties on the way, in order: a change of one may change the value.
  private(set) var followed: [AnyProperty] = []
  private(set) var end = End.nilObject(segment: "")
  private(set) var notification = Facts.Notification.tells

  enum End {
    /// A bound property, which can be read again without another walk.
    case property(AnyProperty, ValueType, of: any BindableObject)
    /// What a getter gave, or the elements of a collection together.
    case computed(Computed)
    /// The object at that segment is nil.
    case nilObject(segment: String)
    /// The object that was reached does not answer to that segment.
    case missing(Missing)
  }

  struct Computed {
    var value: Any?
    var type: ValueType
    /// Whether the type may be taken for a declaration.
    var isDeclared: Bool
    var supplier: Supplier
    var set: ((Any?) -> Bool)?
  }

  struct Missing {
    var index: Int
    var segment: String
    var className: String
    /// Nil where the value is none of our objects.
    var shape: ClassShape?
  }

  /// Who supplies the value, and may supply a transformer for it.
  enum Supplier {
    case object(any BindableObject)
    /// The class of the elements of a collection.
    case type(ClassShape)

    var shape: ClassShape {
      switch self {
      case .object(let object): ClassShape.of(Swift.type(of: object))
      case .type(let shape): shape
      }
    }

    var object: (any BindableObject)? {
      if case .object(let object) = self { object } else { nil }
    }
  }

  /// Follows the segments from an object.
  init(_ segments: ArraySlice<String>, from object: any BindableObject) {
    follow(segments, from: object, ClassShape.of(type(of: object)))
  }

  /// Follows the segments from an object whose shape is known.
  init(_ segments: [String], from object: any BindableObject, _ shape: ClassShape) {
    if segments.count == 1, let field = shape.field(named: segments[0]) {
      // By far the most.
      let property = field.property(of: object)
      followed = [property]
      end = .property(property, field.type, of: object)
    } else {
      follow(segments[...], from: object, shape)
    }
  }

  var supplier: Supplier? {
    switch end {
    case .property(_, _, let object): .object(object)
    case .computed(let computed): computed.supplier
    case .nilObject, .missing: nil
    }
  }

  private func follow(
    _ segments: ArraySlice<String>, from start: any BindableObject, _ startShape: ClassShape
  ) {
    var object = start
    var shape = startShape
    for index in segments.indices {
      let segment = segments[index]
      let isLast = index == segments.index(before: segments.endIndex)
      let value: Any?
      let type: ValueType
      if let field = shape.field(named: segment) {
        let property = field.property(of: object)
        followed.append(property)
        if isLast {
          end = .property(property, field.type, of: object)
          return
        }
        value = property.read()
        type = field.type
      } else if let getter = shape.members.getters[segment] {
        note(getter, of: object)
        value = getter.get(object)
        type = getter.type
        if isLast {
          end = .computed(computed(getter, value, of: object))
          return
        }
      } else {
        end = .missing(
          Missing(index: index, segment: segment, className: shape.name, shape: shape))
        return
      }
      let rest = segments[segments.index(after: index)...]
      if type.kind == .objects, let value {
        followElements(of: value, type, rest)
        return
      }
      if let next = value as? any BindableObject {
        object = next
        shape = ClassShape.of(Swift.type(of: next))
      } else if value == nil, type.kind == .object || type.kind == .open {
        end = .nilObject(segment: segment)
        return
      } else {
        end = .missing(
          Missing(
            index: index + 1, segment: rest.first ?? "", className: typeName(type.wrapped),
            shape: nil))
        return
      }
    }
  }

  // MARK: Getters

  private func note(_ getter: Getter, of object: any BindableObject) {
    switch getter.announcement {
    case .never:
      notification = .silent
    case .constant, .byRefresh:
      if case .tells = notification { notification = .declared }
    case .with(let paths):
      for path in paths {
        let segments = path.split(separator: ".").map(String.init)
        followed += PathWalk(segments[...], from: object).followed
      }
    }
  }

  private func computed(
    _ getter: Getter, _ value: Any?, of object: any BindableObject
  ) -> Computed {
    let isDeclared =
      switch getter.announcement {
      case .never, .byRefresh: false
      case .constant, .with: true
      }
    return Computed(
      value: value, type: getter.type, isDeclared: isDeclared, supplier: .object(object),
      set: getter.set.map { set in { set(object, $0) } })
  }

  // MARK: Collections

  // The rest of the path is asked of every element; the value is what they gave, in order. What
  // the elements have in common is their class, so that alone supplies types and transformers.
  private func followElements(
    of list: Any, _ type: ValueType, _ rest: ArraySlice<String>
  ) {
    guard let elements = (list as? any Listing)?.elements, let class_ = type.element as? AnyClass
    else { return }
    var values: [Any] = []
    for case let element as any BindableObject in elements {
      let walk = PathWalk(rest, from: element)
      followed += walk.followed
      switch walk.end {
      case .property(let property, _, _): if let value = property.read() { values.append(value) }
      case .computed(let computed): if let value = computed.value { values.append(value) }
      case .nilObject: break
      case .missing:
        end = walk.end
        return
      }
      if case .silent = walk.notification { notification = .silent }
    }
    let shape = ClassShape.of(class_)
    guard let found = Self.declaredType(of: rest, in: shape) else {
      end = .missing(
        Missing(
          index: rest.startIndex, segment: rest.first ?? "", className: shape.name, shape: shape))
      return
    }
    end = .computed(
      Computed(
        value: values, type: ValueType(of: arrayType(of: found.type.wrapped)), isDeclared: true,
        supplier: .type(found.shape), set: nil))
  }

  /// What the class of an element declares, without an element.
  private static func declaredType(
    of segments: ArraySlice<String>, in shape: ClassShape
  ) -> (type: ValueType, shape: ClassShape)? {
    guard let first = segments.first else { return nil }
    guard let type = shape.field(named: first)?.type ?? shape.members.getters[first]?.type else {
      return nil
    }
    let rest = segments.dropFirst()
    if rest.isEmpty { return (type, shape) }
    guard let next = (type.element ?? type.wrapped) as? AnyClass else { return nil }
    return declaredType(of: rest, in: ClassShape.of(next))
  }
}

private func arrayType(of element: any Any.Type) -> any Any.Type {
  func array<Element>(_: Element.Type) -> any Any.Type { [Element].self }
  return array(element)
}
