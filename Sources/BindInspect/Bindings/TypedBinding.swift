public import CInspectSystem
public import InspectReporter

/// Keeps the target equal to the transformed source, from now until it or an owner is ended.
///
/// The types are known where it is called, so an update costs little more than a closure would. A
/// transformer that throws leaves the target as it is, and the status red until it succeeds.
///
/// - Parameters:
///   - transform: Makes the target's value of the source's.
///   - name: For people; by default the source's class and property.
///   - reporter: Who tells observers of it; by default that of the target's node.
/// - Returns: The binding. It lives without being kept.
@inlinable
@discardableResult
public func bind<Source: Equatable, Target: Equatable>(
  _ source: Property<Source>, to target: Property<Target>,
  through transform: @escaping (Source) throws -> Target,
  name: String? = nil, reporter: Reporter? = nil, fileID: String = #fileID, line: Int = #line
) -> LiveBinding {
  // Before anything is told, so that what is told first is true.
  let first = Result { try transform(source.stored) }
  let probe = TypedBinding.makeProbe(
    from: source, to: target, transformer: "", first.failure, input: source.stored,
    Declaration(name: name, file: fileID, line: line), reporter: reporter)
  let binding = TypedBinding(from: source, to: target, probe: probe) { follower, wave in
    let wasSound = follower.isSound
    if !wasSound { follower.willDeliver() }
    do {
      let isNew = target.write(try transform(source.stored), on: wave.next)
      if isNew, target.tellsOtherWriters { follower.tellOtherWriters(on: wave) }
      if follower.isSound {
        probe.delivered(isNew: isNew, from: wave.place)
      } else {
        follower.didDeliver(isNew: isNew, from: wave.place, wasSound: wasSound)
      }
    } catch {
      follower.didFail(error, on: source.stored)
    }
  }
  if case .success(let value) = first {
    probe.delivered(isNew: target.write(value, on: Wave(from: WritePlace())), from: WritePlace())
  }
  return binding
}

/// Keeps the target equal to the source, from now until the binding or an owner is ended.
@inlinable
@discardableResult
public func bind<Value: Equatable>(
  _ source: Property<Value>, to target: Property<Value>,
  name: String? = nil, reporter: Reporter? = nil, fileID: String = #fileID, line: Int = #line
) -> LiveBinding {
  bind(
    source, to: target, through: { $0 }, name: name, reporter: reporter, fileID: fileID,
    line: line)
}

/// Keeps a target that can be without value equal to the source, until the binding or an owner ends.
@inlinable
@discardableResult
public func bind<Value: Equatable>(
  _ source: Property<Value>, to target: Property<Value?>,
  name: String? = nil, reporter: Reporter? = nil, fileID: String = #fileID, line: Int = #line
) -> LiveBinding {
  bind(
    source, to: target, through: { $0 }, name: name, reporter: reporter, fileID: fileID,
    line: line)
}

/// Keeps the target equal to the transformed source, from now until the binding or an owner ends.
@inlinable
@discardableResult
public func bind<Source: Equatable, Target: Equatable>(
  _ source: Property<Source>, to target: Property<Target>,
  through transformer: Transformer<Source, Target>,
  name: String? = nil, reporter: Reporter? = nil, fileID: String = #fileID, line: Int = #line
) -> LiveBinding {
  bind(
    source, to: target, through: transformer.forward, name: name, reporter: reporter,
    fileID: fileID, line: line)
}

/// Keeps a target that can be without value equal to the transformed source.
@inlinable
@discardableResult
public func bind<Source: Equatable, Target: Equatable>(
  _ source: Property<Source>, to target: Property<Target?>,
  through transformer: Transformer<Source, Target>,
  name: String? = nil, reporter: Reporter? = nil, fileID: String = #fileID, line: Int = #line
) -> LiveBinding {
  let transform = transformer.forward
  return bind(
    source, to: target, through: { try transform($0) }, name: name, reporter: reporter,
    fileID: fileID, line: line)
}

extension Result {
  @inlinable var failure: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}

