private import InspectReporter

/// The nine steps of a status, taken over facts: the same facts, the same verdict.
extension Facts {
  /// Colour, first step that is not done, and every reason.
  var verdict: Verdict {
    var findings = Findings()
    judgeOwner(&findings)
    return findings.verdict(marks: marks)
  }

  // Each step goes on to the next, unless without it nothing more can be said.

  private func judgeOwner(_ findings: inout Findings) {
    switch owner {
    case .notFound(let trail, let hint):
      findings.fail(.owner, .ownerNotFound(path, trail, hint))
    case .open(let trail):
      findings.open(.owner, .chainIncomplete(path, trail))
    case .found:
      judgePath(&findings)
    }
  }

  private func judgePath(_ findings: inout Findings) {
    switch segments {
    case .unknown(let segment, let className, let trail, let hint):
      findings.fail(.path, .unknownSegment(segment, className, path, trail, hint))
      return
    case .nilObject(let segment):
      findings.open(.path, .pathObjectNil(segment, path))
    case .whole:
      break
    }
    judgeType(&findings)
    judgeTransformer(&findings)
    judgeCompatibility(&findings)
    judgeNotification(&findings)
    judgeTarget(&findings)
    if let unrest { findings.fail(.settling, unrest) }
  }

  private func judgeType(_ findings: inout Findings) {
    switch source {
    case .unknown:
      findings.open(.type, .typeUnknown(path))
    case .property(let type, let className), .getter(let type, let className):
      if type.kind == .unsupported {
        findings.fail(.type, .unsupportedValueType(path, className, type.declared))
      } else if case .getter = source, transformerName == nil {
        // Where there is a transformer, what it makes is proof enough.
        findings.open(.type, .getterOnly(path, className))
      }
    }
  }

  private func judgeTransformer(_ findings: inout Findings) {
    switch transformer {
    case .none, .found: break
    case .open(let reason): findings.open(.transformer, reason)
    case .failed(let reason): findings.fail(.transformer, reason)
    }
  }

  private func judgeCompatibility(_ findings: inout Findings) {
    if findings.hasFailure { return }  // There is nothing whose type could fit.
    switch (transformer, source) {
    case (.open, _):
      findings.open(.compatibility, .earlierStepOpen(.transformer))
    case (.none, .unknown):
      findings.open(.compatibility, .earlierStepOpen(.type))
    case (.found(let output?), _):
      if !accepts(output) { failTransformed(output, &findings) }
    case (.found(nil), _):
      switch value {
      case .some(let type): if !accepts(type) { failTransformed(type, &findings) }
      case .none: findings.open(.compatibility, .valueNil(path))
      case .notYet: findings.open(.compatibility, .earlierStepOpen(.path))
      }
    case (.none, .property(let type, let className)) where type.kind != .open:
      if !accepts(type.wrapped) {
        findings.fail(
          .compatibility,
          .transformerRequired(path, className, type, target, accepted.all, fitting))
      }
    case (.none, _), (.failed, _):
      switch value {
      case .some(let type):
        if !accepts(type) {
          findings.fail(
            .compatibility, .valueUnsupported(path, type, target, accepted.all, fitting))
        }
      case .none: findings.open(.compatibility, .valueNil(path))
      case .notYet: break
      }
    }
  }

  private func failTransformed(_ type: any Any.Type, _ findings: inout Findings) {
    findings.fail(
      .compatibility,
      .transformedTypeUnsupported(transformerName ?? "", type, target, accepted.all, fitting))
  }

  private func judgeNotification(_ findings: inout Findings) {
    guard case .silent = notification, case .getter(_, let className) = source else { return }
    findings.open(.notification, .sourceDoesNotNotify(path, className))
  }

  private func judgeTarget(_ findings: inout Findings) {
    switch propagation {
    case .taken: break
    case .failed(let reason): findings.fail(.target, reason)
    // What keeps a value from coming is told already.
    case .waiting: if findings.isEmpty { findings.open(.target, .notPropagated(target)) }
    }
  }

  func accepts(_ type: any Any.Type) -> Bool {
    type == accepted.first
      || accepted.all.contains { $0 == type || isSubclass(type, of: $0) }
  }
}

/// Steps that are not done, and why.
struct Findings {
  private var failed: [(step: Step, reason: Reason)] = []
  private var pending: [(step: Step, reason: Reason)] = []

  var hasFailure: Bool { !failed.isEmpty }
  var isEmpty: Bool { failed.isEmpty && pending.isEmpty }

  mutating func fail(_ step: Step, _ reason: Reason) { failed.append((step, reason)) }

  mutating func open(_ step: Step, _ reason: Reason) { pending.append((step, reason)) }

  /// What failed comes first, since it names the colour; each in the order of the steps.
  func verdict(marks: Marks) -> Verdict {
    if isEmpty { return Verdict(.green, marks: marks) }
    let all = failed + pending
    return Verdict(
      hasFailure ? .red : .yellow, step: all.first?.step,
      reasons: all.map(\.reason), marks: marks)
  }
}
