private import InspectReporter

/// The look-up of the object that answers a key path.
struct OwnerSearch {
  let chain: Chain
  let segments: [String]

  /// What was found.
  struct Result {
    var owner: Facts.Owner
    var segments = Facts.Segments.whole
    /// The path from the owner, or from the object that came nearest; nil where nobody did.
    var walk: PathWalk?
  }

  /// Asks the chain.
  func find() -> Result {
    var answer: PathWalk?
    var nearest: (walk: PathWalk, missing: PathWalk.Missing, className: String)?
    var className = ""
    let end = chain.walk { link in
      guard let object = link.object else { return false }
      let walk = PathWalk(segments[...], from: object)
      if case .missing(let missing) = walk.end {
        // An object that knows the first segment alone is what was meant, if nobody knows all.
        if missing.index > 0, nearest == nil {
          nearest = (walk, missing, ClassShape.of(type(of: object)).name)
        }
        return false
      }
      answer = walk
      className = ClassShape.of(type(of: object)).name
      return true
    }
    if let answer { return found(answer, className) }
    if case .open = end { return Result(owner: .open(trail: trail), walk: nearest?.walk) }
    guard let nearest else { return Result(owner: .notFound(trail: trail, hint: hint)) }
    let missing = nearest.missing
    return Result(
      owner: .found(className: nearest.className),
      segments: .unknown(
        segment: missing.segment, className: missing.className, trail: trail,
        hint: missing.shape.flatMap { Trail.nearest(missing.segment, in: [$0], \.names) }),
      walk: nearest.walk)
  }

  private func found(_ walk: PathWalk, _ className: String) -> Result {
    guard case .nilObject(let segment) = walk.end else {
      return Result(owner: .found(className: className), walk: walk)
    }
    return Result(
      owner: .found(className: className), segments: .nilObject(segment: segment), walk: walk)
  }

  /// Everybody who was asked, up to the one who answers, if anybody does.
  var trail: [Candidate] {
    var trail: [Candidate] = []
    _ = chain.walk { link in
      let verdict = verdict(on: link)
      trail.append(Candidate(link.name, verdict))
      return verdict.isEmpty && link.object != nil
    }
    return Trail.cut(trail)
  }

  private func verdict(on link: Chain.Link) -> String {
    if case .scope(let scope, nil) = link { return scope.absence }
    guard let object = link.object,
      case .missing(let missing) = PathWalk(segments[...], from: object).end
    else { return "" }
    if missing.index == 0 { return "has no “\(missing.segment)”" }
    return "has “\(segments[missing.index - 1])”, but \(missing.className) has no "
      + "“\(missing.segment)”"
  }

  private var hint: Hint? {
    guard let first = segments.first else { return nil }
    var shapes: [ClassShape] = []
    _ = chain.walk { link in
      if let object = link.object { shapes.append(ClassShape.of(type(of: object))) }
      return false
    }
    if let shape = shapes.first(where: { $0.unboundNames.contains(first) }) {
      return Hint(
        .declareProperty, [Parameter("name", first), Parameter("object", shape.name)])
    }
    return Trail.nearest(first, in: shapes, \.names)
  }
}
