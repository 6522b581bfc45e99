import InspectWire
import Testing

@testable import BindInspect

/// The nine steps as a function: the same facts, the same verdict.
@Suite struct Verifications {
  /// Facts of a binding in which all is well.
  static let sound: Facts = {
    var facts = Facts(
      path: "employee.name", transformerName: nil, target: "Label.text",
      accepted: AcceptedTypes(String.self))
    facts.owner = .found(className: "Screen")
    facts.source = .property(ValueType(of: String?.self), className: "Employee")
    facts.value = .some(type: String.self)
    facts.propagation = .taken
    return facts
  }()

  struct Row: CustomTestStringConvertible, Sendable {
    let name: String
    let colour: Colour
    var step: Step?
    var codes: [ReasonCode] = []
    let change: @Sendable (inout Facts) -> Void
    var testDescription: String { name }

    init(
      _ name: String, _ colour: Colour, _ step: Step? = nil, _ codes: [ReasonCode] = [],
      change: @escaping @Sendable (inout Facts) -> Void
    ) {
      self.name = name
      self.colour = colour
      self.step = step
      self.codes = codes
      self.change = change
    }
  }

  static let rows = [
    Row("all is well", .green) { _ in },
    Row("a declared property whose value is nil", .green) { $0.value = .none },
    Row("2 nobody answers", .red, .owner, [.ownerNotFound]) {
      $0.owner = .notFound(trail: [], hint: nil)
    },
    Row("2 somebody may come", .yellow, .owner, [.chainIncomplete]) {
      $0.owner = .open(trail: [])
    },
    Row("3 an object is nil", .yellow, .path, [.pathObjectNil, .typeUnknown, .earlierStepOpen]) {
      $0.segments = .nilObject(segment: "employee")
      $0.source = .unknown
      $0.value = .notYet
    },
    Row("3 a segment is unknown", .red, .path, [.unknownSegment]) {
      $0.segments = .unknown(segment: "x", className: "Employee", trail: [], hint: nil)
      $0.source = .unknown
    },
    Row("4 a type that nothing carries", .red, .type, [.unsupportedValueType]) {
      $0.source = .property(ValueType(of: (() -> Void).self), className: "Employee")
    },
    Row("4 a getter", .yellow, .type, [.getterOnly]) {
      $0.source = .getter(ValueType(of: String.self), className: "Employee")
    },
    Row("4 a getter through a transformer", .green) {
      $0.source = .getter(ValueType(of: Int.self), className: "Employee")
      $0.transformerName = "formatter"
      $0.transformer = .found(output: String.self)
    },
    Row("5 a transformer that is none", .red, .transformer, [.notATransformer]) {
      $0.transformerName = "formatter"
      $0.transformer = .failed(.notATransformer("formatter", "Employee", 3))
    },
    Row(
      "5 a transformer whose supplier is nil", .yellow, .transformer,
      [.transformerSupplierNil, .earlierStepOpen]
    ) {
      $0.transformerName = "formatter"
      $0.transformer = .open(.transformerSupplierNil("formatter", "employee", []))
    },
    Row(
      "6 a transformer that makes another type", .red, .compatibility,
      [.transformedTypeUnsupported]
    ) {
      $0.transformerName = "formatter"
      $0.transformer = .found(output: Int.self)
    },
    Row("6 a transformer of unknown type that makes what fits", .green) {
      $0.transformerName = "formatter"
      $0.transformer = .found(output: nil)
    },
    Row("6 a transformer of unknown type that makes nil", .yellow, .compatibility, [.valueNil]) {
      $0.transformerName = "formatter"
      $0.transformer = .found(output: nil)
      $0.value = .none
    },
    Row("6 a declared type that does not fit", .red, .compatibility, [.transformerRequired]) {
      $0.source = .property(ValueType(of: Int.self), className: "Employee")
    },
    Row(
      "6 an undeclared value that does not fit", .red, .compatibility,
      [.valueUnsupported, .getterOnly]
    ) {
      $0.source = .getter(ValueType(of: Int.self), className: "Employee")
      $0.value = .some(type: Int.self)
    },
    Row("6 a declared type that says nothing", .green) {
      $0.source = .property(ValueType(of: AnyHashable.self), className: "Employee")
    },
    Row("7 a source that does not tell", .yellow, .type, [.getterOnly, .sourceDoesNotNotify]) {
      $0.source = .getter(ValueType(of: String.self), className: "Employee")
      $0.notification = .silent
    },
    Row("7 the same through a transformer", .yellow, .notification, [.sourceDoesNotNotify]) {
      $0.source = .getter(ValueType(of: Int.self), className: "Employee")
      $0.transformerName = "formatter"
      $0.transformer = .found(output: String.self)
      $0.notification = .silent
    },
    Row("7 refreshed by hand", .green) { $0.notification = .declared },
    Row("8 a transformer that threw", .red, .target, [.transformerFailed]) {
      $0.propagation = .failed(.transformerFailed("formatter", input: 1, Refusal("no")))
    },
    Row("8 nothing sent yet", .yellow, .target, [.notPropagated]) {
      $0.propagation = .waiting
      $0.value = .notYet
    },
    Row("9 no rest", .red, .settling, [.doesNotSettle]) {
      $0.unrest = .doesNotSettle(rounds: 100, members: ["a", "b"])
    },
    Row(
      "a failure beside what is pending names the colour", .red, .settling,
      [.doesNotSettle, .getterOnly]
    ) {
      $0.source = .getter(ValueType(of: String.self), className: "Employee")
      $0.unrest = .doesNotSettle(rounds: 100, members: [])
    },
  ]

