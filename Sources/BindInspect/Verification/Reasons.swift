private import InspectReporter

// Every reason that the runtime gives, with the parameters that its sentence asks for.

extension Reason {
  // MARK: Owner and path

  static func ownerNotFound(_ path: String, _ trail: [Candidate], _ hint: Hint?) -> Reason {
    Reason(.ownerNotFound, [Parameter("path", path)], trail: trail, hint: hint)
  }

  static func chainIncomplete(_ path: String, _ trail: [Candidate]) -> Reason {
    Reason(
      .chainIncomplete, [Parameter("path", path)], trail: trail, hint: Hint(.addBoundary))
  }

  static func pathObjectNil(_ segment: String, _ path: String) -> Reason {
    Reason(
      .pathObjectNil, [Parameter("segment", segment), Parameter("path", path)],
      hint: Hint(.setObject, [Parameter("segment", segment)]))
  }

  static func unknownSegment(
    _ segment: String, _ object: String, _ path: String, _ trail: [Candidate], _ hint: Hint?
  ) -> Reason {
    Reason(
      .unknownSegment,
      [Parameter("object", object), Parameter("segment", segment), Parameter("path", path)],
      trail: trail, hint: hint)
  }

  // MARK: Type

  static func unsupportedValueType(
    _ path: String, _ object: String, _ type: any Any.Type
  ) -> Reason {
    Reason(
      .unsupportedValueType,
      [Parameter("path", path), Parameter("object", object), Parameter("found", typeName(type))])
  }

  static func typeUnknown(_ path: String) -> Reason {
    Reason(.typeUnknown, [Parameter("path", path)])
  }

  static func getterOnly(_ path: String, _ object: String) -> Reason {
    Reason(
      .getterOnly, [Parameter("path", path), Parameter("object", object)],
      hint: Hint(
        .declareProperty,
        [Parameter("name", lastSegment(of: path)), Parameter("object", object)]))
  }

  // MARK: Transformer

  static func transformerSyntax(_ name: String) -> Reason {
    Reason(.transformerSyntax, [Parameter("name", name)])
  }

  static func transformerTypeUnknown(_ name: String, _ type: String) -> Reason {
    Reason(.transformerTypeUnknown, [Parameter("name", name), Parameter("type", type)])
  }

  static func transformerTypeMethodMissing(
    _ type: String, _ method: String, _ hint: Hint?
  ) -> Reason {
    Reason(
      .transformerTypeMethodMissing, [Parameter("type", type), Parameter("method", method)],
      hint: hint)
  }

  static func transformerNameInvalid(_ name: String) -> Reason {
    Reason(.transformerNameInvalid, [Parameter("name", name)])
  }

  static func transformerNotFound(
    _ name: String, supplier: String, _ trail: [Candidate], _ hint: Hint?
  ) -> Reason {
    Reason(
      .transformerNotFound, [Parameter("name", name), Parameter("object", supplier)],
      trail: trail, hint: hint)
  }

  static func notATransformer(_ name: String, _ object: String, _ found: Any?) -> Reason {
    let type = found.map { typeName(Swift.type(of: $0)) } ?? "nil"
    return Reason(
      .notATransformer,
      [Parameter("name", name), Parameter("object", object), Parameter("found", type)])
  }

  static func transformerSupplierNil(
    _ name: String, _ segment: String, _ trail: [Candidate]
  ) -> Reason {
    Reason(
      .transformerSupplierNil, [Parameter("name", name), Parameter("segment", segment)],
      trail: trail, hint: Hint(.setObject, [Parameter("segment", segment)]))
  }

  // MARK: Compatibility

  static func transformedTypeUnsupported(
    _ name: String, _ found: any Any.Type, _ target: String, _ accepted: [any Any.Type],
    _ fitting: Facts.Fitting?
  ) -> Reason {
    Reason(
      .transformedTypeUnsupported,
      [
        Parameter("name", name), Parameter("found", typeName(found)),
        Parameter("target", target), Parameter("expected", names(of: accepted)),
      ], hint: fitting.map(hint))
  }

