import BindInspect

/// The list's visible row: two labels that show the selected employee.
///
/// It owns a scope, so the key paths of its labels are looked up here first.
final class EmployeeList: BindableObject {
  @Bound var employee: Employee?

  let nameLabel: Label
  let birthdateLabel: Label
  private let scope: Scope

  init(in window: Scope, isMended: Bool) {
    scope = Scope("list", parent: window)
    nameLabel = Label(in: scope, name: "name", placeholder: "nobody selected")
    birthdateLabel = Label(in: scope, name: "birthdate")
    scope.owner = self

    nameLabel.bind("employee.name")
    if isMended {
      mend()
    } else {
      // The fault of this example: a label takes a text, and a birthdate is a date.
      birthdateLabel.bind("employee.birthdate")
    }
  }

  /// Names the transformer that was forgotten.
  func mend() { birthdateLabel.bind("employee.birthdate", through: "dateFormatter") }
}
