import BindInspectFoundation
import Foundation
import Testing

@testable import BindInspect

@Suite struct DateFields {
  final class Visit: MemberDeclaring {
    @Bound var day: Date? = Date(timeIntervalSince1970: 0)
    @Bound var fixedDay = Date(timeIntervalSince1970: 0)
    @Bound var dayFormatter: DateFormatter? = Formatters.day()
    @Bound var amount = 7.5
    @Bound var count = 3
    @Bound var age: Int?

    static var members: [Member] {
      [.typeTransformer("numberFormatter") { Formatters.number("en_US") }]
    }
  }

  let visit = Visit()
  let scope: Scope

  init() {
    let reporter = Reporter(configuration: ReporterConfiguration(mode: .none))
    scope = Scope("window", owner: visit, isBoundary: true, reporter: reporter)
  }

  @Test func `row 40: a date field shows a date and writes it back`() throws {
    let field = DateField(in: scope)
    let binding = field.bind("day")
    #expect(field.date == visit.day)
    #expect(binding.colour == .green)
    let next = Date(timeIntervalSince1970: 86_400)
    try field.enter(next)
    #expect(visit.day == next)
  }

  @Test func `row 32: clearing a field writes nil where the type is optional`() throws {
    let field = DateField(in: scope)
    field.bind("day")
    try field.enter(nil)
    #expect(visit.day == nil)
  }

  @Test func `a date cannot be nil where the type says so, and nothing stands for it`() {
    let field = DateField(in: scope)
    let binding = field.bind("fixedDay")
    let error = #expect(throws: InputError.self) { try field.enter(nil) }
    #expect(error?.reasons.map(\.code) == [.inputType])
    #expect(visit.fixedDay == Date(timeIntervalSince1970: 0))
    #expect(binding.colour == .green)
  }

  @Test func `a label shows a date through a formatter found by its name`() {
    let label = Label(in: scope)
    let binding = label.bind("day", through: "dayFormatter")
    #expect(label.text == "1970-01-01")
    #expect(binding.colour == .green)
    visit.day = nil
    #expect(label.text == nil)
  }

  @Test func `row 17: another formatter in its place changes what is shown`() {
    let label = Label(in: scope)
    let binding = label.bind("day", through: "dayFormatter")
    let other = Formatters.day()
    other.dateFormat = "dd/MM/yy"
    visit.dayFormatter = other
    #expect(label.text == "01/01/70")
    visit.dayFormatter = nil
    #expect(binding.codes == [.notATransformer])
    #expect(label.text == nil)
    visit.dayFormatter = other
    #expect(binding.colour == .green)
    #expect(label.text == "01/01/70")
  }

  @Test func `C05: typing a number key by key`() throws {
    let count = TextField(in: scope)
    let age = TextField(in: scope)
    let bindings = [
      count.bind("count", through: "numberFormatter"),
      age.bind("age", through: "numberFormatter"),
    ]
    var counts: [Int] = []
    var ages: [Int?] = []
    for text in ["1", "12", "123", "12", "1", ""] {
      try count.enter(text)
      try age.enter(text)
      counts.append(visit.count)
      ages.append(visit.age)
      #expect(count.text == text)
    }
    #expect(counts == [1, 12, 123, 12, 1, 0])
    #expect(ages == [1, 12, 123, 12, 1, nil])
    #expect(bindings.map(\.colour) == [.green, .green])
  }

  @Test func `the hint names the formatter that fits`() {
    let label = Label(in: scope)
    let reason = label.bind("day").verdict.reasons.first
    #expect(reason?.code == .transformerRequired)
    #expect(
      reason?.hint
        == Hint(
          .transformersThatFit,
          [Parameter("names", "dayFormatter"), Parameter("object", "Visit")]))
  }
}

extension LiveBinding {
  var verdict: Verdict { (self as? PathBinding)?.facts.verdict ?? Verdict(colour) }
  var codes: [ReasonCode] { verdict.reasons.map(\.code) }
}
