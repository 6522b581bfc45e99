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
    guard let first = segments.first else { return Result(owner: .notFound(trail: [], hint: nil)) }
    var result: Result?
    var nearest: (walk: PathWalk, missing: PathWalk.Missing, className: String)?
    let end = chain.walk(where: { $0.answers(to: first) }) { object, shape in
      let walk = PathWalk(segments, from: object, shape)
      switch walk.end {
      case .missing(let missing):
        // An object that knows the first segment alone is what was meant, if nobody knows all.
        if nearest == nil { nearest = (walk, missing, shape.name) }
        return false
      case .nilObject(let segment):
        result = Result(
          owner: .found(className: shape.name), segments: .nilObject(segment: segment), walk: walk)
      case .property, .computed:
        result = Result(owner: .found(className: shape.name), walk: walk)
      }
      return true
    }
    if let result { return result }
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
