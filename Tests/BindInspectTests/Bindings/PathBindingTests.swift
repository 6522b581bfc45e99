import Testing

@testable import BindInspect

@Suite struct PathBindings {
  final class Project: BindableObject {
    @Bound var name: String
    @Bound var size: Double
    init(_ name: String, _ size: Double) {
      self.name = name
      self.size = size
    }
  }
  final class Screen: MemberDeclaring {
    @Bound var project: Project?
    @Bound var title: String? = "title"
    static var members: [Member] {
      [.typeTransformer("numbers") { Transformer { (size: Double) in "\(Int(size * 10))" } }]
    }
  }

  @Test func `rows 1 and 8: a label follows its key path through every object on the way`() {
    let screen = Screen()
    let world = World(screen)
    let label = Label(in: world.window)
    label.bind("project.name")
    screen.project = Project("Alpha", 1)
    #expect(label.text == "Alpha")
    screen.project?.name = "Beta"
    #expect(label.text == "Beta")
    screen.project = Project("Gamma", 1)
    #expect(label.text == "Gamma")
  }

  @Test
  func `C02: nil in mid-path shows the placeholder or nothing, and keeps the last good value`() {
    let screen = Screen()
    screen.project = Project("Alpha", 2.5)
    let world = World(screen)
    let name = Label(in: world.window, placeholder: "none")
    let size = Label(in: world.window)
    let bindings = [name.bind("project.name"), size.bind("project.size", through: "numbers")]
    #expect(bindings.map(\.colour) == [.green, .green])
    #expect([name.shown, size.shown] == ["Alpha", "25"])

    screen.project = nil
    #expect(bindings.map(\.colour) == [.yellow, .yellow])
    for binding in bindings {
      #expect(binding.codes.first == .pathObjectNil)
      #expect(binding.verdict.reasons[0].parameters.first == Parameter("segment", "project"))
    }
    #expect([name.shown, size.shown] == ["none", ""])

    screen.project = Project("Beta", 3)
    #expect(bindings.map(\.colour) == [.green, .green])
    #expect([name.shown, size.shown] == ["Beta", "30"])
  }

  @Test func `C20: an object that owns scope, label and binding, and is the model, is let go`() {
    final class Whole: BindableObject {
      @Bound var name = "Ann"
      let scope: Scope
      let label: Label
      let end = End()
      init(_ reporter: Reporter) {
        scope = Scope("whole", owner: nil, isBoundary: true, reporter: reporter)
        label = Label(in: scope)
        scope.owner = self
      }
      deinit { end.hasCome = true }
    }
    let reporter = Reporter.alone()
    var whole: Whole? = Whole(reporter)
    let end = whole?.end
    let binding = whole?.label.bind("name")
    #expect(binding?.colour == .green)
    whole = nil
    #expect(end?.hasCome == true)
    #expect(binding?.isEnded == true)
    #expect(binding?.colour == .grey)
  }

  @Test func `C24: an object that was replaced is followed no more`() {
    final class Inner: BindableObject {
      @Bound var flag = "no"
      let end = End()
      deinit { end.hasCome = true }
    }
    final class Outer: BindableObject { @Bound var inner: Inner? }
    let outer = Outer()
    let world = World(outer)
    let label = Label(in: world.window)
    var first: Inner? = Inner()
    let end = first?.end
    outer.inner = first
    let binding = label.bind("inner.flag")
    var shown: [String?] = []
    label.$text.observe { shown.append(label.text) }

    first?.flag = "P yes"
    outer.inner = nil
    #expect(binding.codes.first == .pathObjectNil)
    #expect(binding.verdict.reasons[0].parameters.first == Parameter("segment", "inner"))
    first?.flag = "P no"
    let second = Inner()
    outer.inner = second
    first?.flag = "P yes again"
    second.flag = "Q yes"
    #expect(shown == ["P yes", nil, "no", "Q yes"])
    #expect(binding.colour == .green)
    first = nil
    #expect(end?.hasCome == true)
  }

  @Test func `a declared property whose value is nil is green and shows nothing`() {
    let screen = Screen()
    let world = World(screen)
    let label = Label(in: world.window, placeholder: "untitled")
    let binding = label.bind("title")
    screen.title = nil
    #expect(binding.colour == .green)
    #expect(label.shown == "untitled")
    #expect(binding.verdict.marks == [.follows, .hasFallback, .showsFallback])
    screen.title = "again"
    #expect(binding.verdict.marks == [.follows, .hasFallback])
  }

  @Test func `row 38: binding again takes the place of the first`() {
    let screen = Screen()
    let world = World(screen)
    let label = Label(in: world.window)
    let first = label.bind("nothing")
    let second = label.bind("title")
    #expect(first.colour == .grey)
    #expect(second.colour == .green)
    #expect(label.text == "title")
    label.unbind()
    screen.title = "other"
    #expect(label.text == "title")
    #expect(second.colour == .grey)
  }

  @Test func `row 39: a thousand reuses of a cell resolve as often and leave nothing behind`() {
    let screen = Screen()
    let world = World(screen)
    let label = Label(in: world.window)
    let binding = label.bind("project.name")
    for number in 0..<1_000 {
      screen.project = Project("\(number)", 0)
      #expect(label.text == "\(number)")
    }
    #expect((binding as? PathBinding)?.sources.count == 2)
    #expect(binding.colour == .green)
  }

