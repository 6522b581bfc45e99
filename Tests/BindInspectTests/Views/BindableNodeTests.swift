import Testing

@testable import BindInspect

@Suite struct BindableNodes {
  /// A fourth kind of node, made by its protocol alone.
  final class Stepper: BindableNode {
    let seat: NodeSeat
    @Bound var value = 0
    init(in scope: Scope) { seat = NodeSeat(of: Stepper.self, in: scope, name: "stepper") }
    var slot: Slot { Slot($value, empty: 0, takesInput: true) }
    func step() throws(InputError) { try input(value + 1) }
  }
  final class Model: MemberDeclaring {
    @Bound var level = 4
    @Bound var name = "Ann"
    static var members: [Member] {
      [
        .validator("level") { (_: Model, level: Int) in
          guard level <= 5 else { throw Refusal("at most 5") }
          return level
        }
      ]
    }
  }

  let model = Model()
  let world: World
  let stepper: Stepper

  init() {
    world = World(model)
    stepper = Stepper(in: world.window)
  }

  @Test func `row 43: a node of another kind shows a value and follows it`() {
    let binding = stepper.bind("level")
    #expect(stepper.value == 4)
    model.level = 2
    #expect(stepper.value == 2)
    #expect(binding.colour == .green)
  }

  @Test func `row 43: a node of another kind takes input, which is checked`() throws {
    let binding = stepper.bind("level", options: .checksInput)
    try stepper.step()
    #expect(model.level == 5)
    #expect(throws: InputError.self) { try stepper.step() }
    #expect(model.level == 5)
    #expect(binding.colour == .green)
  }

  @Test func `row 43: the types that it takes are its own`() {
    let reason = stepper.bind("name").verdict.reasons.first
    #expect(reason?.code == .transformerRequired)
    #expect(reason?.parameters.contains(Parameter("target", "Stepper.value")) == true)
    #expect(reason?.parameters.contains(Parameter("expected", "Int")) == true)
    #expect(stepper.value == 0)
  }

  @Test func `a class on the main actor can be model and node`() async {
    await MainActor.run {
      let screen = MainScreen()
      screen.name = "Ben"
      #expect(screen.label.text == "Ben")
    }
  }

  @MainActor
  final class MainScreen: BindableObject {
    @Bound var name = "Ann"
    let scope: Scope
    let label: Label
    init() {
      let reporter = Reporter.alone()
      scope = Scope("screen", owner: nil, isBoundary: true, reporter: reporter)
      label = Label(in: scope)
      scope.owner = self
      label.bind("name")
    }
  }

  @Test func `a scope takes the isolation it is made on`() async {
    let isolation = await MainActor.run { MainScreen().scope.isolation }
    #expect(isolation === MainActor.shared)
    #expect(World().window.isolation == nil)
  }
}
