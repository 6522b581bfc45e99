import BindInspectFoundation
import Foundation
import Testing

@testable import BindInspect

/// The ancestor's demo screens as a table: what each binding's colour and reason are there.
@Suite struct Matrix {
  struct Point: Equatable {
    var x: Int
    var y: Int
  }

  final class Person: MemberDeclaring {
    @Bound var name = "Ann"
    @Bound var birthdate = Date(timeIntervalSince1970: 0)
    @Bound var age = 42
    let numberFormatter = Formatters.number("en_US")

    static var members: [Member] {
      [
        .transformer("employeeInstanceNumberFormatter", \Person.numberFormatter),
        .typeTransformer("employeeClassNumberFormatter") { Formatters.number("en_US") },
        .typeTransformer("stringArrayToStringFormatter") {
          Transformer { (names: [String]) in names.joined(separator: ", ") }
        },
      ]
    }
  }

  final class DemoTransformer: MemberDeclaring {
    static var members: [Member] {
      [.typeTransformer("decimalNumberFormatter") { Formatters.number("en_US") }]
    }
  }

  final class Screen: MemberDeclaring {
    @Bound var number: Int?
    @Bound var employee: Person?
    @Bound var employees = [Person(), Person()]
    @Bound var age = 0
    @Bound var point = Point(x: 1, y: 2)
    @Bound var localizedDateFormatter: DateFormatter?
    @Bound var day: Date? = Date(timeIntervalSince1970: 0)
    var otherNumber: Any?
    let now = Date(timeIntervalSince1970: 0)

    static var members: [Member] {
      [
        .getter("readonlyString") { (_: Screen) in "Readonly keyPath" },
        .getter("date", tells: .byRefresh) { (screen: Screen) in screen.now },
        .getter("numberOfEmployeesString") { (_: Screen) in "2 employees" },
        .getter("entryDateString") { (_: Screen) in "1970" },
        .getter("answerToEverything", tells: .constant) { (_: Screen) in 42 },
        .getter(
          "otherNumber", get: { (screen: Screen) in screen.otherNumber },
          set: { $0.otherNumber = $1 }),
        .typeTransformer("truthTransformer") { Transformer { (_: Date) in 42 } },
        .typeTransformer("invalidTransformer") { "a text" },
        .typeTransformer("classDateFormatter") { Formatters.day() },
        .transformer("instanceDateFormatter") { (_: Screen) in Formatters.day() },
        .typeTransformer("pointTransformer") {
          Transformer { (point: Point) in "(\(point.x), \(point.y))" }
        },
        .typeTransformer("otherPointTransformer") {
          Transformer<Point, String>(
            forward: { "(\($0.x), \($0.y))" },
            reverse: { text in
              let numbers = text.split { !$0.isNumber && $0 != "-" }.compactMap { Int($0) }
              guard numbers.count == 2 else { throw UnreadablePoint() }
              return Point(x: numbers[0], y: numbers[1])
            })
        },
      ]
    }
  }

  struct UnreadablePoint: Error {}

  struct Row: CustomTestStringConvertible, Sendable {
    enum View: String { case label, field }
    var view = View.label
    let path: String
    var transformer: String?
    let colour: Colour
    /// The first reason; nil where it is green.
    var reason: ReasonCode?
    var shows = ""
    var writes: Bool?
    var change: @Sendable (Screen) -> Void = { _ in }
    var testDescription: String { "\(view.rawValue) \(path) \(transformer ?? "")" }
  }

