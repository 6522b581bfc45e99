import Testing

@testable import BindInspect

@Suite struct Inputs {
  final class Account: MemberDeclaring {
    @Bound var owner = "Ann"
    @Bound var note: String?
    @Bound var count = 3
    @Bound var limit: Int?
    @Bound var ratio = 0.5
    @Bound var isOpen = true
    @Bound var inner: Account?
    var plain = "plain"
    var validations = 0
    var other: Any?

    static var members: [Member] {
      [
        .getter("readOnly") { (_: Account) in "fixed" },
        .getter("plain", get: { (account: Account) in account.plain }, set: { $0.plain = $1 }),
        .getter("other", get: { (account: Account) in account.other }, set: { $0.other = $1 }),
        .typeTransformer("numbers") {
          Transformer<Int, String?>(
            forward: { "\($0)" },
            reverse: { text in
              guard let number = Int(text ?? "") else { throw Refusal("no number") }
              return number
            })
        },
        .typeTransformer("emptyIsNil") {
          Transformer<Int?, String?>(
            forward: { $0.map { "\($0)" } },
            reverse: { text in text.flatMap { $0.isEmpty ? nil : Int($0) } })
        },
        .typeTransformer("loud") { Transformer { (text: String) in text.uppercased() } },
        .validator("owner") { (account: Account, name: String) in
          account.validations += 1
          guard !name.isEmpty else { throw Refusal("a name must not be empty") }
          return name == "ben" ? "Ben" : name
        },
      ]
    }
  }

  let account = Account()
  let world: World
  let field: TextField

  init() {
    world = World(account)
    field = TextField(in: world.window, placeholder: "none")
  }

  private func enter(_ text: String?) -> [ReasonCode] {
    do {
      try field.enter(text)
      return []
    } catch {
      return error.reasons.map(\.code)
    }
  }

  @Test func `what is entered is written to the model`() {
    let binding = field.bind("owner")
    #expect(enter("Cleo").isEmpty)
    #expect(account.owner == "Cleo")
    #expect(binding.verdict.marks.contains(.writesBack))
  }

  @Test func `a text that the program assigns is written as if it were entered`() {
    field.bind("owner")
    field.text = "Cleo"
    #expect(account.owner == "Cleo")
  }

  @Test func `a field that is not bound takes what is entered`() {
    #expect(enter("text").isEmpty)
    #expect(field.text == "text")
  }

  @Test func `row 24: a node that only displays takes no input`() {
    let label = Label(in: world.window)
    let binding = label.bind("owner")
    let error = #expect(throws: InputError.self) { try label.input("Cleo") }
    #expect(error?.reasons.map(\.code) == [.inputNotSupported])
    #expect(account.owner == "Ann")
    #expect(binding.colour == .green)
  }

  @Test func `an input of another type is refused`() {
    let binding = field.bind("owner")
    let error = #expect(throws: InputError.self) { try field.input(42) }
    #expect(error?.reasons.map(\.code) == [.inputType])
    #expect(binding.colour == .green)
  }

  @Test func `what is entered is transformed back`() {
    field.bind("count", through: "numbers")
    #expect(enter("7").isEmpty)
    #expect(account.count == 7)
    #expect(enter("7x") == [.reverseTransformationFailed])
    #expect(account.count == 7)
    #expect(field.text == "7x")
  }

  @Test func `row 15: a transformer without a way back takes no input`() {
    let binding = field.bind("owner", through: "loud")
    #expect(enter("cleo") == [.reverseTransformationFailed])
    #expect(account.owner == "Ann")
    #expect(binding.colour == .green)
    account.owner = "Ben"
    #expect(field.text == "BEN")
  }

  @Test func `C13: what the model shows is never transformed back`() {
    field.bind("owner", through: "loud")
    for number in 0..<100 { account.owner = "name \(number)" }
    #expect(account.owner == "name 99")
  }

  @Test func `row 23: a getter cannot be written`() {
    let binding = field.bind("readOnly")
    #expect(!binding.verdict.marks.contains(.writesBack))
    #expect(enter("other") == [.notWritable])
    #expect(binding.colour == .yellow)
  }

  @Test func `row 23: whether it can be written is not known while an object is nil`() {
    let binding = field.bind("inner.owner")
    #expect(binding.verdict.marks.contains(.writesBackUnknown))
    #expect(enter("other") == [.notWritable])
    account.inner = Account()
    #expect(binding.verdict.marks.contains(.writesBack))
    #expect(field.text == "Ann")
    #expect(enter("Dora").isEmpty)
    #expect(account.inner?.owner == "Dora")
  }

  @Test func `a getter with a setter is written and shown again`() {
    let binding = field.bind("plain")
    #expect(enter("typed").isEmpty)
    #expect(account.plain == "typed")
    #expect(field.text == "typed")
    #expect(binding.colour == .yellow)
  }

  @Test func `row 25: after an input that could not be written the field still follows`() {
    field.bind("count", through: "numbers")
    #expect(enter("no") == [.reverseTransformationFailed])
    account.count = 9
    #expect(field.text == "9")
  }

  @Test func `row 25: after a refused validation the field still follows`() {
    field.bind("owner", options: .checksInput)
    #expect(enter("") == [.validationFailed])
    account.owner = "Cleo"
    #expect(field.text == "Cleo")
  }