/// A binding whose types were known where it was made.
@usableFromInline
class TypedBinding: LiveBinding {
  private var marks: Marks { writesBothWays ? [.follows, .writesBack] : .follows }

  // Class and property of the target, and the transformer's name as the reasons tell it.
  private static let closure = "closure"

  @usableFromInline
  init(
    from source: AnyProperty, to target: AnyProperty, probe: Probe,
    deliver: @escaping (Follower, Wave) -> Void
  ) {
    super.init(to: target, deliver: deliver)
    self.probe = probe
    isSound = probe.colour == .green
    if target.hasOwner { source.follow(with: self) } else { end() }
    if isEnded {
      probe.end()
    } else {
      target.addWriter(self)
      spreadSecret()
      reportPrecedents()
    }
  }

  @usableFromInline
  static func makeProbe(
    from source: AnyProperty, to target: AnyProperty, transformer: String?,
    direction: Direction = .oneWay, _ failure: (any Error)?, input: @autoclosure () -> Any,
    _ declaration: Declaration, reporter: Reporter?
  ) -> Probe {
    let seat = target.seat ?? source.seat
    let reporter = reporter ?? seat?.scope.reporter ?? .shared
    var marks: Marks = direction == .twoWay ? [.follows, .writesBack] : .follows
    if source.isSecret || target.isSecret { marks.insert(.secret) }
    let verdict =
      if let failure {
        Verdict(
          .red, step: .target,
          reasons: [.transformerFailed(closure, input: input(), failure)], marks: marks,
          origin: Origin(source).told)
      } else {
        Verdict(.green, marks: marks)
      }
    return reporter.makeBinding(
      BindingDeclaration(
        scope: seat?.scope.id, node: target.seat?.id,
        name: declaration.name ?? source.field?.label ?? "",
        place: .source(file: declaration.file, line: declaration.line),
        transformer: transformer, source: source.endpoint, target: target.endpoint,
        direction: direction),
      verdict: verdict)
  }

  // MARK: The long way of a delivery

  override func willDeliver() { if isOutermost { isStruck = false } }

  override func tellOtherWriters(on wave: Wave) { target.writtenByBinding(self, on: wave) }

  override func didDeliver(isNew: Bool, from place: WritePlace, wasSound: Bool) {
    guard !isEnded else { return }
    isOverwritten = false
    probe?.delivered(isNew: isNew, from: place)
    // Inside the pass that was given up, and inside others, nothing can be said yet.
    if wasSound || isStruck || !isOutermost { return }
    isSound = true
    tell(Verdict(.green, marks: marks))
  }

  override func didFail(_ error: any Error, on input: Any) {
    guard !isEnded else { return }
    isSound = false
    isOverwritten = false
    probe?.failed()
    tell(
      Verdict(
        .red, step: .target, reasons: [.transformerFailed(Self.closure, input: input, error)],
        marks: marks, origin: followed.map { Origin($0).told }))
  }

  override func targetAssigned(on wave: Wave) -> [Reason] {
    // What the assignment itself made the binding carry is there now.
    guard !isEnded, isOverwritten else { return [] }
    noteOverwritten(from: wave.place)
    let reason = Reason.overwritten(target.label, followed?.label ?? "")
    tell(Verdict(.red, step: .target, reasons: [reason], marks: marks), held: .gone)
    return []
  }

  override func strike(_ reason: Reason) {
    super.strike(reason)
    isSound = false
    tell(Verdict(.red, step: .settling, reasons: [reason], marks: marks))
  }

  override func refresh() {
    if !isEnded { deliver(self, Wave(from: WritePlace())) }
  }

  private var isOutermost: Bool { (followed?.passes ?? 0) <= 1 }
}

extension AnyProperty {
  /// The property as observers know it.
  var endpoint: Endpoint {
    Endpoint(
      owner: ownerName, property: name, valueType: field?.typeName ?? typeName(declaredType))
  }

  /// Class and name, as reasons tell it.
  var label: String { field?.label ?? typeName(declaredType) }
}
