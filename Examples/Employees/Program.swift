import BindInspect

/// The running program: a window with a list and an editor, and what one can do with them.
@MainActor
final class Program {
  // A scope holds its owner weakly, so somebody has to keep it.
  private let company = Company()
  private let list: EmployeeList
  private let editor: Editor
  private var selected: Int?
  private var edits = 0

  init(isMended: Bool) {
    let window = Scope("window", owner: company, isBoundary: true)
    list = EmployeeList(in: window, isMended: isMended)
    editor = Editor(in: window)
  }

  func select(_ index: Int?) {
    if let index, !company.employees.indices.contains(index) {
      return say("there are employees 1 to \(company.employees.count)")
    }
    selected = index
    let employee = index.map { company.employees[$0] }
    list.employee = employee
    editor.employee = employee
  }

  func selectNext() { select(((selected ?? -1) + 1) % company.employees.count) }

  func type(_ name: String) {
    attempt("entered") { () throws(InputError) in try editor.type(name) }
  }

  func save() { attempt("saved") { () throws(InputError) in try editor.save() } }

  func mend() { list.mend() }

  /// Changes the selected employee's name, as a colleague elsewhere would.
  func editName() {
    guard let selected else { return }
    edits += 1
    let employee = company.employees[selected]
    let name = employee.name.split(separator: " ").prefix(2).joined(separator: " ")
    employee.name = "\(name) \(edits)"
  }

  /// A mistake that is made often: the label is bound, and somebody sets it by hand.
  func scribble(_ text: String) { list.nameLabel.text = text }

  func show() {
    say("\(list.nameLabel.shown) | \(list.birthdateLabel.shown) | [\(editor.nameField.shown)]")
  }

  private func attempt(_ success: String, _ action: () throws(InputError) -> Void) {
    do {
      try action()
      say(success)
    } catch {
      say("not \(success): \(error)")
    }
  }
}