  @Test func `row 27: a validator refuses, and its reason reaches the caller`() throws {
    let binding = field.bind("owner", options: .checksInput)
    let error = #expect(throws: InputError.self) { try field.enter("") }
    #expect(error?.reasons.first?.code == .validationFailed)
    #expect(error?.description.contains("a name must not be empty") == true)
    #expect(account.owner == "Ann")
    #expect(binding.colour == .green)
    #expect(binding.verdict.marks.contains(.checksInput))
  }

  @Test func `row 27: the value that a validator puts in its place is written and shown`() {
    field.bind("owner", options: .checksInput)
    #expect(enter("ben").isEmpty)
    #expect(account.owner == "Ben")
    #expect(field.text == "Ben")
  }

  @Test func `row 26: an invalid value is written all the same where that is asked for`() {
    field.bind("owner", options: [.checksInput, .writesInvalidInput])
    #expect(enter("") == [.validationFailed])
    #expect(account.owner == "")
  }

  @Test func `row 28: without checking, typing calls no validator`() {
    field.bind("owner")
    #expect(enter("").isEmpty)
    #expect(account.owner == "")
    #expect(account.validations == 0)
  }

  @Test func `row 30: 0 shows the placeholder, in a field`() {
    account.count = 0
    let binding = field.bind("count", through: "numbers")
    #expect(field.shown == "none")
    #expect(binding.colour == .green)
    let label = Label(in: world.window)
    label.bind("count", through: "numbers")
    #expect(label.text == "0")
  }

  @Test func `row 31: nil becomes the neutral value of a scalar`() throws {
    field.bind("count", through: "emptyIsNil")
    #expect(enter("").isEmpty)
    #expect(account.count == 0)
    #expect(field.text == "")
  }

  @Test func `row 31: nil becomes an empty text`() {
    field.bind("owner")
    #expect(enter(nil).isEmpty)
    #expect(account.owner == "")
  }

  @Test func `row 32: nil is written where the type is optional`() {
    account.limit = 5
    field.bind("limit", through: "emptyIsNil")
    #expect(enter("").isEmpty)
    #expect(account.limit == nil)
  }

  @Test func `row 36: a check of the whole leaves out what only displays`() {
    Label(in: world.window).bind("owner")
    let label = Label(in: world.window)
    label.bind("owner")
    field.bind("owner")
    field.text = ""
    let error = #expect(throws: InputError.self) { try world.window.check() }
    #expect(error?.reasons.map(\.code) == [.validationFailed])
    withExtendedLifetime(label) {}
  }

  @Test func `row 37: two faults are two entries`() {
    let other = TextField(in: world.window)
    field.bind("owner")
    other.bind("count", through: "numbers")
    field.text = ""
    try? other.enter("no number")
    let error = #expect(throws: InputError.self) { try world.window.check() }
    #expect(error?.reasons.count == 2)
  }

  @Test func `row 35: refresh and check stop at boundaries`() {
    let child = world.scope("child", Account(), isBoundary: true)
    let inside = TextField(in: child)
    inside.bind("owner")
    inside.text = ""
    #expect(throws: Never.self) { try world.window.check() }
    #expect(throws: InputError.self) { try child.check() }
  }

  @Test func `a check writes nothing`() {
    field.bind("count", through: "numbers")
    account.count = 3
    try? field.enter("x")
    try? field.check()
    #expect(account.count == 3)
  }

  @Test func `C14: what the model makes of an input is shown`() {
    account.$count.observe { if account.count > 5 { account.count = 5 } }
    let binding = field.bind("count", through: "numbers")
    #expect(enter("9").isEmpty)
    #expect(account.count == 5)
    #expect(field.text == "5")
    #expect(binding.colour == .green)
  }

  @Test func `two fields on one property follow each other`() {
    let other = TextField(in: world.window)
    field.bind("owner")
    other.bind("owner")
    #expect(enter("Cleo").isEmpty)
    #expect(other.text == "Cleo")
    try? other.enter("Dora")
    #expect(field.text == "Dora")
  }

  @Test func `a field bound both by types and by name keeps all three equal`() {
    let other = Account()
    bind(other.$note, bothWaysTo: field.$text, reporter: world.reporter)
    field.bind("owner")
    #expect(enter("Cleo").isEmpty)
    #expect(other.note == "Cleo")
    #expect(account.owner == "Cleo")
    account.owner = "Dora"
    #expect(other.note == "Dora")
  }

  @Test func `an object that is replaced while its value is written is not written again`() {
    let inner = Account()
    account.inner = inner
    inner.$owner.observe { account.inner = Account() }
    field.bind("inner.owner")
    #expect(enter("Cleo").isEmpty)
    #expect(inner.owner == "Cleo")
    #expect(account.inner?.owner == "Ann")
    #expect(field.text == "Ann")
  }

  @Test func `the binding may end while its input is written`() {
    let binding = field.bind("owner")
    account.$owner.observe { binding.end() }
    #expect(enter("Cleo").isEmpty)
    #expect(account.owner == "Cleo")
    #expect(binding.colour == .grey)
  }
}
