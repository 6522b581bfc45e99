import InspectWire
import Testing

@testable import BindInspect
@testable import InspectReporter

/// Bindings that fail at one place say so; others never do.
@Suite struct Origins {
  final class Session: BindableObject { @Bound var user: User? }

  final class User: BindableObject {
    @Bound var name = "Ann"
    @Bound var mail = "ann@example.org"
  }

  private let session = Session()
  private let world: World
  private let scope: Scope

  init() {
    world = World(session)
    scope = world.window
  }

  private func origin(_ path: String, in scope: Scope? = nil, through name: String? = nil)
    -> UInt64?
  {
    let label = Label(in: scope ?? self.scope)
    return withExtendedLifetime(label) {
      label.bind(path, through: name).probe?.details?.origin
    }
  }

  @Test func `312 bindings under one nil object have one origin`() {
    let origins = (0..<312).map { origin($0 % 2 == 0 ? "user.name" : "user.mail") }
    #expect(Set(origins).count == 1)
    #expect(origins[0] != nil)
  }

  @Test func `the nil object of another session is another origin`() {
    let second = Session()
    let other = Scope(owner: second, isBoundary: true, reporter: world.reporter)
    #expect(origin("user.name") != origin("user.name", in: other))
  }

  @Test func `one misspelling in two scopes of a window has one origin, two have two`() {
    let group = Scope(group: "row", in: scope)
    #expect(origin("usr.name") == origin("usr.mail", in: group))
    #expect(origin("usr.name") != origin("uesr.name"))
  }

  @Test func `two names that an object does not have are two origins`() {
    session.user = User()
    #expect(origin("user.nmae") == origin("user.nmae"))
    #expect(origin("user.nmae") != origin("user.mial"))
  }

  @Test func `a name that nobody has is not taken for a transformer that nobody has`() {
    session.user = User()
    let name = origin("shout"), transformer = origin("user.name", through: "shout")
    #expect(name == transformer, "the code tells them apart, the place and the name are the same")
  }

  @Test func `what heals has no origin any more`() {
    let label = Label(in: scope)
    let binding = label.bind("user.name")
    #expect(binding.probe?.details?.origin != nil)
    session.user = User()
    #expect(binding.colour == .green)
    #expect(binding.probe?.details?.origin == nil)
  }

  @Test func `typed bindings from one value that cannot be transformed have one origin`() {
    struct Refusal: Error {}
    let user = User()
    let labels = [User(), User()]
    let origins = labels.map {
      bind(
        user.$name, to: $0.$name, through: { (_: String) in throw Refusal() },
        reporter: world.reporter
      ).probe?.details?.origin
    }
    #expect(origins[0] != nil && origins[0] == origins[1])
  }

  @Test func `a type that does not fit is the binding's own fault`() {
    final class Clock: BindableObject { @Bound var hours = 0 }
    let clock = Clock()
    let other = Scope(owner: clock, isBoundary: true, reporter: world.reporter)
    let label = Label(in: other)
    let binding = label.bind("hours")
    #expect(binding.colour == .red)
    #expect(binding.probe?.details?.origin == nil)
  }
}
