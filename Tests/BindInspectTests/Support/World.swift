@testable import BindInspect

/// A reporter and a chain of scopes of one test.
final class World {
  let reporter = Reporter(configuration: ReporterConfiguration(mode: .armed))
  let window: Scope
  // A scope holds its owner weakly.
  private var kept: [AnyObject] = []

  /// Makes a boundary that has that owner.
  init(_ owner: (any BindableObject)? = nil) {
    window = Scope("window", owner: owner, isBoundary: true, reporter: reporter, isolation: nil)
    keep(owner)
  }

  /// A scope below the window, or below another scope.
  func scope(
    _ name: String, _ owner: (any BindableObject)? = nil, in parent: Scope? = nil,
    isBoundary: Bool = false
  ) -> Scope {
    keep(owner)
    return Scope(
      name, owner: owner, parent: parent ?? window, isBoundary: isBoundary, reporter: reporter,
      isolation: nil)
  }

  /// Keeps an object until the test is over.
  func keep(_ object: AnyObject?) { if let object { kept.append(object) } }
}

extension LiveBinding {
  /// What its newest verdict says.
  var verdict: Verdict { (self as? PathBinding)?.facts.verdict ?? Verdict(colour) }

  /// Codes of the reasons, in order.
  var codes: [ReasonCode] { verdict.reasons.map(\.code) }
}
