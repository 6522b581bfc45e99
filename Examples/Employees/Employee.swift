import BindInspect
import BindInspectFoundation
import Foundation

/// The model: what is `@Bound` can be bound by its name.
final class Employee: BindableObject {
  @Bound var name: String
  @Bound var birthdate: Date?

  /// How a birthdate is written; any key path that ends at an employee can name it.
  let dateFormatter: DateFormatter = {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_GB")
    formatter.timeZone = TimeZone(identifier: "UTC")
    formatter.dateStyle = .long
    return formatter
  }()

  init(name: String, born year: Int, _ month: Int, _ day: Int) {
    self.name = name
    birthdate =
      DateComponents(
        calendar: Calendar(identifier: .gregorian), timeZone: TimeZone(identifier: "UTC"),
        year: year, month: month, day: day
      ).date
  }
}

/// What look-ups find beside the properties.
extension Employee: MemberDeclaring {
  static var members: [Member] {
    [
      .transformer("dateFormatter", \Employee.dateFormatter),
      .validator("name") { (_: Employee, name: String) throws(EmptyName) in
        if name.isEmpty { throw EmptyName() }
        return name
      },
    ]
  }
}

struct EmptyName: Error, CustomStringConvertible {
  let description = "a name must not be empty"
}
