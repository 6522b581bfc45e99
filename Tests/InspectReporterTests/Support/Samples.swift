@testable import InspectReporter

/// Declarations and verdicts as an engine would make them.
enum Sample {
  static func declaration(
    _ name: String = "", keyPath: String? = "employee.name", line: Int = 1, scope: ScopeID? = nil,
    source: String = "name"
  ) -> BindingDeclaration {
    BindingDeclaration(
      scope: scope, name: name, place: .source(file: "Test/Test.swift", line: line),
      keyPath: keyPath,
      source: Endpoint(owner: "Employee", property: source, valueType: "String"),
      target: Endpoint(owner: "Label", property: "text", valueType: "String"))
  }

  static let broken = Verdict(
    .red, step: .owner, reasons: [Reason(.ownerNotFound, [Parameter("path", "employee.name")])])
  static let pending = Verdict(
    .yellow, step: .path, reasons: [Reason(.pathObjectNil, [Parameter("segment", "employee")])])
  static let green = Verdict(.green)

  /// A reporter that nobody can find: for what needs no thread.
  static func reporter(_ mode: IdleMode = .armed) -> Reporter {
    var setting = Setting(ReporterConfiguration(mode: mode))
    setting.isAlone = true
    return Reporter(setting)
  }
}
