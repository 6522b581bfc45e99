private import InspectReporter

// Why an input did not go through. Events: the binding is sound, so its colour stays.

extension Reason {
  static func inputNotSupported(_ target: String) -> Reason {
    Reason(.inputNotSupported, [Parameter("target", target)])
  }

  static func inputType(_ found: Any?, _ target: String, expected: any Any.Type) -> Reason {
    Reason(
      .inputType,
      [
        Parameter("found", found.map { typeName(type(of: $0)) } ?? "nil"),
        Parameter("target", target), Parameter("expected", typeName(expected)),
      ])
  }

  static func noWayBack(_ name: String, from: String, to: String) -> Reason {
    Reason(
      .reverseTransformationFailed,
      [Parameter("name", name), Parameter("input", ""), Parameter("text", "it has no way back")],
      hint: Hint(
        .giveWayBack,
        [Parameter("name", name), Parameter("from", from), Parameter("to", to)]))
  }

  static func reverseTransformationFailed(
    _ name: String, input: Any?, _ error: any Error
  ) -> Reason {
    Reason(
      .reverseTransformationFailed,
      [
        Parameter("name", name), Parameter("input", preview(input)),
        Parameter("text", text(of: error)),
      ])
  }

  static func notWritable(_ path: String, _ object: String, why: String = "") -> Reason {
    let last = path.split(separator: ".").last.map(String.init) ?? path
    return Reason(
      .notWritable,
      [Parameter("path", path), Parameter("object", object), Parameter("text", why)],
      hint: why.isEmpty
        ? Hint(.giveSetter, [Parameter("name", last), Parameter("object", object)]) : nil)
  }

  static func validationFailed(
    _ path: String, _ object: String, input: Any?, _ error: any Error
  ) -> Reason {
    Reason(
      .validationFailed,
      [
        Parameter("path", path), Parameter("object", object), Parameter("input", preview(input)),
        Parameter("text", text(of: error)),
      ])
  }

  static func nilCoerced(_ path: String, _ object: String, to value: Any) -> Reason {
    Reason(
      .nilCoerced,
      [Parameter("path", path), Parameter("object", object), Parameter("value", preview(value))])
  }
}
