import Testing

@testable import BindInspect

@Suite struct LookUps {
  final class Named: MemberDeclaring {
    @Bound var title = "named"
    static var members: [Member] {
      [
        .transformer("style") { (_: Named) in Transformer { (text: String) in "instance \(text)" }
        },
        .typeTransformer("style") { Transformer { (text: String) in "type \(text)" } },
        .typeTransformer("typeStyle") { Transformer { (text: String) in "named \(text)" } },
      ]
    }
  }
  final class Titled: MemberDeclaring {
    @Bound var title = "titled"
    @Bound var subtitle: String?
    static var members: [Member] {
      [
        .typeTransformer("style") { Transformer { (text: String) in "titled \(text)" } },
        .typeTransformer("outerStyle") { Transformer { (text: String) in "outer \(text)" } },
      ]
    }
  }
  final class Cell: BindableNode {
    let seat: NodeSeat
    @Bound var text: String?
    @Bound var employee: Employee?
    @Bound var subtitle = "the cell's"
    init(in scope: Scope, parent: (any BindableNode)? = nil) {
      seat = NodeSeat(of: Cell.self, in: scope, parent: parent, name: "cell")
    }
    var slot: Slot { Slot($text) }
  }

  @Test func `row 2: the boundary is asked, what lies beyond it is not`() {
    let world = World(Titled())
    let inner = world.scope("inner", Named(), isBoundary: true)
    let (found, missed) = (Label(in: inner), Label(in: inner))
    #expect(found.bind("title").colour == .green)
    #expect(found.text == "named")
    let missing = missed.bind("subtitle")
    #expect(missing.codes == [.ownerNotFound])
    #expect(missing.verdict.reasons[0].trail.map(\.name) == ["Named “inner”"])
  }

  @Test func `the nearest object that answers is taken`() {
    let world = World(Titled())
    let inner = world.scope("inner", Named())
    let label = Label(in: inner)
    label.bind("title")
    #expect(label.text == "named")
    label.bind("subtitle")
    #expect(label.text == nil)
  }

  @Test func `row 3: a node is not asked for its own properties`() {
    final class Texts: BindableObject { @Bound var text = "the owner's" }
    let world = World(Texts())
    let label = Label(in: world.window)
    label.text = "my own"
    label.bind("text")
    #expect(label.text == "the owner's")
  }

  @Test func `row 3: a node's parents are asked before the scope's owner`() {
    let world = World(Titled())
    let cell = Cell(in: world.window)
    let label = Label(in: world.window, parent: cell)
    label.bind("subtitle")
    #expect(label.text == "the cell's")
  }

  @Test func `row 4: an object whose value is nil answers all the same`() {
    let world = World(Failures())
    let cell = Cell(in: world.window)
    let label = Label(in: world.window, parent: cell)
    let binding = label.bind("employee.name")
    #expect(binding.codes.first == .pathObjectNil)
    cell.employee = Employee()
    #expect(label.text == "Ann")
  }

