import Testing

@testable import BindInspect

@Suite struct MemberLists {
  class Base: MemberDeclaring {
    class var members: [Member] {
      [
        .getter("kept") { (_: Base) in 1 }, .getter("replaced") { (_: Base) in "base" },
      ]
    }
  }
  final class Heir: Base {
    override class var members: [Member] {
      [.getter("replaced") { (_: Heir) in "heir" }, .getter("own") { (_: Heir) in 2 as Int? }]
    }
  }

  @Test func `a subclass inherits members and wins where both name the same`() {
    let getters = ClassShape.of(Heir.self).members.getters
    #expect(getters.keys.sorted() == ["kept", "own", "replaced"])
    #expect(getters["replaced"]?.get(Heir()) as? String == "heir")
  }

  @Test func `the base class does not see what its heirs declare`() {
    #expect(ClassShape.of(Base.self).members.getters.keys.sorted() == ["kept", "replaced"])
  }

  @Test func `a getter's optional is left off its value`() {
    #expect(ClassShape.of(Heir.self).members.getters["own"]?.get(Heir()) as? Int == 2)
  }

  @Test func `a class is known by its name with module and without`() {
    let shape = ClassShape.of(Heir.self)
    #expect(ClassShape.named("Heir") === shape)
    #expect(ClassShape.named("BindInspectTests.MemberLists.Heir") === shape)
  }
}
