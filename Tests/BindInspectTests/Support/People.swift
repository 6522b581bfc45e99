import BindInspect

/// Models that the tests share.
class Person: BindableObject {
  @Bound var name = "Ann"
  @Bound private var secretNumber = 7
  var note = "not bound"

  var hidden: Property<Int> { $secretNumber }
}

final class Employee: Person, MemberDeclaring {
  @Bound var salary = 1_000
  @Bound var manager: Employee?
  @Bound var reports: [Employee] = []
  @Bound var seniority: Int?
  @Bound var handle = OpaquePointer(bitPattern: 8)

  class var members: [Member] {
    [
      .getter("title") { (employee: Employee) in "Dr. " + employee.name },
      .transformer("instanceFormatter") { (_: Employee) in
        Transformer { (number: Int) in "#\(number)" }
      },
      .typeTransformer("classFormatter") { Transformer { (number: Int) in "§\(number)" } },
      .typeTransformer("joined") {
        Transformer { (names: [String]) in names.joined(separator: ", ") }
      },
      .validator("name") { (_: Employee, name: String) in
        guard !name.isEmpty else { throw Refusal("a name must not be empty") }
        return name
      },
    ]
  }
}

/// An error of the program's own.
struct Refusal: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Tells of its owner's end.
final class End {
  var hasCome = false
}
