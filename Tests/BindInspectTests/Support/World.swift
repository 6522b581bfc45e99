import InspectSystem

@testable import BindInspect
@testable import InspectReporter

/// A reporter and a chain of scopes of one test.
final class World {
  let reporter = Reporter.alone()
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

extension Reporter {
  /// A reporter that starts no thread and that nobody can find.
  static func alone(_ mode: IdleMode = .armed) -> Reporter {
    var setting = Setting(ReporterConfiguration(mode: mode))
    setting.isAlone = true
    return Reporter(setting)
  }

  /// Everything that happened to a binding, in order.
  func history(of binding: LiveBinding) -> [HistoryEntry.Kind] {
    registry.withLock { $0.history.following(0, atMost: .max) }
      .filter { $0.binding == binding.id }.map(\.kind)
  }

  /// The colours that a binding had since it was made, in order.
  func colours(of binding: LiveBinding) -> [Colour] {
    var colours: [Colour] = []
    for case .colour(let old, let new, _) in history(of: binding) {
      if colours.isEmpty { colours.append(old) }
      colours.append(new)
    }
    return colours
  }

  /// Codes of the events of a binding, in order.
  func events(of binding: LiveBinding) -> [ReasonCode] {
    history(of: binding).compactMap { if case .event(let reason) = $0 { reason.code } else { nil } }
  }

  /// Bindings on which one depends, as it was told.
  func precedents(of binding: LiveBinding) -> [BindingID] {
    registry.withLock { _ in binding.probe?.details?.precedents ?? [] }
  }
}

extension LiveBinding {
  /// What its newest verdict says.
  var verdict: Verdict { (self as? PathBinding)?.facts.verdict ?? Verdict(colour) }

  /// Codes of the reasons, in order.
  var codes: [ReasonCode] { verdict.reasons.map(\.code) }
}
