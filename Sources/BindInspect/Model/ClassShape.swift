/// What look-ups can find in the objects of a class: found out once and kept for ever.
package final class ClassShape: Sendable {
  package let name: String
  let fields: [Field]
  /// Stored properties that are not bound: they may be what a misspelt path meant.
  let unboundNames: [String]
  let members: Members

  // Classes lie at addresses that differ above the alignment.
  private static let shapes = GrowingTable<ObjectIdentifier, ClassShape> { type in
    Int(bitPattern: type) >> 5
  }
  private static let shapesByName = GrowingTable<String, ClassShape>()

  /// The shape of a class.
  package static func of(_ type: AnyClass) -> ClassShape {
    shapes.value(of: ObjectIdentifier(type)) {
      let shape = ClassShape(of: type)
      for name in [shape.name, _typeName(type)] {
        _ = shapesByName.value(of: name) { shape }
      }
      return shape
    }
  }

  /// The shape of a class that was met or registered, by its name with or without module.
  static func named(_ name: String) -> ClassShape? { shapesByName.value(of: name) }

  private init(of type: AnyClass) {
    name = typeName(type)
    let all = Field.all(of: type)
    fields = all.bound
    unboundNames = all.others
    members = Members(of: type)
  }

  /// The bound property of that name; linear, which up to a dozen is quicker than hashing the name.
  func field(named name: String) -> Field? {
    for field in fields where field.name == name { return field }
    return nil
  }

  /// Whether objects of this class answer to that name.
  func answers(to name: String) -> Bool {
    field(named: name) != nil || (!members.getters.isEmpty && members.getters[name] != nil)
  }

  /// Whether objects of this class, or itself, may supply a transformer of that name.
  func supplies(_ name: String) -> Bool {
    answers(to: name) || (!members.transformers.isEmpty && members.transformers[name] != nil)
      || (!members.typeTransformers.isEmpty && members.typeTransformers[name] != nil)
  }

  /// All names that objects of this class answer to.
  var names: [String] { fields.map(\.name) + members.getters.keys.sorted() }
}

/// Makes a class known by its name before one of its objects is met.
///
/// Needed only where `Type:name` names a class of which no object takes part in a binding.
public func register(_ type: any MemberDeclaring.Type) { _ = ClassShape.of(type) }
