import InspectWire
import Testing

@testable import BindInspect

/// Every reason that the runtime's parts can reach, each by a situation that reaches it.
@Suite struct Reasons {
  struct Row: CustomTestStringConvertible, Sendable {
    let code: ReasonCode
    let path: String
    var transformer: String?
    var options: BindingOptions = []
    let colour: Colour
    let step: Step
    /// All codes, in order.
    var codes: [ReasonCode]?
    var hint: HintCode?
    var trail = 0
    var change: @Sendable (Failures) -> Void = { _ in }
    var testDescription: String { "\(code.rawValue): \(path) \(transformer ?? "")" }
  }

  static let rows = [
    Row(
      code: .ownerNotFound, path: "invalid", colour: .red, step: .owner, trail: 2),
    Row(
      code: .ownerNotFound, path: "texst", colour: .red, step: .owner, hint: .nearestName,
      trail: 2),
    Row(
      code: .ownerNotFound, path: "unbound", colour: .red, step: .owner, hint: .declareProperty,
      trail: 2),
    Row(code: .ownerNotFound, path: "", colour: .red, step: .owner, trail: 2),
    Row(
      code: .unknownSegment, path: "employee.nmae", colour: .red, step: .path,
      hint: .nearestName, trail: 2, change: { $0.employee = Employee() }),
    Row(code: .unknownSegment, path: "text.length", colour: .red, step: .path, trail: 2),
    Row(
      code: .pathObjectNil, path: "employee.name", colour: .yellow, step: .path,
      codes: [.pathObjectNil, .typeUnknown, .earlierStepOpen], hint: .setObject),
    Row(
      code: .unsupportedValueType, path: "pointer", colour: .red, step: .type),
    Row(
      code: .unsupportedValueType, path: "callback", colour: .red, step: .type,
      codes: [.unsupportedValueType, .sourceDoesNotNotify]),
    Row(
      code: .getterOnly, path: "readonlyText", colour: .yellow, step: .type,
      codes: [.getterOnly, .sourceDoesNotNotify], hint: .declareProperty),
    Row(
      code: .getterOnly, path: "refreshedText", colour: .yellow, step: .type,
      codes: [.getterOnly]),
    Row(
      code: .valueNil, path: "nothing", colour: .yellow, step: .type,
      codes: [.getterOnly, .valueNil, .sourceDoesNotNotify]),
    Row(
      code: .valueUnsupported, path: "day", colour: .red, step: .compatibility,
      codes: [.valueUnsupported, .getterOnly, .sourceDoesNotNotify], hint: .transformersThatFit),
    Row(
      code: .transformerRequired, path: "number", colour: .red, step: .compatibility,
      hint: .transformersThatFit),
    Row(
      code: .transformerRequired, path: "employees", colour: .red, step: .compatibility,
      hint: .writeTransformer),
    Row(
      code: .transformerSyntax, path: "day", transformer: "invalid:transformer:syntax",
      colour: .red, step: .transformer),
    Row(
      code: .transformerTypeUnknown, path: "day", transformer: "InvalidClass:invalid",
      colour: .red, step: .transformer),
    Row(
      code: .transformerTypeMethodMissing, path: "day", transformer: "Failures:dayFormater",
      colour: .red, step: .transformer, hint: .nearestName),
    Row(
      code: .transformerNameInvalid, path: "day", transformer: "not a name", colour: .red,
      step: .transformer),
    Row(
      code: .transformerNotFound, path: "day", transformer: "dayFormater", colour: .red,
      step: .transformer, hint: .nearestName, trail: 3),
    Row(
      code: .notATransformer, path: "day", transformer: "noTransformer", colour: .red,
      step: .transformer),
    Row(
      code: .notATransformer, path: "number", transformer: "noTransformerYet", colour: .red,
      step: .transformer),
    Row(
      code: .transformerSupplierNil, path: "employee.salary", transformer: "classFormatter",
      colour: .yellow, step: .path,
      codes: [.pathObjectNil, .typeUnknown, .transformerSupplierNil, .earlierStepOpen],
      hint: .setObject),
    Row(
      code: .transformedTypeUnsupported, path: "day", transformer: "truth", colour: .red,
      step: .compatibility, hint: .transformersThatFit),
    Row(
      code: .transformedTypeUnsupported, path: "day", transformer: "untyped", colour: .red,
      step: .compatibility),
    Row(
      code: .valueNil, path: "text", transformer: "untypedNil", colour: .yellow,
      step: .compatibility),
    Row(
      code: .transformerFailed, path: "text", transformer: "failing", colour: .red,
      step: .target, change: { $0.text = "bad" }),
    Row(
      code: .notPropagated, path: "text", options: .waitsForChange, colour: .yellow,
      step: .target),
  ]

  @Test(arguments: rows) func `a situation reaches its reason`(_ row: Row) throws {
    let failures = Failures()
    let world = World(failures)
    let inner = world.scope("inner", Person())
    row.change(failures)
    let label = Label(in: inner)
    let binding = label.bind(row.path, through: row.transformer, options: row.options)
    let verdict = binding.verdict

    #expect(verdict.colour == row.colour)
    #expect(verdict.step == row.step)
    if let codes = row.codes { #expect(binding.codes == codes) }
    let reason = try #require(verdict.reasons.first { $0.code == row.code })
    if let hint = row.hint { #expect(reason.hint?.code == hint) }
    if row.trail > 0 { #expect(reason.trail.count == row.trail) }
    if row.colour == .red { #expect(verdict.reasons.first?.code == row.code) }
  }

  @Test(arguments: rows) func `E5: each reason has all that its sentence asks for`(_ row: Row) {
    let failures = Failures()
    let world = World(failures)
    row.change(failures)
    let label = Label(in: world.scope("inner", Person()))
    for reason in label.bind(row.path, through: row.transformer).verdict.reasons
    where !row.path.isEmpty {
      let entry = ReasonCatalogue.entry(for: reason.code)
      #expect(entry != nil, "\(reason.code.rawValue) is in no catalogue")
      #expect(entry?.colour != nil)
      #expect(!Self.lacks(reason.sentence), "\(reason.sentence)")
      let known = Set(entry?.parameters.map(\.name) ?? [])
      #expect(known.isSuperset(of: reason.parameters.map(\.name)))
      if let hint = reason.hint {
        #expect(!Self.lacks(hint.sentence), "\(hint.sentence)")
      }
    }
  }

  // A place that nothing was given for is filled with a question mark.
  private static func lacks(_ sentence: String) -> Bool {
    sentence.isEmpty || ["“?”", " ? ", " ?,", " ?."].contains { sentence.contains($0) }
  }

  @Test func `chain-incomplete: nobody answers and no boundary was met`() {
    let world = World()
    let person = Person()
    let scope = Scope("alone", owner: person, reporter: world.reporter)
    let label = Label(in: scope)
    let binding = label.bind("salary")
    #expect(binding.verdict.colour == .yellow)
    #expect(binding.codes == [.chainIncomplete])
    #expect(binding.verdict.reasons.first?.hint?.code == .addBoundary)
    withExtendedLifetime((person, label)) {}
  }

  @Test func `several pending reasons stand together`() {
    let world = World(Failures())
    let label = Label(in: world.window)
    let binding = label.bind("employee.name", through: "unknownFormatter")
    #expect(binding.codes.count >= 3)
    #expect(binding.colour == .yellow)
    withExtendedLifetime(label) {}
  }
}
