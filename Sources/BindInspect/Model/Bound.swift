#if DEBUG
  public import CInspectSystem
#endif

/// What a look-up finds in an object's fields, whatever the value's type.
public class AnyBound {
  @usableFromInline
  init() {}

  var property: AnyProperty { preconditionFailure("Bound gives the property") }
  class var valueType: ValueType { preconditionFailure("Bound gives the type") }
}

/// A property whose changes can be followed: `@Bound var salary = 0`, and `$salary` to bind it.
///
/// An object of its own that only the owner holds. So it dies with the owner, whatever else still
/// holds the property, and its `deinit` is how the owner's end ends the bindings: no weak
/// reference, no base class, no look at the owner's fields.
///
/// A binding that writes the property does so directly: a `didSet` of the owner hears only of
/// assignments by name.
@propertyWrapper
public final class Bound<Value: Equatable>: AnyBound {
  @usableFromInline let typedProperty: Property<Value>

  /// Makes the property with its first value.
  @inlinable
  public init(wrappedValue: Value) {
    typedProperty = Property(wrappedValue, comparesIdentity: false)
  }

  @usableFromInline
  init(comparingIdentity value: Value) {
    typedProperty = Property(value, comparesIdentity: true)
  }

  // The setter hands the property on without counting it: what the compiler would count here, to be
  // safe from an owner that puts another wrapper in this one's place meanwhile, is a third of an update.
  // `Property.assign` is safe from that by itself.
  #if DEBUG
    /// The value as it is now.
    ///
    /// Where nothing is optimised this setter is a call of its own, one above the place of the assignment.
    public var wrappedValue: Value {
      @inlinable get { typedProperty.stored }
      // Nor is it to be split in two where somebody has a debug build optimised, as our sanitizers do.
      @inlinable @inline(never) @_optimize(none) set {
        let place = WritePlace.here()
        unsafe Property.assign(
          newValue, to: Unmanaged.passUnretained(typedProperty), from: place)
      }
    }
  #else
    /// The value as it is now.
    public var wrappedValue: Value {
      @inlinable get { typedProperty.stored }
      @inlinable @inline(__always) set {
        unsafe Property.assign(newValue, to: Unmanaged.passUnretained(typedProperty))
      }
    }
  #endif

  /// The property itself, which bindings hold strongly.
  public var projectedValue: Property<Value> { typedProperty }

  /// The property of an object, told its name and owner's class while the object is at hand.
  public static subscript<Owner: AnyObject>(
    _enclosingInstance owner: Owner, projected projected: KeyPath<Owner, Property<Value>>,
    storage storage: ReferenceWritableKeyPath<Owner, Bound>
  ) -> Property<Value> {
    owner[keyPath: storage].property(in: owner)
  }

  /// The property of an object that is at hand, so that it is known by its name from now on.
  package func property(in owner: AnyObject) -> Property<Value> {
    if typedProperty.field == nil {
      ClassShape.of(type(of: owner)).fields.first { $0.holds(self, in: owner) }?
        .meet(typedProperty, of: owner)
    }
    return typedProperty
  }

  override var property: AnyProperty { typedProperty }
  override class var valueType: ValueType { ValueType(of: Value.self) }

  deinit { typedProperty.ownerEnded() }
}

extension Bound where Value: ComparedByIdentity {
  /// Makes a property that holds objects: a change is another object.
  public convenience init(wrappedValue: Value) { self.init(comparingIdentity: wrappedValue) }
}
