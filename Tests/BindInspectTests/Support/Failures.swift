@testable import BindInspect

/// The ancestor's screen of failures: one class with everything that can be wrong.
final class Failures: MemberDeclaring {
  @Bound var number: Int?
  @Bound var text = "text"
  @Bound var optionalText: String?
  @Bound var pointer: OpaquePointer?
  @Bound var employee: Employee?
  @Bound var employees: [Employee] = []
  @Bound var anything = AnyHashable("anything")
  @Bound var instanceFormatter: Transformer<Int, String>? = Transformer { "#\($0)" }
  @Bound var replaced: AnyHashable = AnyHashable("no transformer")
  var otherNumber: Any?
  var unbound = "unbound"
  var failsAt: Int?

  class var members: [Member] {
    [
      .getter("readonlyText") { (_: Failures) in "Readonly key path" },
      .getter("constantText", tells: .constant) { (_: Failures) in "always" },
      .getter("refreshedText", tells: .byRefresh) { (failures: Failures) in failures.unbound },
      .getter("shout", tells: .with(["text"])) { (failures: Failures) in
        failures.text.uppercased()
      },
      .getter("bossName", tells: .with(["employee.name"])) { (failures: Failures) in
        failures.employee?.name ?? "nobody"
      },
      .getter("day") { (_: Failures) in Day(number: 3) },
      .getter("nothing") { (_: Failures) in nil as Any? },
      .getter("callback") { (_: Failures) in { () -> Void in } },
      .getter(
        "otherNumber", get: { (failures: Failures) in failures.otherNumber },
        set: { $0.otherNumber = $1 }),
      .getter("boss") { (failures: Failures) in failures.employee },
      .typeTransformer("dayFormatter") { Transformer { (day: Day) in "day \(day.number)" } },
      .transformer("failing") { (failures: Failures) in
        Transformer { (text: String) throws(Refusal) in
          guard text != "bad" else { throw Refusal("bad text") }
          return text
        }
      },
      .typeTransformer("truth") { Transformer { (_: Day) in 42 } },
      .typeTransformer("untyped") {
        AnyTransformer(signature: TransformerSignature(input: nil, output: nil)) { $0 }
      },
      .typeTransformer("untypedNil") {
        AnyTransformer(signature: TransformerSignature(input: nil, output: nil)) { _ in nil }
      },
      .typeTransformer("noTransformer") { "a text" },
      .typeTransformer("noTransformerYet") { nil as Transformer<Int, String>? },
    ]
  }
}

/// A value of the program's own that no node shows.
struct Day: Equatable {
  var number: Int
}
