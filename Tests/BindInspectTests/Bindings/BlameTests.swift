import InspectWire
import Synchronization
import Testing

@testable import BindInspect
@testable import InspectReporter

/// Cases E3 and F1 of `peers.md`: what fails fails alone, and only what changed is blamed.
@Suite struct BlameTests {
  final class Model: BindableObject, MemberDeclaring {
    @Bound var first = "Ann"
    @Bound var last = "Baker"
    @Bound var number = 0

    static var members: [Member] {
      [
        .getter("fullName", tells: .with(["first", "last"])) { (model: Model) in
          model.first + " " + model.last
        },
        .typeTransformer("oddly") {
          Transformer { (number: Int) throws(Refusal) in
            guard number != 3 else { throw Refusal("three is too much") }
            return "\(number)"
          }
        },
      ]
    }
  }

  private let model = Model()
  private let world: World

  init() { world = World(model) }

  private func writer(of binding: LiveBinding) -> UInt {
    binding.probe?.writer.load(ordering: .relaxed) ?? 0
  }

  @Test func `E3: a transformer that throws on the third call is told, and the others go on`() {
    let labels = (0..<3).map { _ in Label(in: world.window) }
    let failing = labels[0].bind("number", through: "oddly")
    let path = labels[1].bind("first")
    let typed = bind(
      model.$number, to: labels[2].$text, through: { "\($0)" }, reporter: world.reporter)
    for number in 1...3 { model.number = number }
    model.first = "Bea"
    let reason = failing.probe?.details?.reasons.first
    #expect(failing.colour == .red && reason?.code == .transformerFailed)
    for (name, value) in [("type", "Refusal"), ("text", "three is too much"), ("input", "3")] {
      #expect(reason?.parameters.contains(Parameter(name, value)) == true, "\(name)")
    }
    #expect([path.colour, typed.colour] == [.green, .green])
    #expect(labels.map(\.text) == ["2", "Bea", "3"])
    model.number = 4
    #expect(failing.colour == .green && labels[0].text == "4")
  }

  @Test func `F1: who wrote an equal value is not blamed for a change`() {
    let label = Label(in: world.window)
    let binding = label.bind("fullName")
    model.last = "Carter"
    let changed = writer(of: binding)
    #expect(changed != 0)
    model.first = "Ann"
    #expect(writer(of: binding) == changed, "an equal write is no cause")
    model.first = "Bea"
    #expect(writer(of: binding) != changed)
    #expect(label.text == "Bea Carter")
  }
}
