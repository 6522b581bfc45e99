import InspectWire
import Testing

@testable import BindInspect
@testable import InspectReporter

@Suite struct Secrets {
  final class Model: BindableObject {
    @Bound var password = "hunter2"
    @Bound var word = "open"
    @Bound var next: Model?
  }
  final class Sign: BindableObject {
    @Bound var text = ""
    @Bound var optional: String?
  }

  let reporter = Reporter.alone()
  let model = Model()
  let signs = (0..<4).map { _ in Sign() }

  private func isSecret(_ binding: LiveBinding) -> Bool { binding.probe?.isSecret ?? false }

  @Test func `what a secret was carried to is one, whoever reads it and whenever`() {
    let early = bind(signs[0].$text, to: signs[1].$text, reporter: reporter)
    #expect(!isSecret(early))
    let first = bind(model.$password, to: signs[0].$text, reporter: reporter)
    let late = bind(signs[1].$text, to: signs[2].$text, reporter: reporter)
    #expect([first, early, late].allSatisfy(isSecret))
    #expect(signs[2].$text.isSecret)
  }

  @Test func `where a secret comes from is one, and what else comes from there is not all`() {
    let other = bind(signs[0].$text, to: signs[1].$text, reporter: reporter)
    let into = bind(signs[0].$text, to: model.$password, reporter: reporter)
    #expect(isSecret(into) && isSecret(other))
    // What is written beside a secret is no secret for that.
    let beside = bind(signs[3].$text, to: signs[1].$text, reporter: reporter)
    let apart = bind(signs[3].$text, to: signs[2].$text, reporter: reporter)
    #expect(isSecret(beside) && !isSecret(apart))
  }

  @Test func `a property can be made a secret before and after it is bound`() {
    let before = bind(model.$word, to: signs[0].$text, reporter: reporter)
    model.$word.keepSecret()
    let after = bind(model.$word, to: signs[1].$text, reporter: reporter)
    #expect(isSecret(before) && isSecret(after) && signs[1].$text.isSecret)
  }

  @Test func `a key path that comes to a secret is one from then on`() {
    let world = World(model)
    let label = Label(in: world.window)
    let binding = label.bind("next.word")
    #expect(!isSecret(binding))
    let next = Model()
    next.$word.keepSecret()
    model.next = next
    model.next = nil
    #expect(isSecret(binding))
    #expect(binding.probe?.details?.lastGood == .redacted)
  }

  @Test func `what is entered into a field of a secret is one`() {
    let world = World(model)
    let field = TextField(in: world.window)
    let binding = field.bind("word")
    model.$word.keepSecret()
    let shown = bind(field.$text, to: signs[0].$optional, reporter: world.reporter)
    #expect(isSecret(binding) && isSecret(shown))
  }

  // MARK: What values say of themselves

  struct Login: Equatable { var name = "ann", password = "hunter2" }
  struct Session: CustomStringConvertible {
    var token = "hunter2"
    var description: String { "for \(token)" }
  }
  struct Holder { var session = Session() }
  struct Plain: CustomStringConvertible {
    var number = 7
    var description: String { "number \(number)" }
  }
  final class Object: CustomStringConvertible {
    let secret = "hunter2"
    var description: String { secret }
  }
  enum Refusal: Error { case none, wrong(password: String), secret(String), other(Session) }
  struct Missing: Error {}

  static let told: [(any Sendable, String)] = [
    (Session(), "a Session, which may hold a secret"),
    (Holder(), "a Holder, which may hold a secret"),
    ([Session()], "a [Session], which may hold a secret"),
    (["a": Session()], "a Dictionary<String, Session>, which may hold a secret"),
    (Refusal.other(Session()), "a Refusal, which may hold a secret"),
    (Plain(), "number 7"), ([Plain()], "[number 7]"), (7, "7"), ("seven", "seven"),
    (Optional(7), "Optional(7)"), (Optional("seven"), #"Optional("seven")"#),
    (Missing(), "Missing()"), (Optional(Missing()), String(describing: Optional(Missing()))),
    (Refusal.none, "none"), (Optional(Plain()), "Optional(number 7)"),
    (Array(0..<1_000), String("\(Array(0..<1_000))".prefix(120))),
  ]

  @Test(arguments: told.indices)
  func `a description that may tell a secret is not told`(_ index: Int) {
    let (value, told) = Self.told[index]
    #expect(toldText(of: value, limit: 120) == told)
  }

  @Test func `of an object only its class is told`() {
    #expect(Reason.preview(Object()) == "Object")
  }

  @Test func `no value that names its secret tells it`() {
    for value in [Login(), Refusal.wrong(password: "hunter2"), Refusal.secret("hunter2")] as [Any] {
      let probe = reporter.makeBinding(
        BindingDeclaration(
          place: .unknown(why: ""), source: model.$word.endpoint, target: signs[0].$text.endpoint),
        verdict: Verdict(
          .red, reasons: [Reason(.transformerFailed, [Parameter("input", Reason.preview(value))])],
          lastGood: Value(previewing: value)))
      let told = "\(probe.details?.reasons as Any) \(probe.details?.lastGood as Any)"
      #expect(!told.contains("hunter2"))
    }
  }
}
