import InspectWire
import Synchronization
import Testing

@testable import BindInspect
@testable import InspectReporter

/// E8: a plain assignment to a bound target does not end a binding quietly.
@Suite struct Overwriting {
  final class Model: BindableObject {
    @Bound var name = "Ann"
    @Bound var number = 1
  }

  final class Sign: BindableObject { @Bound var text = "" }

  private let model = Model()
  private let sign = Sign()
  private let world: World

  init() { world = World(model) }

  private func reason(_ binding: LiveBinding) -> Reason? { binding.probe?.details?.reasons.first }

  @Test func `E8: a typed binding whose target is assigned is red, and tells both places`() {
    let binding = bind(model.$name, to: sign.$text, reporter: world.reporter)
    #expect(binding.colour == .green)
    sign.text = "Bea"
    #expect(binding.colour == .red)
    #expect(reason(binding)?.code == .overwritten)
    #expect(reason(binding)?.hint?.code == .writeSource)
    #expect(binding.probe?.details?.step == .target)
    #expect(binding.probe?.writer.load(ordering: .relaxed) != 0, "the place of the assignment")
    #expect(binding.probe?.declared.shape.told.place == .source(file: #fileID, line: 26))
  }

  @Test func `E8: so is one that was found by its key path`() {
    let label = Label(in: world.window)
    let binding = label.bind("name")
    label.text = "Bea"
    #expect(binding.colour == .red)
    #expect(reason(binding)?.code == .overwritten)
  }

  @Test func `the next change of the source is carried, and heals`() {
    let label = Label(in: world.window)
    let bindings = [
      bind(model.$name, to: sign.$text, reporter: world.reporter), label.bind("name"),
    ]
    sign.text = "Bea"
    label.text = "Bea"
    model.name = "Cleo"
    #expect(bindings.map(\.colour) == [.green, .green])
    #expect(sign.text == "Cleo" && label.text == "Cleo")
    model.name = "Dora"
    #expect(world.reporter.colours(of: bindings[1]) == [.green, .red, .green])
  }

  @Test func `refreshing heals too`() {
    let binding = bind(model.$name, to: sign.$text, reporter: world.reporter)
    sign.text = "Bea"
    binding.refresh()
    #expect(binding.colour == .green && sign.text == "Ann")
  }

  @Test func `an equal value overwrites nothing`() {
    let binding = bind(model.$name, to: sign.$text, reporter: world.reporter)
    sign.text = "Ann"
    #expect(binding.colour == .green)
  }

  @Test func `what is written back is no overwriting`() {
    let field = TextField(in: world.window)
    let typed = bind(model.$name, bothWaysTo: sign.$text, reporter: world.reporter)
    let path = field.bind("name")
    sign.text = "Bea"
    field.text = "Cleo"
    #expect(model.name == "Cleo")
    #expect([typed.colour, path.colour] == [.green, .green])
  }

  @Test func `another binding to the same target is no assignment`() {
    let other = Model()
    let one = bind(model.$name, to: sign.$text, reporter: world.reporter)
    let two = bind(other.$name, to: sign.$text, reporter: world.reporter)
    other.name = "Bea"
    model.name = "Cleo"
    #expect([one.colour, two.colour] == [.green, .green])
  }

  @Test func `a target that is assigned while it is told stays red`() {
    let label = Label(in: world.window)
    let binding = label.bind("name")
    let follower = label.$text.observe { if label.text?.count ?? 0 > 3 { label.text = "…" } }
    model.name = "Cleopatra"
    #expect(label.text == "…")
    #expect(binding.colour == .red && reason(binding)?.code == .overwritten)
    follower.end()
    model.name = "Dora"
    #expect(binding.colour == .green)
  }

  @Test func `what was good last is not taken from the assignment`() {
    let binding = bind(model.$name, to: sign.$text, reporter: world.reporter)
    sign.text = "Bea"
    #expect(binding.probe?.details?.lastGood == nil)
  }
}