  static func transformerRequired(
    _ path: String, _ object: String, _ type: ValueType, _ target: String,
    _ accepted: [any Any.Type], _ fitting: Facts.Fitting?
  ) -> Reason {
    Reason(
      .transformerRequired,
      [
        Parameter("path", path), Parameter("object", object),
        Parameter("found", typeName(type.wrapped)), Parameter("target", target),
        Parameter("expected", names(of: accepted)),
      ],
      hint: fitting.map(hint)
        ?? Hint(
          .writeTransformer,
          [
            Parameter("from", typeName(type.wrapped)), Parameter("to", names(of: accepted)),
          ]))
  }

  static func valueUnsupported(
    _ path: String, _ type: any Any.Type, _ target: String, _ accepted: [any Any.Type],
    _ fitting: Facts.Fitting?
  ) -> Reason {
    Reason(
      .valueUnsupported,
      [
        Parameter("path", path), Parameter("found", typeName(type)),
        Parameter("target", target), Parameter("expected", names(of: accepted)),
      ], hint: fitting.map(hint))
  }

  static func earlierStepOpen(_ step: Step) -> Reason {
    Reason(.earlierStepOpen, [Parameter("step", step.name)])
  }

  static func valueNil(_ path: String) -> Reason {
    Reason(.valueNil, [Parameter("path", path)])
  }

  // MARK: Notification, target, settling

  static func sourceDoesNotNotify(_ path: String, _ object: String) -> Reason {
    Reason(
      .sourceDoesNotNotify, [Parameter("path", path), Parameter("object", object)],
      hint: Hint(.makeNotifying, [Parameter("name", lastSegment(of: path))]))
  }

  static func transformerFailed(_ name: String, input: Any?, _ error: any Error) -> Reason {
    Reason(
      .transformerFailed,
      [
        Parameter("name", name), Parameter("input", preview(input)),
        Parameter("text", text(of: error)), Parameter("type", typeName(type(of: error))),
      ])
  }

  static func overwritten(_ target: String, _ path: String) -> Reason {
    let parameters = [Parameter("target", target), Parameter("path", path)]
    return Reason(.overwritten, parameters, hint: Hint(.writeSource, parameters))
  }

  static func notPropagated(_ target: String) -> Reason {
    Reason(.notPropagated, [Parameter("target", target)])
  }

  static func doesNotSettle(rounds: Int, members: [String]) -> Reason {
    let names = members.prefix(Limits.loopMembers).joined(separator: ", ")
    let all = members.count > Limits.loopMembers ? names + ", …" : names
    return Reason(
      .doesNotSettle, [Parameter("rounds", String(rounds)), Parameter("members", all)],
      hint: Hint(.breakLoop, [Parameter("members", all)]))
  }

  // MARK: Parts

  private static func hint(_ fitting: Facts.Fitting) -> Hint {
    Hint(
      .transformersThatFit,
      [
        Parameter(
          "names", fitting.names.prefix(Limits.fittingTransformers).joined(separator: ", ")),
        Parameter("object", fitting.className),
      ])
  }

  private static func names(of types: [any Any.Type]) -> String {
    types.map(typeName).joined(separator: " or ")
  }

  private static func lastSegment(of path: String) -> String {
    path.split(separator: ".").last.map(String.init) ?? path
  }

  /// A value in a few words, as a reason tells it.
  static func preview(_ value: Any?) -> String {
    guard let value else { return "nil" }
    if let text = value as? String { return "“\(text.prefix(Limits.previewCharacters))”" }
    // An object's own description is the program's code.
    if type(of: value) is AnyClass { return typeName(type(of: value)) }
    return toldText(of: value, limit: Limits.previewCharacters)
  }

  /// What an error says of itself.
  static func text(of error: any Error) -> String {
    toldText(of: error, limit: Limits.errorCharacters)
  }
}
