import BindInspect

/// The editor: a field through which the user changes the selected employee's name.
final class Editor: BindableObject {
  @Bound var employee: Employee?

  let nameField: TextField
  private let scope: Scope

  init(in window: Scope) {
    scope = Scope("editor", parent: window)
    nameField = TextField(in: scope, name: "name", placeholder: "Name")
    scope.owner = self

    // Each input is validated, and written only if it passes.
    nameField.bind("employee.name", options: .checksInput, name: "editor.name")
  }

  /// The user types a name.
  func type(_ name: String) throws(InputError) { try nameField.enter(name) }

  /// The user saves: everything in the editor must be valid.
  func save() throws(InputError) { try scope.check() }
}
