import InspectSystem
import InspectWire
import Synchronization
import Testing

@testable import BindInspect
@testable import InspectReporter

@Suite struct Reporting {
  final class Model: BindableObject {
    @Bound var name = "Ann"
    @Bound var password = "hunter2"
    @Bound var number = 1
    @Bound var next: Model?
  }
  final class Sign: BindableObject {
    @Bound var text = ""
  }

  let reporter = Reporter.alone()
  let model = Model()
  let sign = Sign()

  @Test func `F6: a typed binding without a name is named by owner and property`() throws {
    let line = #line + 1
    let binding = bind(model.$name, to: sign.$text, reporter: reporter)
    let declared = try #require(binding.probe?.declared)
    #expect(binding.probe?.name == "Model.name")
    #expect(
      declared.shape.told.source == Endpoint(owner: "Model", property: "name", valueType: "String"))
    #expect(
      declared.shape.told.target == Endpoint(owner: "Sign", property: "text", valueType: "String"))
    #expect(declared.shape.told.place == .source(file: #fileID, line: line))
  }

  @Test func `F6: a binding by key path is named by it, and has its place`() throws {
    let world = World(model)
    let label = Label(in: world.window, name: "title")
    let line = #line + 1
    let binding = label.bind("name")
    let declared = try #require(binding.probe?.declared)
    #expect(binding.probe?.name == "name")
    #expect(declared.shape.told.keyPath == "name")
    #expect(declared.shape.told.place == .source(file: #fileID, line: line))
    #expect(declared.scope > 0 && declared.node > 0)
  }

  @Test func `a name that is given counts`() {
    let binding = bind(model.$name, to: sign.$text, name: "greeting", reporter: reporter)
    #expect(binding.probe?.name == "greeting")
  }

  @Test func `F5: fifty thousand bindings of one name are told apart`() {
    let signs = (0..<50_000).map { _ in Sign() }
    let bindings = signs.map { bind(model.$name, to: $0.$text, reporter: reporter) }
    #expect(bindings.first?.probe?.name == "Model.name")
    #expect(bindings.last?.probe?.name == "Model.name#50000")
  }

  @Test func `a node's binding is told to belong to it`() {
    let world = World(model)
    let label = Label(in: world.window)
    let binding = bind(model.$name, to: label.$text)
    #expect(binding.probe?.declared.node == UInt32(label.seat.id.rawValue))
    #expect(binding.probe?.reporter === world.reporter)
  }

  @Test func `the source's type is told as soon as it is known`() {
    let world = World(model)
    let label = Label(in: world.window)
    let binding = label.bind("next.name")
    #expect(binding.probe?.declared.shape.told.source.valueType == "")
    model.next = Model()
    let source = binding.probe?.details?.source
    #expect(source == Endpoint(owner: "Model", property: "next.name", valueType: "String"))
  }

  // MARK: History

  @Test func `a binding that works from the start was never anything else`() {
    let typed = bind(model.$name, to: sign.$text, reporter: reporter)
    #expect(reporter.history(of: typed).isEmpty)
    let world = World(model)
    let label = Label(in: world.window)
    let named = label.bind("name")
    #expect(world.reporter.history(of: named).isEmpty)
  }

  @Test func `C24: an object that comes and goes is green, yellow, green`() {
    let world = World(model)
    model.next = Model()
    let label = Label(in: world.window)
    let binding = label.bind("next.name")
    model.next = nil
    model.next = Model()
    model.next?.name = "Ben"
    #expect(world.reporter.colours(of: binding) == [.green, .yellow, .green])
  }

  @Test func `E1: bindings made before their model change twice at most, and never to red`() {
    let world = World()
    let scope = Scope("row", reporter: world.reporter)
    let labels = (0..<1_000).map { _ in Label(in: scope) }
    let bindings = labels.map { $0.bind("next.name") }
    scope.parent = world.window
    world.window.owner = model
    model.next = Model()
    for binding in bindings {
      #expect(world.reporter.colours(of: binding) == [.yellow, .green])
    }
    withExtendedLifetime(labels) {}
  }

  @Test func `each end is told once`() {
    let binding = bind(model.$name, to: sign.$text, reporter: reporter)
    binding.end()
    binding.end()
    #expect(reporter.colours(of: binding) == [.green, .grey])
  }

  @Test func `inputs that do not go through are events, and the colour stays`() {
    let world = World(Employee())
    let field = TextField(in: world.window)
    let binding = field.bind("name", options: .checksInput)
    try? field.enter("")
    try? field.enter("Cleo")
    try? field.input(3)
    #expect(world.reporter.events(of: binding) == [.validationFailed, .inputType])
    #expect(world.reporter.colours(of: binding).isEmpty)
  }

  @Test func `row 31: a nil that was coerced is an event`() {
    final class Counter: BindableObject { @Bound var title = "a" }
    let world = World(Counter())
    let field = TextField(in: world.window)
    let binding = field.bind("title")
    try? field.enter(nil)
    #expect(world.reporter.events(of: binding) == [.nilCoerced])
  }

  // MARK: Last good value

  @Test func `C02: what was shown last is kept while the binding is not green`() {
    let world = World(model)
    model.next = Model()
    let label = Label(in: world.window)
    let binding = label.bind("next.name")
    model.next = nil
    #expect(binding.probe?.details?.lastGood == .some(.string("Ann", byteCount: 3)))
    model.next = Model()
    #expect(binding.probe?.details?.lastGood == nil)
  }

  @Test func `a secret's last good value does not leave the runtime`() {
    let world = World(model)
    model.next = Model()
    let label = Label(in: world.window)
    let binding = label.bind("next.password")
    model.next = nil
    #expect(binding.probe?.details?.lastGood == .redacted)
  }

  @Test func `a typed binding keeps what was shown before its transformer failed`() {
    let binding = bind(
      model.$number, to: sign.$text,
      through: { (number: Int) throws(Refusal) in
        if number > 2 { throw Refusal("too much") }
        return "\(number)"
      }, reporter: reporter)
    model.number = 2
    model.number = 3
    model.number = 4
    #expect(binding.probe?.details?.lastGood == .some(.string("2", byteCount: 1)))
    let reason = binding.probe?.details?.reasons.first
    #expect(reason?.parameters.contains(Parameter("input", "4")) == true)
    #expect(reason?.parameters.contains(Parameter("type", "Refusal")) == true)
  }

  // MARK: Counters

  @Test func `values that were new and those that were not are counted`() {
    let binding = bind(
      model.$number, to: sign.$text, through: { "\($0 / 2)" }, reporter: reporter)
    for number in 0..<10 { model.number = number }
    #expect(binding.probe?.updates.load(ordering: .relaxed) == 5)
    #expect(binding.probe?.suppressed.load(ordering: .relaxed) == 6)
  }

  @Test func `the place of a write is that of the assignment`() {
    let binding = bind(model.$name, to: sign.$text, reporter: reporter)
    model.name = "Ben"
    let first = binding.probe?.writer.load(ordering: .relaxed)
    model.name = "Cleo"
    let second = binding.probe?.writer.load(ordering: .relaxed)
    #expect(first != 0 && second != 0)
  }

  // MARK: Edges

  @Test func `a binding depends on those that write its source`() {
    let (middle, last) = (Sign(), Sign())
    let second = bind(middle.$text, to: last.$text, reporter: reporter)
    #expect(reporter.precedents(of: second).isEmpty)
    let first = bind(model.$name, to: middle.$text, reporter: reporter)
    #expect(reporter.precedents(of: second) == [first.id])
    first.end()
    #expect(reporter.precedents(of: second).isEmpty)
  }

  @Test func `a binding by key path depends on those that write any property on its way`() {
    let world = World(model)
    let other = Model()
    model.next = other
    let label = Label(in: world.window)
    let named = label.bind("next.name")
    let source = Model()
    let toName = bind(source.$name, to: other.$name, reporter: world.reporter)
    let toNext = bind(source.$next, to: model.$next, reporter: world.reporter)
    // The second one has set `next` to nil: what hangs on it is followed no more.
    #expect(world.reporter.precedents(of: named) == [toNext.id])
    source.next = other
    #expect(world.reporter.precedents(of: named) == [toName.id, toNext.id])
  }

  @Test func `what follows a label's text depends on the label's binding`() {
    let world = World(model)
    let label = Label(in: world.window)
    let echo = Sign()
    let follower = bind(label.$text, to: echo.$text, through: { $0 ?? "" })
    let named = label.bind("name")
    #expect(world.reporter.precedents(of: follower) == [named.id])
  }
}