  @Test func `E1: a thousand bindings made before their model are never red`() {
    let world = World()
    let scope = Scope("row", reporter: world.reporter)
    let labels = (0..<1_000).map { _ in Label(in: scope) }
    let bindings = labels.map { $0.bind("project.name") }
    #expect(bindings.allSatisfy { $0.colour == .yellow })
    scope.parent = world.window
    #expect(bindings.allSatisfy { $0.colour == .yellow })
    let screen = Screen()
    world.window.owner = screen
    #expect(bindings.allSatisfy { $0.colour == .yellow })
    screen.project = Project("Alpha", 1)
    #expect(bindings.allSatisfy { $0.colour == .green })
    withExtendedLifetime(labels) {}
  }

  @Test func `E6: looking at a binding evaluates nothing`() {
    final class Watched: MemberDeclaring {
      var evaluations = 0
      static var members: [Member] {
        [
          .getter("answer") { (watched: Watched) in
            watched.evaluations += 1
            return "\(watched.evaluations)"
          }
        ]
      }
    }
    let watched = Watched()
    let world = World(watched)
    let label = Label(in: world.window)
    let binding = label.bind("answer")
    let evaluations = watched.evaluations
    for _ in 0..<10 { _ = (binding.colour, binding.verdict, binding.id) }
    #expect(watched.evaluations == evaluations)
    #expect(label.text == "\(evaluations)")
    binding.refresh()
    #expect(watched.evaluations > evaluations)
  }

  @Test func `C23: a getter follows what it declares to depend on`() {
    let failures = Failures()
    let world = World(failures)
    let (shout, boss) = (Label(in: world.window), Label(in: world.window))
    let bindings = [shout.bind("shout"), boss.bind("bossName")]
    #expect(bindings.map(\.colour) == [.green, .green])
    failures.text = "other"
    #expect(shout.text == "OTHER")
    #expect(boss.text == "nobody")
    failures.employee = Employee()
    #expect(boss.text == "Ann")
    failures.employee?.name = "Ben"
    #expect(boss.text == "Ben")
  }

  @Test func `a getter that tells of nothing is shown again when it is refreshed`() {
    let failures = Failures()
    let world = World(failures)
    let label = Label(in: world.window)
    let binding = label.bind("refreshedText")
    failures.unbound = "changed"
    #expect(label.text == "unbound")
    world.window.refresh()
    #expect(label.text == "changed")
    #expect(binding.colour == .yellow)
  }

  @Test func `row 22: red heals when what was wrong changes`() {
    let failures = Failures()
    let world = World(failures)
    let label = Label(in: world.window)
    let binding = label.bind("anything")
    #expect(binding.colour == .green)
    failures.anything = AnyHashable(3)
    #expect(binding.codes == [.valueUnsupported])
    #expect(label.text == nil)
    failures.anything = AnyHashable("text")
    #expect(binding.colour == .green)
    #expect(label.text == "text")
  }

  @Test func `a segment that is missing heals when another object comes`() {
    final class Box: BindableObject { @Bound var held: Person? }
    let box = Box()
    let world = World(box)
    let label = Label(in: world.window)
    let binding = label.bind("held.salary", through: "Employee:classFormatter")
    box.held = Person()
    #expect(binding.codes.first == .unknownSegment)
    box.held = Employee()
    #expect(binding.colour == .green)
    #expect(label.text == "§1000")
  }

  @Test func `a chain of typed and named bindings carries through`() {
    let screen = Screen()
    let world = World(screen)
    let (label, echo) = (Label(in: world.window), Label(in: world.window))
    label.bind("title")
    bind(label.$text, to: echo.$text)
    screen.title = "on"
    #expect(echo.text == "on")
  }

  @Test func `a named binding in a loop that does not rest is stopped, red, and heals`() {
    final class Counter: MemberDeclaring {
      @Bound var count: String? = "a"
      static var members: [Member] { [] }
    }
    let counter = Counter()
    let world = World(counter)
    let label = Label(in: world.window)
    let named = label.bind("count")
    var grows = true
    let typed = bind(
      label.$text, to: counter.$count,
      through: { text in grows ? (text ?? "") + "b" : text })
    #expect(named.codes == [.doesNotSettle])
    #expect(typed.colour == .red)
    grows = false
    counter.count = "c"
    #expect(named.colour == .green)
    #expect(typed.colour == .green)
    #expect(label.text == "c")
  }

  @Test func `the node's end ends the binding`() {
    let screen = Screen()
    let world = World(screen)
    var label: Label? = Label(in: world.window)
    let binding = label?.bind("title")
    label = nil
    #expect(binding?.colour == .grey)
    screen.title = "other"
  }

  @Test func `nothing holds a scope whose nodes are gone`() {
    let world = World(Screen())
    weak var scope: Scope?
    do {
      let inner = world.scope("inner", Screen())
      scope = inner
      Label(in: inner).bind("title")
    }
    #expect(scope == nil)
  }
}
