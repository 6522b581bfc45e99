private import InspectReporter
private import InspectWire

/// The look-up of a transformer by its name.
///
/// Along the chain each object is asked for one of its own, then its class; then the object that
/// supplies the value. Where that is a collection, only the class of its elements is asked.
struct TransformerSearch {
  let chain: Chain
  /// Who supplies the value; nil while that is not known.
  let supplier: PathWalk.Supplier?
  /// The segment that is nil, if that is why the supplier is not known.
  let nilSegment: String?

  /// What was found.
  struct Result {
    var fact: Facts.Transformer
    var transformer: AnyTransformer?
    /// The property that holds the transformer, if it can be replaced.
    var property: AnyProperty?
  }

  /// Finds the transformer of a name.
  ///
  /// - Parameter text: The name as it was declared.
  func find(_ name: TransformerName, as text: String) -> Result {
    switch name {
    case .invalid(let reason): Result(fact: .failed(reason))
    case .global(let type, let name): findGlobal(text, type, name)
    case .local(let name): findLocal(name)
    }
  }

  private func findGlobal(_ text: String, _ type: String, _ name: String) -> Result {
    guard let shape = ClassShape.named(type) else {
      return Result(fact: .failed(.transformerTypeUnknown(text, type)))
    }
    guard let member = shape.members.typeTransformers[name] else {
      let hint = Self.nearest(name, in: [shape]) { Array($0.members.typeTransformers.keys) }
      return Result(fact: .failed(.transformerTypeMethodMissing(type, name, hint)))
    }
    return result(text, shape, member.supply(shape))
  }

  private func findLocal(_ name: String) -> Result {
    var found: Result?
    let end = chain.walk(where: { $0.supplies(name) }) { object, shape in
      found = ask(object, shape, name)
      return found != nil
    }
    if found == nil, let supplier { found = ask(supplier.object, supplier.shape, name) }
    if let found { return found }
    if case .open = end { return Result(fact: .open(.chainIncomplete(name, trail(name)))) }
    if let nilSegment {
      return Result(fact: .open(.transformerSupplierNil(name, nilSegment, trail(name))))
    }
    let hint = Self.nearest(name, in: shapes) { shape in
      Array(shape.members.transformers.keys) + Array(shape.members.typeTransformers.keys)
        + shape.fields.filter { $0.signature != nil }.map(\.name)
    }
    return Result(
      fact: .failed(
        .transformerNotFound(name, supplier: supplier?.shape.name ?? "", trail(name), hint)))
  }

  private func ask(
    _ object: (any BindableObject)?, _ shape: ClassShape, _ name: String
  ) -> Result? {
    if let object {
      if let field = shape.field(named: name) {
        let property = field.property(of: object)
        var found = result(name, shape, property.read())
        found.property = property
        return found
      }
      if let member = shape.members.transformers[name] {
        return result(name, shape, member.supply(object))
      }
      if let getter = shape.members.getters[name] {
        return result(name, shape, getter.get(object))
      }
    }
    return shape.members.typeTransformers[name].map { member in
      result(name, shape, member.supply(shape))
    }
  }

  private func result(_ name: String, _ shape: ClassShape, _ value: Any?) -> Result {
    guard let transformer = (value as? any TransformerConvertible)?.anyTransformer else {
      return Result(fact: .failed(.notATransformer(name, shape.name, value)))
    }
    return Result(
      fact: .found(output: transformer.signature.output), transformer: transformer)
  }
}

// MARK: - What is told when it fails

extension TransformerSearch {
  /// Transformers in reach that turn values of a type into one that a target takes.
  func fitting(from type: any Any.Type, accepted: (any Any.Type) -> Bool) -> Facts.Fitting? {
    func fits(_ signature: TransformerSignature?) -> Bool {
      guard let signature, let output = signature.output, accepted(output) else { return false }
      return signature.takes(type)
    }
    for shape in shapes {
      let members = shape.members
      let names =
        shape.fields.filter { fits($0.signature) }.map(\.name)
        + (members.transformers.merging(members.typeTransformers) { own, _ in own })
        .filter { fits($0.value.signature) }.keys.sorted()
      if !names.isEmpty { return Facts.Fitting(names: names, className: shape.name) }
    }
    return nil
  }

  private var shapes: [ClassShape] {
    var shapes: [ClassShape] = []
    _ = chain.walk { link in
      if let object = link.object { shapes.append(ClassShape.of(type(of: object))) }
      return false
    }
    if let supplier { shapes.append(supplier.shape) }
    return shapes
  }

  private func trail(_ name: String) -> [Candidate] {
    var trail: [Candidate] = []
    _ = chain.walk { link in
      trail.append(Candidate(link.name, verdict(on: link, name)))
      return false
    }
    if let supplier {
      let isType = supplier.object == nil
      let verdict =
        isType && supplier.shape.members.transformers[name] != nil
        ? "has it for single objects only, and this is a collection" : "has no “\(name)”"
      trail.append(Candidate("\(supplier.shape.name), which supplies the value", verdict))
    } else if let nilSegment {
      trail.append(Candidate("“\(nilSegment)”", "is nil"))
    }
    return Trail.cut(trail)
  }

  private func verdict(on link: Chain.Link, _ name: String) -> String {
    if case .scope(let scope, nil) = link { return scope.absence }
    return "has no “\(name)”"
  }

  private static func nearest(
    _ name: String, in shapes: [ClassShape], _ names: (ClassShape) -> [String]
  ) -> Hint? {
    Trail.nearest(name, in: shapes, names)
  }
}

extension Field {
  /// Types of the transformer in this field, if it holds one.
  var signature: TransformerSignature? {
    (type.wrapped as? any TransformerConvertible.Type)?.signature
  }
}

extension AnyTransformer: TransformerConvertible {
  /// Nothing is known of the types before there is a transformer.
  public static var signature: TransformerSignature {
    TransformerSignature(input: nil, output: nil)
  }

  /// Itself.
  public var anyTransformer: AnyTransformer { self }
}
