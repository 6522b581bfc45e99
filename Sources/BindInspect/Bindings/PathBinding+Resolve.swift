private import InspectReporter

extension PathBinding {
  /// Looks up owner, path and transformer, and follows what was found.
  ///
  /// Costs a walk of the chain; done at the start and when something on the way has changed, not
  /// when the value has.
  func resolve() {
    guard let seat, !isEnded else { return }
    let chain = Chain(start: seat)
    let found = OwnerSearch(chain: chain, segments: segments).find()
    facts.owner = found.owner
    facts.segments = found.segments
    let supplier: PathWalk.Supplier?
    if let walk = found.walk {
      facts.notification = walk.notification
      follow(walk.followed)
      take(walk.end)
      supplier = walk.supplier
    } else {
      facts.notification = .tells
      follow([])
      take(nil)
      supplier = nil
    }
    noteValueStep()
    if readsSecret { target.keepSecret() }
    spreadSecret()
    findTransformer(along: chain, supplier: supplier)
    noteFitting(along: chain, supplier)
    hidesZero = slot.hidesZero && facts.source.type?.wrapped is any Numeric.Type
    canCarry = !source.isNone && facts.mayCarry
    steadyType = nil
    way = .unasked
    judged = nil
    reportSource()
  }

  private func take(_ end: PathWalk.End?) {
    switch end {
    case .property(let property, let type, let object):
      if !source.isProperty(property) {
        source = .property(property, read: property.makeReader())
      }
      facts.source = .property(type, className: ClassShape.of(Swift.type(of: object)).name)
    case .computed(let computed):
      source = .computed(computed)
      let className = computed.supplier.shape.name
      facts.source =
        computed.isDeclared
        ? .property(computed.type, className: className)
        : .getter(computed.type, className: className)
    case .nilObject, .missing, nil:
      source = .none
      facts.source = .unknown
    }
  }

  private func findTransformer(along chain: Chain, supplier: PathWalk.Supplier?) {
    guard let transformerName, let parsedTransformerName else { return }
    let search = TransformerSearch(
      chain: chain, supplier: supplier, nilSegment: facts.nilSegment)
    let found = search.find(parsedTransformerName, as: transformerName)
    facts.transformer = found.fact
    transformer = found.transformer
    followTransformer(found.property)
  }

  // Only where a transformer is wanting: it asks every class in reach.
  private func noteFitting(along chain: Chain, _ supplier: PathWalk.Supplier?) {
    facts.fitting = nil
    guard let type = facts.source.type, type.kind != .unsupported else { return }
    switch facts.transformer {
    case .none: if facts.accepts(type.wrapped) { return }
    case .found(let output?): if facts.accepts(output) { return }
    case .found(nil), .open, .failed: return
    }
    let search = TransformerSearch(chain: chain, supplier: supplier, nilSegment: nil)
    facts.fitting = search.fitting(from: type.wrapped, accepted: facts.accepts)
  }

  // MARK: Reporting

  /// What it reads, as far as that is known.
  var sourceEndpoint: Endpoint {
    let (className, type) =
      switch facts.source {
      case .unknown: ("", "")
      case .property(let type, let className), .getter(let type, let className):
        (className, typeName(type.declared))
      }
    return Endpoint(owner: className, property: keyPath, valueType: type)
  }

  private func reportSource() {
    guard let probe else { return }
    if case .unknown = facts.source {} else { probe.setEndpoints(source: sourceEndpoint) }
    reportPrecedents()
  }
}

extension Facts {
  /// Whether neither path nor transformer keeps a value from being shown.
  fileprivate var mayCarry: Bool {
    guard case .whole = segments else { return false }
    switch transformer {
    case .none, .found: return true
    case .open, .failed: return false
    }
  }

  /// The segment that is nil, if that is what keeps the path from being followed.
  var nilSegment: String? {
    if case .nilObject(let segment) = segments { segment } else { nil }
  }

  /// The segment that nobody has, if that is what keeps the path from being followed.
  var unknownSegment: String? {
    if case .unknown(let segment, _, _, _) = segments { segment } else { nil }
  }
}

extension Facts.Source {
  /// The declared type, or that of the getter.
  var type: ValueType? {
    switch self {
    case .unknown: nil
    case .property(let type, _), .getter(let type, _): type
    }
  }

  /// Class that supplies the value; empty while it is not known.
  var className: String {
    switch self {
    case .unknown: ""
    case .property(_, let className), .getter(_, let className): className
    }
  }
}