  static let rows = [
    Row(
      view: .field, path: "readonlyString", colour: .yellow, reason: .getterOnly,
      shows: "Readonly keyPath", writes: false),
    Row(path: "invalidKeyPath", colour: .red, reason: .ownerNotFound, shows: "-placeholder-"),
    Row(path: "date", colour: .red, reason: .valueUnsupported, shows: "-placeholder-"),
    Row(
      path: "date", transformer: "invalid:transformer:syntax", colour: .red,
      reason: .transformerSyntax, shows: "-placeholder-"),
    Row(
      path: "date", transformer: "InvalidClass:invalidTransforer", colour: .red,
      reason: .transformerTypeUnknown, shows: "-placeholder-"),
    Row(
      path: "date", transformer: "invalidMethod", colour: .red, reason: .transformerNotFound,
      shows: "-placeholder-"),
    Row(
      path: "date", transformer: "truthTransformer", colour: .red,
      reason: .transformedTypeUnsupported, shows: "-placeholder-"),
    Row(
      path: "date", transformer: "invalidTransformer", colour: .red, reason: .notATransformer,
      shows: "-placeholder-"),
    Row(
      view: .field, path: "number", colour: .red, reason: .transformerRequired,
      shows: "-placeholder-", writes: true),
    Row(
      view: .field, path: "otherNumber", colour: .yellow, reason: .getterOnly,
      shows: "-placeholder-", writes: true),
    Row(path: "otherNumber", colour: .yellow, reason: .getterOnly, shows: "-placeholder-"),
    Row(
      path: "employee.birthdate", colour: .yellow, reason: .pathObjectNil,
      shows: "-placeholder-"),
    Row(
      path: "employee.birthdate", colour: .red, reason: .transformerRequired,
      shows: "-placeholder-", change: { $0.employee = Person() }),
    Row(
      path: "employee.name", colour: .yellow, reason: .pathObjectNil, shows: "-placeholder-"),
    Row(
      path: "employee.name", colour: .green, shows: "Ann", change: { $0.employee = Person() }),
    Row(
      path: "numberOfEmployeesString", colour: .yellow, reason: .getterOnly,
      shows: "2 employees"),
    Row(
      path: "employee.age", transformer: "employeeClassNumberFormatter", colour: .green,
      shows: "42", change: { $0.employee = Person() }),
    Row(
      path: "employee.age", transformer: "employeeInstanceNumberFormatter", colour: .green,
      shows: "42", change: { $0.employee = Person() }),
    Row(
      path: "employees.name", transformer: "stringArrayToStringFormatter", colour: .green,
      shows: "Ann, Ann"),
    Row(
      path: "employees.name", colour: .red, reason: .transformerRequired,
      shows: "-placeholder-"),
    Row(path: "point", transformer: "pointTransformer", colour: .green, shows: "(1, 2)"),
    Row(
      view: .field, path: "point", transformer: "otherPointTransformer", colour: .green,
      shows: "(1, 2)", writes: true),
    Row(path: "date", transformer: "classDateFormatter", colour: .green, shows: "1970-01-01"),
    Row(path: "date", transformer: "instanceDateFormatter", colour: .green, shows: "1970-01-01"),
    Row(
      path: "answerToEverything", transformer: "DemoTransformer:decimalNumberFormatter",
      colour: .green, shows: "42"),
    Row(path: "entryDateString", colour: .yellow, reason: .getterOnly, shows: "1970"),
    Row(
      view: .field, path: "age", transformer: "DemoTransformer:decimalNumberFormatter",
      colour: .green, shows: "-placeholder-", writes: true),
    Row(
      view: .field, path: "day", transformer: "localizedDateFormatter", colour: .red,
      reason: .notATransformer, shows: "-placeholder-", writes: true),
    Row(
      view: .field, path: "day", transformer: "localizedDateFormatter", colour: .green,
      shows: "1970-01-01", writes: true,
      change: { $0.localizedDateFormatter = Formatters.day() }),
  ]

  @Test(arguments: rows) func `a view of the ancestor's demo has its colour`(_ row: Row) {
    register(DemoTransformer.self)
    let screen = Screen()
    let reporter = Reporter(configuration: ReporterConfiguration(mode: .none))
    let scope = Scope("screen", owner: screen, isBoundary: true, reporter: reporter)
    let label = Label(in: scope, placeholder: "-placeholder-")
    let field = TextField(in: scope, placeholder: "-placeholder-")
    let node: any BindableNode = row.view == .label ? label : field
    let binding = node.bind(row.path, through: row.transformer)
    // After the binding was made: what comes late must heal or break it as if it had been there.
    row.change(screen)

    #expect(binding.colour == row.colour)
    #expect(binding.codes.first == row.reason)
    #expect((row.view == .label ? label.shown : field.shown) == row.shows)
    if let writes = row.writes {
      #expect(binding.verdict.marks.contains(.writesBack) == writes)
    }
  }

  @Test func `typing into a getter with a setter makes its value known`() throws {
    let screen = Screen()
    let reporter = Reporter(configuration: ReporterConfiguration(mode: .none))
    let scope = Scope("screen", owner: screen, isBoundary: true, reporter: reporter)
    let field = TextField(in: scope)
    let binding = field.bind("otherNumber")
    #expect(binding.codes == [.getterOnly, .valueNil, .sourceDoesNotNotify])
    try field.enter("typed")
    #expect(binding.codes == [.getterOnly, .sourceDoesNotNotify])
    #expect(screen.otherNumber as? String == "typed")
  }
}