  @Test func `an object that answers only a part of the path is passed over`() {
    let failures = Failures()
    let world = World(failures)
    let cell = Cell(in: world.window)
    cell.employee = Employee()
    let label = Label(in: world.window, parent: cell)
    // The owner of the window may still answer all of it.
    let binding = label.bind("employee.nmae")
    #expect(binding.codes.first == .pathObjectNil)
    failures.employee = Employee()
    #expect(binding.codes == [.unknownSegment])
    #expect(
      binding.verdict.reasons[0].trail.map(\.name) == ["Cell “cell”", "Failures “window”"])
    #expect(
      Set(binding.verdict.reasons[0].trail.map(\.verdict)) == [
        "has “employee”, but Employee has no “nmae”"
      ])
  }

  @Test func `a scope that comes to its parent later heals what looked in vain`() {
    let world = World(Titled())
    let lone = Scope("lone", owner: nil, reporter: world.reporter)
    let owner = Named()
    lone.owner = owner
    let label = Label(in: lone)
    let binding = label.bind("subtitle")
    #expect(binding.codes == [.chainIncomplete])
    lone.parent = world.window
    #expect(binding.colour == .green)
    withExtendedLifetime(owner) {}
  }

  @Test func `a scope between that comes to its parent later heals the bindings inside`() {
    let world = World(Titled())
    let between = Scope("between", reporter: world.reporter)
    let inner = Scope("inner", parent: between, reporter: world.reporter)
    let label = Label(in: inner)
    let binding = label.bind("title")
    #expect(binding.colour == .yellow)
    between.parent = world.window
    #expect(binding.colour == .green)
  }

  @Test func `a nearer owner that comes later is taken`() {
    let world = World(Titled())
    let inner = world.scope("inner")
    let label = Label(in: inner)
    label.bind("title")
    #expect(label.text == "titled")
    let named = Named()
    inner.owner = named
    #expect(label.text == "named")
  }

  @Test func `an owner that is gone leaves a gap and no red`() {
    let world = World(Titled())
    var named: Named? = Named()
    let inner = Scope("inner", owner: named, parent: world.window, reporter: world.reporter)
    let label = Label(in: inner)
    let binding = label.bind("title")
    named = nil
    #expect(label.text == "titled")
    #expect(binding.colour == .green)
    let other = label.bind("nothing")
    #expect(other.codes == [.chainIncomplete])
    #expect(other.verdict.reasons[0].trail[0].verdict == "its owner is gone")
  }

  @Test func `a group is passed without being asked`() {
    let world = World(Titled())
    let group = Scope(group: "group", in: world.window)
    let label = Label(in: group)
    #expect(label.bind("title").colour == .green)
    #expect(label.bind("nothing").codes == [.ownerNotFound])
  }

  @Test func `a trail that is too long is cut in its middle`() {
    let world = World(Titled())
    var scope = world.window
    for number in 0..<100 { scope = world.scope("scope \(number)", Named(), in: scope) }
    let label = Label(in: scope)
    let trail = label.bind("nothing").verdict.reasons[0].trail
    #expect(trail.count == Limits.trail)
    #expect(trail.contains { $0.name == "… 70 more" })
    #expect(trail.last?.name == "Titled “window”")
  }

  // MARK: Transformers

  struct Order: CustomTestStringConvertible, Sendable {
    let name: String
    let shown: String
    var testDescription: String { name }
  }

  @Test(arguments: [
    // At each object its own comes before its class's; nearer objects come first.
    Order(name: "style", shown: "instance titled"),
    Order(name: "typeStyle", shown: "named titled"),
    Order(name: "outerStyle", shown: "outer titled"),
    Order(name: "Titled:style", shown: "titled titled"),
    Order(name: "Named:style", shown: "type titled"),
  ])
  func `row 11: transformers are found in order`(_ order: Order) {
    let world = World(Titled())
    final class Inner: BindableObject { @Bound var nothing = 0 }
    let named = Named()
    _ = world.scope("far", named)
    let inner = world.scope("inner", Inner())
    let middle = Scope("middle", owner: named, parent: world.window, reporter: world.reporter)
    inner.parent = middle
    let label = Label(in: inner)
    final class Holder: BindableObject { @Bound var held = Titled() }
    let holder = Holder()
    inner.owner = holder
    label.bind("held.title", through: order.name)
    #expect(label.text == order.shown)
  }

  @Test func `row 11: the supplier of the value is asked last`() {
    final class Holder: BindableObject { @Bound var employee = Employee() }
    let world = World(Holder())
    let label = Label(in: world.window)
    label.bind("employee.salary", through: "instanceFormatter")
    #expect(label.text == "#1000")
    label.bind("employee.salary", through: "classFormatter")
    #expect(label.text == "§1000")
  }

  @Test func `row 12: for a collection only the class of its elements is asked`() {
    final class Staff: MemberDeclaring {
      @Bound var employees = [Employee(), Employee()]
      static var members: [Member] { [] }
    }
    let staff = Staff()
    let world = World(staff)
    let label = Label(in: world.window)
    let missing = label.bind("employees.name", through: "instanceFormatter")
    #expect(missing.codes.first == .transformerNotFound)
    #expect(missing.verdict.reasons[0].trail.last?.verdict.contains("collection") == true)
    let found = label.bind("employees.name", through: "joined")
    #expect(found.colour == .green)
    #expect(label.text == "Ann, Ann")
    staff.employees[1].name = "Ben"
    #expect(label.text == "Ann, Ben")
    staff.employees = []
    #expect(label.text == "")
  }

  @Test func `row 13: a type that was only registered is found by its name`() {
    final class Toolbox: MemberDeclaring {
      static var members: [Member] {
        [.typeTransformer("shout") { Transformer { (text: String) in text.uppercased() } }]
      }
    }
    register(Toolbox.self)
    let world = World(Titled())
    let label = Label(in: world.window)
    label.bind("title", through: "Toolbox:shout")
    #expect(label.text == "TITLED")
  }
}