  @Test(arguments: rows) func `facts have their verdict`(_ row: Row) {
    var facts = Self.sound
    row.change(&facts)
    let verdict = facts.verdict
    #expect(verdict.colour == row.colour)
    #expect(verdict.step == row.step)
    #expect(verdict.reasons.map(\.code) == row.codes)
    #expect(facts.verdict == verdict)
  }

  @Test func `marks are told as they are and change no colour`() {
    var facts = Self.sound
    facts.marks = [.follows, .checksInput]
    #expect(facts.verdict.colour == .green)
    #expect(facts.verdict.marks == [.follows, .checksInput])
  }

  @Test func `every combination of facts obeys the laws of a status`() {
    var count = 0
    for facts in Self.combinations {
      let verdict = facts.verdict
      let entries = verdict.reasons.compactMap { ReasonCatalogue.entry(for: $0.code) }
      count += 1
      guard entries.count == verdict.reasons.count else {
        Issue.record("\(verdict) has a code that is in no catalogue")
        return
      }
      let expected: Colour =
        entries.contains { $0.colour == .red } ? .red : entries.isEmpty ? .green : .yellow
      let isLawful =
        verdict.colour == expected && (verdict.step == nil) == verdict.reasons.isEmpty
        && (verdict.colour != .red || entries.first?.colour == .red)
      if !isLawful {
        Issue.record("\(facts) gives \(verdict)")
        return
      }
    }
    #expect(count > 10_000)
  }

  private static var combinations: [Facts] {
    let types = [String.self, Int?.self, AnyHashable.self, (() -> Void).self] as [any Any.Type]
    let sources: [Facts.Source] =
      [.unknown]
      + types.flatMap {
        [
          .property(ValueType(of: $0), className: "C"), .getter(ValueType(of: $0), className: "C"),
        ]
      }
    let owners: [Facts.Owner] = [
      .found(className: "C"), .notFound(trail: [], hint: nil), .open(trail: []),
    ]
    let segments: [Facts.Segments] = [
      .whole, .nilObject(segment: "s"),
      .unknown(segment: "s", className: "C", trail: [], hint: nil),
    ]
    let transformers: [Facts.Transformer] = [
      .none, .found(output: nil), .found(output: String.self), .found(output: Int.self),
      .open(.transformerSupplierNil("t", "s", [])), .failed(.transformerSyntax("a:b:c")),
    ]
    let values: [Facts.Value] = [
      .notYet, .none, .some(type: String.self), .some(type: Int.self),
    ]
    let propagations: [Facts.Propagation] = [
      .waiting, .taken, .failed(.transformerFailed("t", input: nil, Refusal("no"))),
    ]
    var all: [Facts] = []
    for owner in owners {
      for segment in segments {
        for source in sources {
          for transformer in transformers {
            for value in values {
              for propagation in propagations {
                for notification in [Facts.Notification.tells, .declared, .silent] {
                  var facts = sound
                  facts.owner = owner
                  facts.segments = segment
                  facts.source = source
                  facts.transformer = transformer
                  if case .none = transformer {} else { facts.transformerName = "t" }
                  facts.value = value
                  facts.propagation = propagation
                  facts.notification = notification
                  all.append(facts)
                }
              }
            }
          }
        }
      }
    }
    return all
  }
}
